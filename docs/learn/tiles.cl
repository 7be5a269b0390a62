// SPDX-License-Identifier: MIT
/*!
# Chapter 4: a pixel is written. Each texel gets its number, row by row.

[config]
name: a pixel is written
kernel_name: number
need_image_support: true
dimensions: 2
global_size: 8 8 0
local_size: 8 8 0

[test]
name: numbers
arg_out: 0 image int \
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

kernel void number(write_only image2d_t out)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagei(out, at, 8 * at.y + at.x);
}
