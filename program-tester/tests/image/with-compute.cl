// SPDX-License-Identifier: MIT
/*!
# An image, local memory, atomics, constants, 64-bit integers and private arrays in one kernel: the bytes of
# an image are counted by class, and their ranks are written to another image.

[config]
name: an image among all else
kernel_name: rank
need_image_support: true
dimensions: 2
global_size: 4 2
local_size: 2 2

[test]
name: two groups
arg_in:  0 image uchar 10 200 30 90  70 130 250 10 \
           image_type 2d image_width 4 image_height 2 \
           image_channel_order R image_channel_data_type UNSIGNED_INT8
arg_out: 1 image uint 0 3 1 2  1 3 3 0 \
           image_type 2d image_width 4 image_height 2 \
           image_channel_order R image_channel_data_type UNSIGNED_INT32
arg_in:  2 buffer uint[4] repeat 0
arg_out: 2 buffer uint[4] 2 2 1 3
arg_out: 3 buffer ulong[2] 101000000000 91600000000
!*/

constant uint limits[] = {20, 80, 125};
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

kernel void rank(read_only image2d_t image, write_only image2d_t ranks, volatile global uint *counts,
                 global ulong *sums)
{
    local uint bytes[4];
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    uint i = get_local_id(1) * 2 + get_local_id(0), found = 0, sorted[4];
    uint value = read_imageui(image, nearest, place).x;
    bytes[i] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    while (found < 3 && value > limits[found])
        found++;
    atomic_inc(&counts[found]);
    write_imageui(ranks, place, (uint4)(found));
    for (uint n = 0; n < 4; n++)
        sorted[n] = bytes[n] * (n + 1) % 251;
    if (i == 3) {
        ulong sum = 0;
        for (uint n = 0; n < 4; n++)
            sum += (n + 1) * 100000000UL * sorted[(n + get_group_id(0)) & 3];
        sums[get_group_id(0)] = sum;
    }
}
