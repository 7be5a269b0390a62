// SPDX-License-Identifier: MIT
/*!
# The addressing modes with float coordinates inside and outside of the image, by the equations of OpenCL 1.2, 8.2.
# Linear weights are multiples of 1/16, which any hardware can represent.

[config]
name: sampler addressing
kernel_name: read
global_size: 8 0 0
need_image_support: true

[test]
for: name normalized mode filter expected given in \
       ("clamp_to_edge, nearest, unnormalized"  false  clamp_to_edge  nearest \
        "0 0 0 1 0.1875 -0.25 -11 7 0.1875 0.25 -1 1 0.3125 -0.5 -4 1 0.1875 -0.25 -11 7 0.3125 -1 -14 7 0 0 0 1 0.875 0.25 -7 4" \
        "0.53125 0.53125 3.53125 2.53125 1.28125 0.78125 -0.21875 1.53125 4.28125 2.03125 2.03125 3.28125 -3.46875 -1.46875 9.03125 1.53125") \
       ("clamp_to_edge, nearest, normalized"  true  clamp_to_edge  nearest \
        "0.625 -1 -8 1 0.1875 0.25 -1 1 0.9375 -1.5 -12 1 0.1875 -0.25 -11 7 0.5 -0.75 -15 1e+01 0 0 0 1 0.5625 0.75 -3 1 0.1875 -0.25 -11 7" \
        "0.15625 0.53125 0.40625 0.15625 -0.09375 0.78125 1.34375 0.53125 2.15625 1.28125 -1.59375 -0.34375 0.96875 0.09375 5.40625 0.53125") \
       ("clamp_to_edge, linear, unnormalized"  false  clamp_to_edge  linear \
        "0 0 0 1 0.1875 -0.25 -11 7 0.21875 0.0625 -1.75 1.1875 0.3125 -0.5 -4 1 0.53125 0 -9 5.5 0.265625 -1 -12.5 5.125 0 0 0 1 0.875 0.25 -7 4 tolerance 1e-5" \
        "0.5 0.5 3.5 2.5 1.25 0.75 -0.25 1.5 4.25 2 2 3.25 -3.5 -1.5 9 1.5") \
       ("clamp_to_edge, linear, normalized"  true  clamp_to_edge  linear \
        "0.46875 -0.75 -6 1 0.1875 0.25 -1 1 0.78125 -1.25 -1e+01 1 0.53125 0 -9 5.5 0.5 -0.75 -15 1e+01 0 0 0 1 0.5625 0.75 -3 1 0.53125 0 -9 5.5 tolerance 1e-5" \
        "0.125 0.5 0.375 0.125 -0.125 0.75 1.3125 0.5 2.125 1.25 -1.625 -0.375 0.9375 0.0625 5.375 0.5") \
       ("clamp, nearest, unnormalized"  false  clamp  nearest \
        "0 0 0 1 0.1875 -0.25 -11 7 0.1875 0.25 -1 1 0 0 0 0 0 0 0 0 0.3125 -1 -14 7 0 0 0 0 0 0 0 0" \
        "0.53125 0.53125 3.53125 2.53125 1.28125 0.78125 -0.21875 1.53125 4.28125 2.03125 2.03125 3.28125 -3.46875 -1.46875 9.03125 1.53125") \
       ("clamp, nearest, normalized"  true  clamp  nearest \
        "0.625 -1 -8 1 0.1875 0.25 -1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.5625 0.75 -3 1 0 0 0 0" \
        "0.15625 0.53125 0.40625 0.15625 -0.09375 0.78125 1.34375 0.53125 2.15625 1.28125 -1.59375 -0.34375 0.96875 0.09375 5.40625 0.53125") \
       ("clamp, linear, unnormalized"  false  clamp  linear \
        "0 0 0 1 0.1875 -0.25 -11 7 0.21875 0.0625 -1.75 1.1875 0.078125 -0.125 -1 0.25 0.1328125 0 -2.25 1.375 0.265625 -1 -12.5 5.125 0 0 0 0 0 0 0 0 tolerance 1e-5" \
        "0.5 0.5 3.5 2.5 1.25 0.75 -0.25 1.5 4.25 2 2 3.25 -3.5 -1.5 9 1.5") \
       ("clamp, linear, normalized"  true  clamp  linear \
        "0.46875 -0.75 -6 1 0.1875 0.25 -1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.31640625 0.421875 -1.6875 0.5625 0 0 0 0 tolerance 1e-5" \
        "0.125 0.5 0.375 0.125 -0.125 0.75 1.3125 0.5 2.125 1.25 -1.625 -0.375 0.9375 0.0625 5.375 0.5") \
       ("repeat, nearest, normalized"  true  repeat  nearest \
        "0.625 -1 -8 1 0.1875 0.25 -1 1 0.5 -0.75 -15 1e+01 0.8125 -0.75 -9 3 0.3125 -0.5 -4 1 0.8125 -0.75 -9 3 0.5625 0.75 -3 1 0.8125 -0.75 -9 3" \
        "0.15625 0.53125 0.40625 0.15625 -0.09375 0.78125 1.34375 0.53125 2.15625 1.28125 -1.59375 -0.34375 0.96875 0.09375 5.40625 0.53125") \
       ("repeat, linear, normalized"  true  repeat  linear \
        "0.46875 -0.75 -6 1 0.1875 0.25 -1 1 0.34375 -0.5 -13 8.5 0.609375 -0.5625 -6.75 2.125 0.15625 -0.25 -2 1 0.8125 -0.75 -9 3 0.46875 0.1875 -5.25 2.6875 0.65625 -0.5 -7 2.5 tolerance 1e-5" \
        "0.125 0.5 0.375 0.125 -0.125 0.75 1.3125 0.5 2.125 1.25 -1.625 -0.375 0.9375 0.0625 5.375 0.5") \
       ("mirrored_repeat, nearest, normalized"  true  mirrored_repeat  nearest \
        "0.625 -1 -8 1 0.1875 0.25 -1 1 0.9375 -1.5 -12 1 0 -0.5 -1e+01 5 0.625 -1 -8 1 0.5 -0.25 -5 2 0.5625 0.75 -3 1 0 -0.5 -1e+01 5" \
        "0.15625 0.53125 0.40625 0.15625 -0.09375 0.78125 1.34375 0.53125 2.15625 1.28125 -1.59375 -0.34375 0.96875 0.09375 5.40625 0.53125") \
       ("mirrored_repeat, linear, normalized"  true  mirrored_repeat  linear \
        "0.46875 -0.75 -6 1 0.1875 0.25 -1 1 0.78125 -1.25 -1e+01 1 0.390625 -0.1875 -8.25 4.375 0.78125 -1.25 -1e+01 1 0.5 -0.25 -5 2 0.5625 0.75 -3 1 0.34375 -0.25 -8 4 tolerance 1e-5" \
        "0.125 0.5 0.375 0.125 -0.125 0.75 1.3125 0.5 2.125 1.25 -1.625 -0.375 0.9375 0.0625 5.375 0.5")
name: $name
arg_out: 0 buffer float4[8] $expected
arg_in:  1 image float4 0 0 -0 1 0.1875 0.25 -1 1 0.375 0.5 -2 1 0.5625 0.75 -3 1 0.3125 -0.5 -4 1 0.5 -0.25 \
        -5 2 0.6875 0 -6 3 0.875 0.25 -7 4 0.625 -1 -8 1 0.8125 -0.75 -9 3 0 -0.5 -1e+01 5 0.1875 -0.25 -11 \
        7 0.9375 -1.5 -12 1 0.125 -1.25 -13 4 0.3125 -1 -14 7 0.5 -0.75 -15 1e+01 image_type 2d image_width \
        4 image_height 4 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords $normalized addressing_mode $mode filter_mode $filter
arg_in:  3 buffer float2[8] $given
!*/

kernel void read(global float4 *out, read_only image2d_t image, sampler_t sampler,
                 global const float2 *at)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, at[i]);
}
