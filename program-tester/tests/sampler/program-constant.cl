// SPDX-License-Identifier: MIT
/*!
# A sampler declared at program scope (OpenCL C 1.2, 6.12.14.1).

[config]
name: sampler program constant
kernel_name: read
global_size: 8 0 0
need_image_support: true

[test]
name: repeat, linear, normalized
arg_out: 0 buffer float4[8] 0.46875 -0.75 -6 1 0.1875 0.25 -1 1 0.34375 -0.5 -13 8.5 0.609375 \
        -0.5625 -6.75 2.125 0.15625 -0.25 -2 1 0.8125 -0.75 -9 3 0.46875 0.1875 -5.25 2.6875 \
        0.65625 -0.5 -7 2.5 tolerance 1e-5
arg_in:  1 image float4 0 0 -0 1 0.1875 0.25 -1 1 0.375 0.5 -2 1 0.5625 0.75 -3 1 0.3125 -0.5 -4 1 \
        0.5 -0.25 -5 2 0.6875 0 -6 3 0.875 0.25 -7 4 0.625 -1 -8 1 0.8125 -0.75 -9 3 0 -0.5 -1e+01 \
        5 0.1875 -0.25 -11 7 0.9375 -1.5 -12 1 0.125 -1.25 -13 4 0.3125 -1 -14 7 0.5 -0.75 -15 \
        1e+01 image_type 2d image_width 4 image_height 4 image_channel_order RGBA \
        image_channel_data_type FLOAT
arg_in:  2 buffer float2[8] 0.125 0.5 0.375 0.125 -0.125 0.75 1.3125 0.5 2.125 1.25 -1.625 -0.375 \
        0.9375 0.0625 5.375 0.5
!*/

constant sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

kernel void read(global float4 *out, read_only image2d_t image, global const float2 *at)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, smooth, at[i]);
}
