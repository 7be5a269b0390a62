// SPDX-License-Identifier: MIT
/*!
# Chapter 6: a wavefront diverges. The image has the numbers 1 to 64; halve an even one, else
# take three times it plus one, until it is 1: how many steps are that?

[config]
name: a wavefront diverges
kernel_name: steps
need_image_support: true
dimensions: 2
global_size: 8 8 0
local_size: 8 8 0

[test]
name: steps of the numbers to 64
arg_out: 0 image int \
         0 1 7 2 5 8 16 3 \
         19 6 14 9 9 17 17 4 \
         12 20 20 7 7 15 15 10 \
         23 10 111 18 18 18 106 5 \
         26 13 13 21 21 21 34 8 \
         109 8 29 16 16 16 104 11 \
         24 24 24 11 11 112 112 19 \
         32 19 32 19 19 107 107 6 \
         image_type 2d image_width 8 image_height 8 \
         image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  1 image int \
         1 2 3 4 5 6 7 8 \
         9 10 11 12 13 14 15 16 \
         17 18 19 20 21 22 23 24 \
         25 26 27 28 29 30 31 32 \
         33 34 35 36 37 38 39 40 \
         41 42 43 44 45 46 47 48 \
         49 50 51 52 53 54 55 56 \
         57 58 59 60 61 62 63 64 \
         image_type 2d image_width 8 image_height 8 \
         image_channel_order R image_channel_data_type SIGNED_INT32
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void steps(write_only image2d_t out, read_only image2d_t in)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    int value = read_imagei(in, texels, at).x, count = 0;
    while (value > 1) {
        value = value & 1 ? 3 * value + 1 : value / 2;
        count++;
    }
    write_imagei(out, at, count);
}
