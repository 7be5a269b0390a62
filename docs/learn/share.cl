// SPDX-License-Identifier: MIT
/*!
# Chapter 5: a work-group shares. The image comes out with rows and columns exchanged.

[config]
name: a work-group shares
kernel_name: turn
need_image_support: true
dimensions: 2
global_size: 8 8 0
local_size: 8 8 0

[test]
name: rows and columns
arg_out: 0 image int \
         0 8 16 24 32 40 48 56 \
         1 9 17 25 33 41 49 57 \
         2 10 18 26 34 42 50 58 \
         3 11 19 27 35 43 51 59 \
         4 12 20 28 36 44 52 60 \
         5 13 21 29 37 45 53 61 \
         6 14 22 30 38 46 54 62 \
         7 15 23 31 39 47 55 63 \
         image_type 2d image_width 8 image_height 8 \
         image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  1 image int \
         0 1 2 3 4 5 6 7 \
         8 9 10 11 12 13 14 15 \
         16 17 18 19 20 21 22 23 \
         24 25 26 27 28 29 30 31 \
         32 33 34 35 36 37 38 39 \
         40 41 42 43 44 45 46 47 \
         48 49 50 51 52 53 54 55 \
         56 57 58 59 60 61 62 63 \
         image_type 2d image_width 8 image_height 8 \
         image_channel_order R image_channel_data_type SIGNED_INT32
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

#define AT(row, column) (8 * (row) + (column))

kernel void turn(write_only image2d_t out, read_only image2d_t in)
{
    local int tile[64];
    const int x = get_local_id(0), y = get_local_id(1);
    tile[AT(y, x)] = read_imagei(in, texels, (int2)(x, y)).x;
    barrier(CLK_LOCAL_MEM_FENCE);
    write_imagei(out, (int2)(x, y), tile[AT(x, y)]);
}
