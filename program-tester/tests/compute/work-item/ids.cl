// SPDX-License-Identifier: MIT
/*!
# Global, local and group ids in one, two and three dimensions, with and without an offset
# (OpenCL C 1.2, 6.12.1).

[config]
name: compute work item ids
kernel_name: identify

[test]
name: one dimension
dimensions: 1
global_size: 12 0 0
local_size: 4 0 0
arg_out: 0 buffer int[60] 0 0 0 0 0 1 0 0 1 0 2 0 0 2 0 3 0 0 3 0 4 0 0 0 1 5 0 0 1 1 6 0 0 2 1 7 \
        0 0 3 1 8 0 0 0 2 9 0 0 1 2 10 0 0 2 2 11 0 0 3 2

[test]
name: two dimensions
dimensions: 2
global_size: 6 4 0
local_size: 3 2 0
arg_out: 0 buffer int[120] 0 0 0 0 0 1 0 0 1 0 2 0 0 2 0 3 0 0 0 1 4 0 0 1 1 5 0 0 2 1 0 1 0 10 0 \
        1 1 0 11 0 2 1 0 12 0 3 1 0 10 1 4 1 0 11 1 5 1 0 12 1 0 2 0 0 10 1 2 0 1 10 2 2 0 2 10 3 \
        2 0 0 11 4 2 0 1 11 5 2 0 2 11 0 3 0 10 10 1 3 0 11 10 2 3 0 12 10 3 3 0 10 11 4 3 0 11 11 \
        5 3 0 12 11

[test]
name: three dimensions
dimensions: 3
global_size: 4 3 4
local_size: 2 3 2
arg_out: 0 buffer int[240] 0 0 0 0 0 1 0 0 1 0 2 0 0 0 1 3 0 0 1 1 0 1 0 10 0 1 1 0 11 0 2 1 0 10 \
        1 3 1 0 11 1 0 2 0 20 0 1 2 0 21 0 2 2 0 20 1 3 2 0 21 1 0 0 1 100 0 1 0 1 101 0 2 0 1 100 \
        1 3 0 1 101 1 0 1 1 110 0 1 1 1 111 0 2 1 1 110 1 3 1 1 111 1 0 2 1 120 0 1 2 1 121 0 2 2 \
        1 120 1 3 2 1 121 1 0 0 2 0 100 1 0 2 1 100 2 0 2 0 101 3 0 2 1 101 0 1 2 10 100 1 1 2 11 \
        100 2 1 2 10 101 3 1 2 11 101 0 2 2 20 100 1 2 2 21 100 2 2 2 20 101 3 2 2 21 101 0 0 3 \
        100 100 1 0 3 101 100 2 0 3 100 101 3 0 3 101 101 0 1 3 110 100 1 1 3 111 100 2 1 3 110 \
        101 3 1 3 111 101 0 2 3 120 100 1 2 3 121 100 2 2 3 120 101 3 2 3 121 101

[test]
name: offset
dimensions: 3
global_size: 4 2 2
local_size: 2 1 2
global_offset: 5 7 100
arg_out: 0 buffer int[80] 5 7 100 0 0 6 7 100 1 0 7 7 100 0 1 8 7 100 1 1 5 8 100 0 10 6 8 100 1 \
        10 7 8 100 0 11 8 8 100 1 11 5 7 101 100 0 6 7 101 101 0 7 7 101 100 1 8 7 101 101 1 5 8 \
        101 100 10 6 8 101 101 10 7 8 101 100 11 8 8 101 101 11
!*/

kernel void identify(global int *out)
{
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t i = ((z - get_global_offset(2)) * get_global_size(1) + y - get_global_offset(1)) *
                   get_global_size(0) + x - get_global_offset(0);
    out[i * 5 + 0] = x;
    out[i * 5 + 1] = y;
    out[i * 5 + 2] = z;
    out[i * 5 + 3] = get_local_id(0) + 10 * get_local_id(1) + 100 * get_local_id(2);
    out[i * 5 + 4] = get_group_id(0) + 10 * get_group_id(1) + 100 * get_group_id(2);
}
