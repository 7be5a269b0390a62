// SPDX-License-Identifier: MIT
/*!
# Results of a whole work-group (OpenCL C 3.0, 6.15.16): votes, a value of one of them, sums, least and
# largest of all and of those before, which begin with the identity.

[config]
name: collective functions of work-groups
clc_version_min: 30
require_features: __opencl_c_work_group_collective_functions
global_size: 10
local_size: 5

[test]
name: votes
kernel_name: votes
arg_in: 2 buffer int[10] 1 2 3 4 5  0 0 7 0 0
arg_out: 0 buffer int[10] 1 1 1 1 1  0 0 0 0 0
arg_out: 1 buffer int[10] 1 1 1 1 1  1 1 1 1 1

[test]
name: no vote
kernel_name: votes
arg_in: 2 buffer int[10] 0 0 0 0 0  1 1 1 1 -1
arg_out: 0 buffer int[10] 0 0 0 0 0  1 1 1 1 1
arg_out: 1 buffer int[10] 0 0 0 0 0  1 1 1 1 1

[test]
name: sums of signed
kernel_name: sums_int
arg_in: 1 buffer int[10] 3 -1 4 1 -5  9 2 -6 5 3
# add, min, max; then inclusive, then exclusive
arg_out: 0 buffer int[90] \
    2 2 2 2 2  13 13 13 13 13    -5 -5 -5 -5 -5  -6 -6 -6 -6 -6    4 4 4 4 4  9 9 9 9 9 \
    3 2 6 7 2  9 11 5 10 13      3 -1 -1 -1 -5  9 2 -6 -6 -6      3 3 4 4 4  9 9 9 9 9 \
    0 3 2 6 7  0 9 11 5 10  \
    2147483647 3 -1 -1 -1  2147483647 9 2 -6 -6  \
    -2147483648 3 3 4 4  -2147483648 9 9 9 9

[test]
name: sums of unsigned
kernel_name: sums_uint
arg_in: 1 buffer uint[10] 3 0xffffffff 4 1 5  0x80000000 2 6 5 3
arg_out: 0 buffer uint[90] \
    12 12 12 12 12  0x80000010 0x80000010 0x80000010 0x80000010 0x80000010 \
    1 1 1 1 1  2 2 2 2 2 \
    0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff \
    0x80000000 0x80000000 0x80000000 0x80000000 0x80000000 \
    3 2 6 7 12  0x80000000 0x80000002 0x80000008 0x8000000d 0x80000010 \
    3 3 3 1 1  0x80000000 2 2 2 2 \
    3 0xffffffff 0xffffffff 0xffffffff 0xffffffff \
    0x80000000 0x80000000 0x80000000 0x80000000 0x80000000 \
    0 3 2 6 7  0 0x80000000 0x80000002 0x80000008 0x8000000d \
    0xffffffff 3 3 3 1  0xffffffff 0x80000000 2 2 2 \
    0 3 0xffffffff 0xffffffff 0xffffffff  0 0x80000000 0x80000000 0x80000000 0x80000000

[test]
name: sums of float
kernel_name: sums_float
# Sums of these are exact in any order.
arg_in: 1 buffer float[10] 0.5 -1 4 1 -5  9 2.25 -6 5 3
arg_out: 0 buffer float[90] \
    -0.5 -0.5 -0.5 -0.5 -0.5  13.25 13.25 13.25 13.25 13.25 \
    -5 -5 -5 -5 -5  -6 -6 -6 -6 -6    4 4 4 4 4  9 9 9 9 9 \
    0.5 -0.5 3.5 4.5 -0.5  9 11.25 5.25 10.25 13.25 \
    0.5 -1 -1 -1 -5  9 2.25 -6 -6 -6    0.5 0.5 4 4 4  9 9 9 9 9 \
    0 0.5 -0.5 3.5 4.5  0 9 11.25 5.25 10.25 \
    inf 0.5 -1 -1 -1  inf 9 2.25 -6 -6 \
    -inf 0.5 0.5 4 4  -inf 9 9 9 9

[test]
name: sums of long
kernel_name: sums_long
arg_in: 1 buffer long[10] 3 -1 4 1 -5  0x100000000 2 -6 5 3
arg_out: 0 buffer long[30] 2 2 2 2 2  4294967300 4294967300 4294967300 4294967300 4294967300 \
    3 -1 -1 -1 -5  4294967296 2 -6 -6 -6 \
    -9223372036854775808 3 3 4 4 \
    -9223372036854775808 4294967296 4294967296 4294967296 4294967296

[test]
name: a value of one
kernel_name: broadcast
dimensions: 3
global_size: 4 3 2
local_size: 2 3 2
# of 1D id 1, 2D id (1, 2), 3D id (1, 2, 1): linear ids 1, 5, 11 of each group
arg_out: 0 buffer int[72] \
    1 1 1 1 1 1 1 1 1 1 1 1  101 101 101 101 101 101 101 101 101 101 101 101 \
    5 5 5 5 5 5 5 5 5 5 5 5  105 105 105 105 105 105 105 105 105 105 105 105 \
    11 11 11 11 11 11 11 11 11 11 11 11  111 111 111 111 111 111 111 111 111 111 111 111

[test]
name: in turn, in groups of many wavefronts
kernel_name: in_turn
global_size: 400
local_size: 200
# 0 + 1 + ... + 199, and so on: see the kernel.
arg_out: 0 buffer int[400] repeat 0
!*/

kernel void votes(global int *all, global int *any, global const int *in)
{
    size_t id = get_global_id(0);
    all[id] = work_group_all(in[id]) != 0;
    any[id] = work_group_any(in[id]) != 0;
}

#define ALL(type)                                                                                  \
    size_t id = get_global_id(0), n = get_global_size(0);                                          \
    type value = in[id];                                                                           \
    out[id] = work_group_reduce_add(value);                                                        \
    out[n + id] = work_group_reduce_min(value);                                                    \
    out[2 * n + id] = work_group_reduce_max(value);                                                \
    out[3 * n + id] = work_group_scan_inclusive_add(value);                                        \
    out[4 * n + id] = work_group_scan_inclusive_min(value);                                        \
    out[5 * n + id] = work_group_scan_inclusive_max(value);                                        \
    out[6 * n + id] = work_group_scan_exclusive_add(value);                                        \
    out[7 * n + id] = work_group_scan_exclusive_min(value);                                        \
    out[8 * n + id] = work_group_scan_exclusive_max(value);

kernel void sums_int(global int *out, global const int *in)
{
    ALL(int)
}

kernel void sums_uint(global uint *out, global const uint *in)
{
    ALL(uint)
}

kernel void sums_float(global float *out, global const float *in)
{
    ALL(float)
}

kernel void sums_long(global long *out, global const long *in)
{
    size_t id = get_global_id(0), n = get_global_size(0);
    out[id] = work_group_reduce_add(in[id]);
    out[n + id] = work_group_scan_inclusive_min(in[id]);
    out[2 * n + id] = work_group_scan_exclusive_max(in[id]);
}

kernel void broadcast(global int *out)
{
    int group = (int)get_group_id(0);
    int item = (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
                     get_local_id(0));
    int value = group * 100 + item, at = group * 12 + item;
    out[at] = work_group_broadcast(value, 1);
    out[24 + at] = work_group_broadcast(value, 1, 2);
    out[48 + at] = work_group_broadcast(value, 1, 2, 1);
}

/* One call behind the other, in a loop, with branches between that each work-item takes alone. */
kernel void in_turn(global int *out)
{
    int id = (int)get_local_id(0), wrong = 0;
    for (int i = 0; i < 4; i++) {
        int value = id + i;
        if (value % 3 == i)
            value += 0;
        wrong += work_group_reduce_add(value) != 19900 + 200 * i;
        wrong += work_group_scan_exclusive_add(1) != id;
        wrong += work_group_scan_inclusive_max(200 - id) != 200;
        wrong += work_group_broadcast(value, (size_t)(i * 50)) != i * 51;
    }
    out[get_global_id(0)] = wrong;
}
