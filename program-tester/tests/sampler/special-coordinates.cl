// SPDX-License-Identifier: MIT
/*!
# Coordinates far outside are clamped or wrapped as the equations of OpenCL 1.2, 8.2 say; what a NaN
# reads is not defined, but it harms nothing. The mode NONE promises coordinates inside. Normalized
# coordinates keep off the edges between texels, since their precision is not defined (end of 8.2); huge
# ones are always on an edge, so that any texel is right, but not the border. 40000 would be another
# coordinate in 16 bits. Denormal ones may count as 0, and are in the first texel all the same.

[config]
name: coordinates far outside
need_image_support: true
global_size: 8

[test]
for: name expected normalized mode given in \
       ("clamp to edge, unnormalized"  "1 4 1 4 1 4 1 4"  false  clamp_to_edge \
        "-2e9 2e9 -40000 40000 -1e-40 5 1e-40 3.9999998") \
       ("clamp, normalized"  "0 0 0 0 0 0 1 4"  true  clamp  "-4e8 4e8 -3 3 -0.5 1.5 0.03125 0.96875") \
       (repeat  "1 4 1 1..4 3 3 2 1..4"  true  repeat \
        "0.125 -0.125 1.125 1e30 -7.375 1048575.625 1.375 -1e10") \
       ("mirrored repeat"  "1 1 4 4 2 1 4 1"  true  mirrored_repeat  "0 -0.125 1 1.2 -0.3 2 -1 1048575.875")
name: $name
kernel_name: read
arg_out: 0 buffer float[8] $expected
arg_in:  1 buffer float[8] $given
arg_in:  2 image float 1 2 3 4 image_type 1d image_width 4 image_channel_order R image_channel_data_type FLOAT
arg_in:  3 sampler normalized_coords $normalized addressing_mode $mode filter_mode nearest

[test]
name: not a number
kernel_name: survive
arg_out: 0 buffer int[1] 8
arg_in:  0 buffer int[1] 0
arg_in:  1 buffer float[8] repeat nan
arg_in:  2 image float 1 2 3 4 image_type 1d image_width 4 \
        image_channel_order R image_channel_data_type FLOAT
!*/

kernel void read(global float *out, global const float *at, read_only image1d_t image,
                 sampler_t sampler)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, at[i]).x;
}

/* Counts values that are no texel of the image nor its border. */
kernel void survive(global int *out, global const float *at, read_only image1d_t image)
{
    const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |
                           CLK_FILTER_NEAREST;
    const sampler_t border = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    const sampler_t repeat = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
    size_t i = get_global_id(0);
    float a = read_imagef(image, edge, at[i]).x, b = read_imagef(image, border, at[i]).x,
          c = read_imagef(image, repeat, at[i]).x;
    if (a >= 0 && a <= 4 && b >= 0 && b <= 4 && c >= 0 && c <= 4)
        atomic_inc(out);
}
