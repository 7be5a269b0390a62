// SPDX-License-Identifier: MIT
/*!
# Atomic functions that name order and scope, on global memory (OpenCL C 3.0, 6.15.12.7): each returns
# the old value, and work-items of different groups do not lose each other's changes.

[config]
name: explicit atomics on global memory
clc_version_min: 30
require_features: __opencl_c_atomic_order_acq_rel __opencl_c_atomic_scope_device
global_size: 64
local_size: 16

[test]
name: fetch and change, signed
kernel_name: fetch_int
# add 1, sub 2, or, and, xor twice, min, max: see the kernel.
arg_in:  0 buffer int[7] 100 100 0 -1 5 7 -7
arg_out: 0 buffer int[7] 164 -28 63 0 5 -63 63

[test]
name: fetch and change, unsigned
kernel_name: fetch_uint
arg_in:  0 buffer uint[4] 0xfffffff0 0 0xffffffff 0
arg_out: 0 buffer uint[4] 48 0xffffffc0 0 0xffffffff

[test]
name: old values
kernel_name: old_values
arg_in:  0 buffer int[1] 0
arg_out: 0 buffer int[1] 64
arg_in:  1 buffer uint[64] repeat 0
arg_out: 1 buffer uint[64] repeat 1

[test]
name: load, store, exchange
kernel_name: move
global_size: 1
local_size: 1
arg_in:  0 buffer int[2] 5 6
arg_out: 0 buffer int[2] 7 8
arg_in:  1 buffer float[2] 1.5 2.5
arg_out: 1 buffer float[2] 3.5 -0.0
arg_out: 2 buffer float[4] 5 6 1.5 2.5

[test]
name: compare and exchange
kernel_name: compare
global_size: 1
local_size: 1
arg_in:  0 buffer int[2] 5 6
arg_out: 0 buffer int[2] 50 6
arg_in:  1 buffer uint[2] 5 6
arg_out: 1 buffer uint[2] 5 60
# equal?, expected afterwards
arg_out: 2 buffer int[8] 1 5 0 6 0 5 1 6

[test]
name: flags
kernel_name: flags
arg_in:  0 buffer int[2] 0 1
arg_out: 0 buffer int[2] 1 0
# How many found the flag clear.
arg_in:  1 buffer int[1] 0
arg_out: 1 buffer int[1] 1
!*/

#define RELAXED memory_order_relaxed, memory_scope_device

kernel void fetch_int(volatile global atomic_int *a)
{
    int id = (int)get_global_id(0);
    atomic_fetch_add_explicit(&a[0], 1, RELAXED);
    atomic_fetch_sub_explicit(&a[1], 2, RELAXED);
    atomic_fetch_or_explicit(&a[2], id, memory_order_acq_rel, memory_scope_device);
    atomic_fetch_and_explicit(&a[3], 63 - id, RELAXED);
    atomic_fetch_xor_explicit(&a[4], 1 << id % 32, memory_order_acquire);
    atomic_fetch_min_explicit(&a[5], -id, memory_order_release, memory_scope_device);
    atomic_fetch_max_explicit(&a[6], id, RELAXED);
}

kernel void fetch_uint(volatile global atomic_uint *a)
{
    uint id = (uint)get_global_id(0);
    atomic_fetch_add_explicit(&a[0], 1u, RELAXED);
    atomic_fetch_sub_explicit(&a[1], 1u, RELAXED);
    atomic_fetch_min_explicit(&a[2], id, RELAXED);
    atomic_fetch_max_explicit(&a[3], 0u - id, RELAXED);
}

kernel void old_values(volatile global atomic_int *counter, volatile global atomic_uint *seen)
{
    int old = atomic_fetch_add_explicit(counter, 1, memory_order_acq_rel, memory_scope_device);
    atomic_fetch_add_explicit(&seen[old], 1u, RELAXED);
}

kernel void move(volatile global atomic_int *a, volatile global atomic_float *f, global float *out)
{
    out[0] = (float)atomic_load_explicit(&a[0], memory_order_acquire, memory_scope_device);
    atomic_store_explicit(&a[0], 7, memory_order_release, memory_scope_device);
    out[1] = (float)atomic_exchange_explicit(&a[1], 8, RELAXED);
    out[2] = atomic_load_explicit(&f[0], memory_order_acquire);
    atomic_store_explicit(&f[0], 3.5f, memory_order_release);
    out[3] = atomic_exchange_explicit(&f[1], -0.0f, RELAXED);
}

#define COMPARE(strength, object, from, expected, desired, at)                                     \
    {                                                                                              \
        from = expected;                                                                           \
        out[at] = atomic_compare_exchange_##strength##_explicit(                                   \
            object, &from, desired, memory_order_acq_rel, memory_order_relaxed,                    \
            memory_scope_device);                                                                  \
        out[at + 1] = (int)from;                                                                   \
    }

kernel void compare(volatile global atomic_int *a, volatile global atomic_uint *u, global int *out)
{
    int mine;
    uint of_mine;
    COMPARE(strong, &a[0], mine, 5, 50, 0)
    COMPARE(strong, &a[1], mine, 5, 50, 2)
    COMPARE(strong, &u[0], of_mine, 6, 60, 4)
    COMPARE(strong, &u[1], of_mine, 6, 60, 6)
}

kernel void flags(volatile global atomic_flag *flag, volatile global atomic_int *clear)
{
    if (!atomic_flag_test_and_set_explicit(&flag[0], memory_order_acquire, memory_scope_device))
        atomic_fetch_add_explicit(clear, 1, RELAXED);
    atomic_flag_clear_explicit(&flag[1], memory_order_release, memory_scope_device);
}
