// SPDX-License-Identifier: MIT
/*!
# A sampler declared inside a kernel (OpenCL C 1.2, 6.12.14.1).

[config]
name: sampler kernel constant
kernel_name: read
global_size: 8 0 0
need_image_support: true

[test]
name: clamp_to_edge, linear
arg_out: 0 buffer float4[8] 0 0 0 1 0.1875 -0.25 -11 7 0.21875 0.0625 -1.75 1.1875 0.3125 -0.5 -4 \
        1 0.53125 0 -9 5.5 0.265625 -1 -12.5 5.125 0 0 0 1 0.875 0.25 -7 4 tolerance 1e-5
arg_in:  1 image float4 0 0 -0 1 0.1875 0.25 -1 1 0.375 0.5 -2 1 0.5625 0.75 -3 1 0.3125 -0.5 -4 1 \
        0.5 -0.25 -5 2 0.6875 0 -6 3 0.875 0.25 -7 4 0.625 -1 -8 1 0.8125 -0.75 -9 3 0 -0.5 -1e+01 \
        5 0.1875 -0.25 -11 7 0.9375 -1.5 -12 1 0.125 -1.25 -13 4 0.3125 -1 -14 7 0.5 -0.75 -15 \
        1e+01 image_type 2d image_width 4 image_height 4 image_channel_order RGBA \
        image_channel_data_type FLOAT
arg_in:  2 buffer float2[8] 0.5 0.5 3.5 2.5 1.25 0.75 -0.25 1.5 4.25 2 2 3.25 -3.5 -1.5 9 1.5
!*/

kernel void read(global float4 *out, read_only image2d_t image, global const float2 *at)
{
    const sampler_t smooth =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, smooth, at[i]);
}
