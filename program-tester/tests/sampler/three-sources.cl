// SPDX-License-Identifier: MIT
/*!
# An argument, a program-scope and a kernel-scope sampler in one kernel keep their own states.

[config]
name: sampler three sources
kernel_name: read
global_size: 8 0 0
need_image_support: true

[test]
name: sum of three reads
arg_out: 0 buffer float4[8] 0 0 0 1 0.1875 -0.25 -11 7 0.1875 0.25 -1 1 0 0 0 0 0 0 0 0 0.3125 -1 \
        -14 7 0 0 0 0 0 0 0 0
arg_out: 1 buffer float4[8] 0.46875 -0.75 -6 1 0.1875 0.25 -1 1 0.34375 -0.5 -13 8.5 0.609375 \
        -0.5625 -6.75 2.125 0.15625 -0.25 -2 1 0.8125 -0.75 -9 3 0.46875 0.1875 -5.25 2.6875 \
        0.65625 -0.5 -7 2.5 tolerance 1e-5
arg_out: 2 buffer float4[8] 0 0 0 1 0.1875 -0.25 -11 7 0.21875 0.0625 -1.75 1.1875 0.3125 -0.5 -4 \
        1 0.53125 0 -9 5.5 0.265625 -1 -12.5 5.125 0 0 0 1 0.875 0.25 -7 4 tolerance 1e-5
arg_in:  3 image float4 0 0 -0 1 0.1875 0.25 -1 1 0.375 0.5 -2 1 0.5625 0.75 -3 1 0.3125 -0.5 -4 1 \
        0.5 -0.25 -5 2 0.6875 0 -6 3 0.875 0.25 -7 4 0.625 -1 -8 1 0.8125 -0.75 -9 3 0 -0.5 -1e+01 \
        5 0.1875 -0.25 -11 7 0.9375 -1.5 -12 1 0.125 -1.25 -13 4 0.3125 -1 -14 7 0.5 -0.75 -15 \
        1e+01 image_type 2d image_width 4 image_height 4 image_channel_order RGBA \
        image_channel_data_type FLOAT
arg_in:  4 sampler normalized_coords false addressing_mode clamp filter_mode nearest
arg_in:  5 buffer float2[8] 0.53125 0.53125 3.53125 2.53125 1.28125 0.78125 -0.21875 1.53125 \
        4.28125 2.03125 2.03125 3.28125 -3.46875 -1.46875 9.03125 1.53125
arg_in:  6 buffer float2[8] 0.125 0.5 0.375 0.125 -0.125 0.75 1.3125 0.5 2.125 1.25 -1.625 -0.375 \
        0.9375 0.0625 5.375 0.5
arg_in:  7 buffer float2[8] 0.5 0.5 3.5 2.5 1.25 0.75 -0.25 1.5 4.25 2 2 3.25 -3.5 -1.5 9 1.5
!*/

constant sampler_t tiled = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

kernel void read(global float4 *nearest, global float4 *repeated, global float4 *smooth,
                 read_only image2d_t image, sampler_t argument, global const float2 *at0,
                 global const float2 *at1, global const float2 *at2)
{
    const sampler_t edge =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    size_t i = get_global_id(0);
    nearest[i] = read_imagef(image, argument, at0[i]);
    repeated[i] = read_imagef(image, tiled, at1[i]);
    smooth[i] = read_imagef(image, edge, at2[i]);
}
