// SPDX-License-Identifier: MIT
/*!
# Atomics on global memory return the value before (OpenCL C 1.2, section 6.12.11). All work-items
# of all groups take part, some in flow that others of their wavefront do not enter.

[config]
name: results of atomics on global memory
require_device_extensions: cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics
global_size: 2112
local_size: 33

[test]
for: name kernel expected of in \
       ("tickets are given once each"         tickets       2112        2112) \
       ("odd work-items only"                 odd_tickets   1056        1056) \
       ("one work-item finds each bit unset"  first_to_set  0xffffffff  32)
name: $name
kernel_name: $kernel
arg_in:  0 buffer uint[1] 0
arg_out: 0 buffer uint[1] $expected
arg_in:  1 buffer uint[$of] repeat 0
arg_out: 1 buffer uint[$of] repeat 1

[test]
name: a sum by compare and exchange
kernel_name: exchange_sum
global_size: 132
arg_in:  0 buffer uint[1] 0
arg_out: 0 buffer uint[1] 8646

[test]
name: an exchange loses no value
kernel_name: pass_on
arg_in:  0 buffer uint[1] 5
arg_in:  1 buffer uint[2] 0 0
arg_out: 1 buffer uint[2] 2229221 2112

[test]
for: name kernel of given expected in \
       ("each operation by one work-item"      each               int[11]  repeat  "17 7 99 13 11 -3 20 8 15 3 7") \
       ("smallest and largest without a sign"  unsigned_extremes  uint[2]  12      "12 0xfffffffd")
name: $name
kernel_name: $kernel
global_size: 1
local_size: 1
arg_in:  0 buffer $of $given 12
arg_out: 0 buffer $of $expected
arg_out: 1 buffer $of $given 12
!*/

kernel void tickets(volatile global uint *next, global uint *taken)
{
    taken[atomic_inc(next)] += 1;
}

kernel void odd_tickets(volatile global uint *next, global uint *taken)
{
    if (get_global_id(0) & 1)
        taken[atomic_add(next, 1u)] += 1;
}

kernel void first_to_set(volatile global uint *bits, global uint *firsts)
{
    uint bit = get_global_id(0) & 31;
    if (!(atomic_or(bits, 1u << bit) >> bit & 1))
        firsts[bit] += 1;
}

kernel void exchange_sum(volatile global uint *sum)
{
    uint seen = *sum, before;
    do {
        before = seen;
        seen = atomic_cmpxchg(sum, before, before + (uint)get_global_id(0));
    } while (seen != before);
}

/* Every value put in is taken out once or is left at the end: 5 + 0 + 1 + ... + 2111 in all. The
 * last work-item to arrive takes out what is left. */
kernel void pass_on(volatile global uint *place, volatile global uint *results)
{
    atomic_add(&results[0], atomic_xchg(place, (uint)get_global_id(0)));
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    if (atomic_inc(&results[1]) == get_global_size(0) - 1)
        atomic_add(&results[0], atomic_xchg(place, 0u));
}

kernel void each(volatile global int *v, global int *old)
{
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
}

kernel void unsigned_extremes(volatile global uint *v, global uint *old)
{
    old[0] = atomic_min(&v[0], -3);
    old[1] = atomic_max(&v[1], -3);
}
