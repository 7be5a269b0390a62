// SPDX-License-Identifier: MIT
/*!
# Atomics on local memory return the value before (OpenCL C 1.2, section 6.12.11); they are atomic among
# the work-items of a group.

[config]
name: results of atomics on local memory
require_device_extensions: cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics
global_size: 198
local_size: 99

[test]
name: tickets are given once each
kernel_name: tickets
arg_in:  0 buffer uint[99] repeat 0
arg_out: 0 buffer uint[99] repeat 2

[test]
name: an exchange loses no value
kernel_name: pass_on
arg_out: 0 buffer uint[2] 4856 4856

[test]
name: a sum by compare and exchange
kernel_name: exchange_sum
global_size: 66
local_size: 33
arg_out: 0 buffer uint[2] 533 533

[test]
name: each operation by one work-item
kernel_name: each
global_size: 1
local_size: 1
arg_out: 0 buffer int[11] 17 7 99 13 11 -3 20 8 15 3 7
arg_out: 1 buffer int[11] repeat 12

[test]
name: smallest and largest without a sign
kernel_name: unsigned_extremes
global_size: 1
local_size: 1
arg_out: 0 buffer uint[4] 12 0xfffffffd 12 12

[test]
name: floats change places
kernel_name: floats
global_size: 1
local_size: 1
arg_in:  0 buffer float[2] 1.5 0
arg_out: 0 buffer float[2] -0.25 1.5
arg_out: 1 buffer float[2] 2.5 3.5
!*/

kernel void tickets(volatile global uint *taken)
{
    volatile local uint next;
    if (get_local_id(0) == 0)
        next = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&taken[atomic_inc(&next)]);
}

/* Every value put in is taken out once or is left at the end: 5 + 0 + 1 + ... + 98. */
kernel void pass_on(global uint *sums)
{
    volatile local uint place, sum;
    uint i = get_local_id(0);
    if (i == 0) {
        place = 5;
        sum = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, atomic_xchg(&place, i));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0)
        sums[get_group_id(0)] = sum + place;
}

/* 5 + 0 + 1 + ... + 32. */
kernel void exchange_sum(global uint *sums)
{
    volatile local uint sum;
    uint i = get_local_id(0), before, seen;
    if (i == 0)
        sum = 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    seen = sum;
    do {
        before = seen;
        seen = atomic_cmpxchg(&sum, before, before + i);
    } while (seen != before);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0)
        sums[get_group_id(0)] = sum;
}

kernel void each(global int *after, global int *old)
{
    volatile local int v[11];
    for (int i = 0; i < 11; i++)
        v[i] = 12;
    old[0] = atomic_add(&v[0], 5);
    old[1] = atomic_sub(&v[1], 5);
    old[2] = atomic_xchg(&v[2], 99);
    old[3] = atomic_inc(&v[3]);
    old[4] = atomic_dec(&v[4]);
    old[5] = atomic_min(&v[5], -3);
    old[6] = atomic_max(&v[6], 20);
    old[7] = atomic_and(&v[7], ~4);
    old[8] = atomic_or(&v[8], 3);
    old[9] = atomic_xor(&v[9], 15);
    old[10] = atomic_cmpxchg(&v[10], 12, 7);
    for (int i = 0; i < 11; i++)
        after[i] = v[i];
}

kernel void unsigned_extremes(global uint *out)
{
    volatile local uint v[2];
    v[0] = v[1] = 12;
    out[2] = atomic_min(&v[0], 0xfffffffdu);
    out[3] = atomic_max(&v[1], 0xfffffffdu);
    out[0] = v[0];
    out[1] = v[1];
}

kernel void floats(volatile global float *places, global float *old)
{
    volatile local float v;
    v = 2.5f;
    places[1] = atomic_xchg(&places[0], -0.25f);
    old[0] = atomic_xchg(&v, 3.5f);
    old[1] = v;
}
