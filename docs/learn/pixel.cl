// SPDX-License-Identifier: MIT
/*!
# Chapter 1: a pixel is read. Red of the image is the column, green the row.

[config]
name: a pixel is read
kernel_name: shift
need_image_support: true
dimensions: 2
global_size: 8 8 0
local_size: 8 8 0

[test]
name: three quarters to the right
arg_out: 0 image float4 \
         0.25 0 0 1  1.25 0 0 1  2.25 0 0 1  3.25 0 0 1  4.25 0 0 1  5.25 0 0 1  6.25 0 0 1  7 0 0 1 \
         0.25 1 0 1  1.25 1 0 1  2.25 1 0 1  3.25 1 0 1  4.25 1 0 1  5.25 1 0 1  6.25 1 0 1  7 1 0 1 \
         0.25 2 0 1  1.25 2 0 1  2.25 2 0 1  3.25 2 0 1  4.25 2 0 1  5.25 2 0 1  6.25 2 0 1  7 2 0 1 \
         0.25 3 0 1  1.25 3 0 1  2.25 3 0 1  3.25 3 0 1  4.25 3 0 1  5.25 3 0 1  6.25 3 0 1  7 3 0 1 \
         0.25 4 0 1  1.25 4 0 1  2.25 4 0 1  3.25 4 0 1  4.25 4 0 1  5.25 4 0 1  6.25 4 0 1  7 4 0 1 \
         0.25 5 0 1  1.25 5 0 1  2.25 5 0 1  3.25 5 0 1  4.25 5 0 1  5.25 5 0 1  6.25 5 0 1  7 5 0 1 \
         0.25 6 0 1  1.25 6 0 1  2.25 6 0 1  3.25 6 0 1  4.25 6 0 1  5.25 6 0 1  6.25 6 0 1  7 6 0 1 \
         0.25 7 0 1  1.25 7 0 1  2.25 7 0 1  3.25 7 0 1  4.25 7 0 1  5.25 7 0 1  6.25 7 0 1  7 7 0 1 \
         image_type 2d image_width 8 image_height 8 \
         image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 \
         0 0 0 1  1 0 0 1  2 0 0 1  3 0 0 1  4 0 0 1  5 0 0 1  6 0 0 1  7 0 0 1 \
         0 1 0 1  1 1 0 1  2 1 0 1  3 1 0 1  4 1 0 1  5 1 0 1  6 1 0 1  7 1 0 1 \
         0 2 0 1  1 2 0 1  2 2 0 1  3 2 0 1  4 2 0 1  5 2 0 1  6 2 0 1  7 2 0 1 \
         0 3 0 1  1 3 0 1  2 3 0 1  3 3 0 1  4 3 0 1  5 3 0 1  6 3 0 1  7 3 0 1 \
         0 4 0 1  1 4 0 1  2 4 0 1  3 4 0 1  4 4 0 1  5 4 0 1  6 4 0 1  7 4 0 1 \
         0 5 0 1  1 5 0 1  2 5 0 1  3 5 0 1  4 5 0 1  5 5 0 1  6 5 0 1  7 5 0 1 \
         0 6 0 1  1 6 0 1  2 6 0 1  3 6 0 1  4 6 0 1  5 6 0 1  6 6 0 1  7 6 0 1 \
         0 7 0 1  1 7 0 1  2 7 0 1  3 7 0 1  4 7 0 1  5 7 0 1  6 7 0 1  7 7 0 1 \
         image_type 2d image_width 8 image_height 8 \
         image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 float2 0.75 0.5
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void shift(write_only image2d_t out, read_only image2d_t in, float2 by)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const float4 colour = read_imagef(in, texels, convert_float2(at) + by);
    write_imagef(out, at, colour);
}
