// SPDX-License-Identifier: MIT
/*!
# Addressing mode NONE: coordinates inside only, the rest is undefined (OpenCL 1.2, 5.7.1).

[config]
name: sampler none
kernel_name: read
global_size: 4 0 0
need_image_support: true

[test]
for: name filter expected given in \
       (nearest  nearest  "0 0 0 1 0.8125 -0.75 -9 3 0.875 0.25 -7 4 0 -0.5 -1e+01 5" \
        "0.5 0.5 1.5 2.5 3.25 1.75 2.0625 2.9375") \
       ("linear, inside"  linear \
        "0 0 0 1 0.8125 -0.75 -9 3 0.65625 0.0625 -7.75 4.4375 0.3125 -0.875 -11.5 4.75 tolerance 1e-5" \
        "0.5 0.5 1.5 2.5 3.25 1.75 2 3")
name: $name
arg_out: 0 buffer float4[4] $expected
arg_in:  1 image float4 0 0 -0 1 0.1875 0.25 -1 1 0.375 0.5 -2 1 0.5625 0.75 -3 1 0.3125 -0.5 -4 1 0.5 -0.25 \
        -5 2 0.6875 0 -6 3 0.875 0.25 -7 4 0.625 -1 -8 1 0.8125 -0.75 -9 3 0 -0.5 -1e+01 5 0.1875 -0.25 -11 \
        7 0.9375 -1.5 -12 1 0.125 -1.25 -13 4 0.3125 -1 -14 7 0.5 -0.75 -15 1e+01 image_type 2d image_width \
        4 image_height 4 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords false addressing_mode none filter_mode $filter
arg_in:  3 buffer float2[4] $given
!*/

kernel void read(global float4 *out, read_only image2d_t image, sampler_t sampler,
                 global const float2 *at)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, at[i]);
}
