// SPDX-License-Identifier: MIT
/*!
# Chapter 3: a fetch is waited for. The image has the column in each texel, the table squares.

[config]
name: a fetch is waited for
kernel_name: look_up
need_image_support: true
dimensions: 2
global_size: 8 8 0
local_size: 8 8 0

[test]
name: squares of sums
arg_out: 0 image int \
         1 16 64 144 256 400 576 729 \
         1 16 64 144 256 400 576 729 \
         1 16 64 144 256 400 576 729 \
         1 16 64 144 256 400 576 729 \
         1 16 64 144 256 400 576 729 \
         1 16 64 144 256 400 576 729 \
         1 16 64 144 256 400 576 729 \
         1 16 64 144 256 400 576 729 \
         image_type 2d image_width 8 image_height 8 \
         image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  1 image int \
         0 1 2 3 4 5 6 7 \
         0 1 2 3 4 5 6 7 \
         0 1 2 3 4 5 6 7 \
         0 1 2 3 4 5 6 7 \
         0 1 2 3 4 5 6 7 \
         0 1 2 3 4 5 6 7 \
         0 1 2 3 4 5 6 7 \
         0 1 2 3 4 5 6 7 \
         image_type 2d image_width 8 image_height 8 \
         image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  2 image int \
         0 1 4 9 16 25 36 49 64 81 100 121 144 169 196 225 \
         256 289 324 361 400 441 484 529 576 625 676 729 784 841 900 961 \
         image_type 1d image_width 32 \
         image_channel_order R image_channel_data_type SIGNED_INT32
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void look_up(write_only image2d_t out, read_only image2d_t in, read_only image1d_t table)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const int4 left = read_imagei(in, texels, at - (int2)(1, 0));
    const int4 middle = read_imagei(in, texels, at);
    const int4 right = read_imagei(in, texels, at + (int2)(1, 0));
    const int sum = left.x + 2 * middle.x + right.x;
    write_imagei(out, at, read_imagei(table, texels, sum));
}
