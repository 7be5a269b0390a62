// SPDX-License-Identifier: MIT
/*!
# Integer coordinates address texels; clamp_to_edge and clamp hold for them (OpenCL C 1.2, 6.12.14.2).

[config]
name: sampler integer coordinates
kernel_name: read
global_size: 8 0 0
need_image_support: true

[test]
for: mode expected in \
       (clamp_to_edge \
        "0 0 -0 1 0.5 -0.75 -15 1e+01 0.625 -1 -8 1 0.875 0.25 -7 4 0.375 0.5 -2 1 0.125 -1.25 -13 4 0.6875 0 -6 3 0.5625 0.75 -3 1") \
       (clamp  "0 0 -0 1 0.5 -0.75 -15 1e+01 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.6875 0 -6 3 0 0 0 0")
name: $mode
arg_out: 0 buffer float4[8] $expected
arg_in:  1 image float4 0 0 -0 1 0.1875 0.25 -1 1 0.375 0.5 -2 1 0.5625 0.75 -3 1 0.3125 -0.5 -4 1 0.5 -0.25 \
        -5 2 0.6875 0 -6 3 0.875 0.25 -7 4 0.625 -1 -8 1 0.8125 -0.75 -9 3 0 -0.5 -1e+01 5 0.1875 -0.25 -11 \
        7 0.9375 -1.5 -12 1 0.125 -1.25 -13 4 0.3125 -1 -14 7 0.5 -0.75 -15 1e+01 image_type 2d image_width \
        4 image_height 4 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords false addressing_mode $mode filter_mode nearest
arg_in:  3 buffer int2[8] 0 0 3 3 -1 2 4 1 2 -7 1 9 2 1 100 -100
!*/

kernel void read(global float4 *out, read_only image2d_t image, sampler_t sampler,
                 global const int2 *at)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, at[i]);
}
