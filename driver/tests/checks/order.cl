// SPDX-License-Identifier: MIT
// order.cl: what fences and atomic operations order (OpenCL 3.0, 3.3.6): who publishes needs a
// release, who reads an acquire, and both a scope in which the other one is.
//- -cl-std=CL3.0
#include "pair.h"

// The last group to come sums up what all groups have left.
//? race 'out'
//! 64:zero 16 g=32
kernel void last_group(global int *out, global const int *in)
{
    local int last;
    /*@*/out[1 + get_group_id(0)] = in[L];
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (L == 0)
        last = atomic_fetch_add_explicit((volatile global atomic_int *)out, 1, W(memory_order_relaxed, memory_order_acq_rel),
                                         memory_scope_device) == get_num_groups(0) - 1;
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last)
        out[32 + L] = /*@*/out[1 + L % get_num_groups(0)];
}

//? race 'out'
//! 64:zero 16 g=32
kernel void scope_of_group(global int *out, global const int *in)
{
    local int last;
    if (L == 0) {
        /*@*/out[1 + get_group_id(0)] = I + 5;
        last = atomic_fetch_add_explicit((volatile global atomic_int *)out, 1, memory_order_acq_rel,
                                         W(memory_scope_work_group, memory_scope_device)) == get_num_groups(0) - 1;
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last)
        out[32 + L] = /*@*/out[1 + L % get_num_groups(0)];
}

//? race 'out'
//! 64:zero 16 g=32
kernel void barrier_before(global int *out, global const int *in)
{
    local int last;
    /*@*/out[8 + I] = I + 5;
    W(, work_group_barrier(CLK_GLOBAL_MEM_FENCE);)
    if (L == 0)
        last = atomic_fetch_add_explicit((volatile global atomic_int *)out, 1, memory_order_acq_rel, memory_scope_device) ==
               get_num_groups(0) - 1;
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last)
        out[40 + L] = /*@*/out[8 + L] + /*@*/out[15];
}

//? race 'out'
//! 64:zero 16 g=32
kernel void fences(global int *out, global const int *in)
{
    local int last;
    if (L == 0) {
        /*@*/out[1 + get_group_id(0)] = I + 5;
        W(, atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);)
        last = atomic_fetch_add_explicit((volatile global atomic_int *)out, 1, memory_order_relaxed, memory_scope_device) ==
               get_num_groups(0) - 1;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last)
        out[32 + L] = /*@*/out[1 + L % get_num_groups(0)];
}

// Within a group, in local memory: the last work-item adds up what the others have left.
//? race 'parts'
//! 16 16 g=8
kernel void last_item(global int *out, global const int *in)
{
    local int parts[8];
    local atomic_int count;
    if (L == 0)
        atomic_init(&count, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/parts[L] = in[L] + L;
    if (atomic_fetch_add_explicit(&count, 1, W(memory_order_release, memory_order_acq_rel), memory_scope_work_group) == 7) {
        int sum = 0;
        for (int i = 0; i < 8; i++)
            sum += /*@*/parts[i];
        out[0] = sum;
    }
}

// The first group publishes; the others read if they come late enough.
//? race 'out'
//! 64:zero 16 g=32
kernel void flag(global int *out, global const int *in)
{
    volatile global atomic_int *ready = (volatile global atomic_int *)out;
    if (I == 0) {
        /*@*/out[1] = 42;
        atomic_store_explicit(ready, 1, W(memory_order_relaxed, memory_order_release), memory_scope_device);
    } else if (L == 0 && atomic_load_explicit(ready, memory_order_acquire, memory_scope_device))
        out[8 + get_group_id(0)] = /*@*/out[1];
}

// A lock: who takes it has seen what those before have left.
//? race 'out'
//! 1:zero 1:zero g=8 l=1
kernel void lock(global int *out, global atomic_int *lock)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong_explicit(lock, &expected, 1, memory_order_acquire, memory_order_relaxed,
                                                    memory_scope_device))
        expected = 0;
    /*@*/out[0] += I;
    atomic_store_explicit(lock, 0, W(memory_order_relaxed, memory_order_release), memory_scope_device);
}

// The older fences are of the work-group's scope (OpenCL C 3.0, 6.15.12.5).
//? race 'out'
//! 1:zero 1:zero g=8 l=1
kernel void fence_of_group(global int *out, global int *lock)
{
    while (atomic_cmpxchg(lock, 0, 1))
        ;
    W(mem_fence(CLK_GLOBAL_MEM_FENCE), atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device));
    /*@*/out[0] += I;
    W(mem_fence(CLK_GLOBAL_MEM_FENCE), atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device));
    atomic_xchg(lock, 0);
}
