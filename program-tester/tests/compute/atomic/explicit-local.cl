// SPDX-License-Identifier: MIT
/*!
# Atomic functions that name order and scope, on local memory (OpenCL C 3.0, 6.15.12.7). The scope is
# that of the work-group, which every device has.

[config]
name: explicit atomics on local memory
clc_version_min: 30
global_size: 64
local_size: 32

[test]
name: change and fetch
kernel_name: change
# add, sub, or, and, xor, min, max of 0 to 31, of each group
arg_out: 0 buffer int[16] 496 -496 31 0 0 -31 31 0  496 -496 31 0 0 -31 31 0

[test]
name: store, exchange, load
kernel_name: move
arg_out: 0 buffer float[4] 1.5 2.5  1.5 2.5

[test]
name: what is written before a release is seen after an acquire
kernel_name: pass_on
arg_out: 0 buffer int[2] 528 528
!*/

#define GROUP memory_order_relaxed, memory_scope_work_group

kernel void change(global int *out)
{
    local atomic_int a[8];
    int id = (int)get_local_id(0);
    if (id < 8)
        atomic_init(&a[id], 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&a[0], id, GROUP);
    atomic_fetch_sub_explicit(&a[1], id, GROUP);
    atomic_fetch_or_explicit(&a[2], id, GROUP);
    atomic_fetch_and_explicit(&a[3], id, GROUP);
    atomic_fetch_xor_explicit(&a[4], id, GROUP);
    atomic_fetch_min_explicit(&a[5], -id, GROUP);
    atomic_fetch_max_explicit(&a[6], id, GROUP);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < 8)
        out[get_group_id(0) * 8 + id] = atomic_load_explicit(&a[id], GROUP);
}

kernel void move(global float *out)
{
    local atomic_float a;
    global float *to = out + get_group_id(0) * 2;
    if (get_local_id(0))
        return;
    atomic_store_explicit(&a, 1.5f, GROUP);
    to[0] = atomic_exchange_explicit(&a, 2.5f, GROUP);
    to[1] = atomic_load_explicit(&a, GROUP);
}

/* Each work-item adds the last one's sum to its number; no one waits, since a barrier orders them. */
kernel void pass_on(global int *out)
{
    local int data[32];
    local atomic_int ready;
    int id = (int)get_local_id(0);
    if (id == 0)
        atomic_init(&ready, 0);
    data[id] = id + 1;
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&ready, data[31 - id], GROUP);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
    if (id == 0)
        out[get_group_id(0)] = atomic_load_explicit(&ready, GROUP);
}
