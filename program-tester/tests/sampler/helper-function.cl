// SPDX-License-Identifier: MIT
/*!
# A sampler and an image passed on to a helper function.

[config]
name: sampler helper function
kernel_name: read
global_size: 8 0 0
need_image_support: true

[test]
name: argument sampler
arg_out: 0 buffer float4[8] 0 0 0 2 0.375 -0.5 -22 14 0.4375 0.125 -3.5 2.375 0.625 -1 -8 2 1.0625 \
        0 -18 11 0.53125 -2 -25 10.25 0 0 0 2 1.75 0.5 -14 8 tolerance 1e-5
arg_in:  1 image float4 0 0 -0 1 0.1875 0.25 -1 1 0.375 0.5 -2 1 0.5625 0.75 -3 1 0.3125 -0.5 -4 1 \
        0.5 -0.25 -5 2 0.6875 0 -6 3 0.875 0.25 -7 4 0.625 -1 -8 1 0.8125 -0.75 -9 3 0 -0.5 -1e+01 \
        5 0.1875 -0.25 -11 7 0.9375 -1.5 -12 1 0.125 -1.25 -13 4 0.3125 -1 -14 7 0.5 -0.75 -15 \
        1e+01 image_type 2d image_width 4 image_height 4 image_channel_order RGBA \
        image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode linear
arg_in:  3 buffer float2[8] 0.5 0.5 3.5 2.5 1.25 0.75 -0.25 1.5 4.25 2 2 3.25 -3.5 -1.5 9 1.5
!*/

float4 twice(read_only image2d_t image, sampler_t sampler, float2 at)
{
    return 2.0f * read_imagef(image, sampler, at);
}

kernel void read(global float4 *out, read_only image2d_t image, sampler_t sampler,
                 global const float2 *at)
{
    size_t i = get_global_id(0);
    out[i] = twice(image, sampler, at[i]);
}
