// SPDX-License-Identifier: MIT
/*!
# Each addressing mode outside of the image, at both its sides and along both its axes, with each filter (OpenCL 1.2, 8.2). The image has
# four texels in a row or a column: 0, 0.2, 0.4 and 1; what is read runs from a texel's size before it to one behind it.

[config]
name: image programs: addressing
need_image_support: true
need_image_program: true
dimensions: 2
global_size: 12 1
kernel_name: along

[test]
for: mode filter tolerance values in \
       (clamp          nearest  "1 ulp"  "0 0 0 0  0 0 0 0  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  0 0 0 0  0 0 0 0") \
       (clamp          linear   0.005    "0 0 0 0  0 0 0 0.25  0 0 0 0.75  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  0.75 0 0 0.75  0.25 0 0 0.25  0 0 0 0") \
       (clamp_to_edge  nearest  "1 ulp"  "0 0 0 1  0 0 0 1  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1") \
       (clamp_to_edge  linear   0.005    "0 0 0 1  0 0 0 1  0 0 0 1  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1")
for: unit axis normalized width height first step in \
       ("in texels"  x  false  4  1  "-0.75 0.5"    "0.5 0") \
       ("in texels"  y  false  1  4  "0.5 -0.75"    "0 0.5") \
       (normalised   x  true   4  1  "-0.1875 0.5"  "0.125 0") \
       (normalised   y  true   1  4  "0.5 -0.1875"  "0 0.125")
name: $mode, $filter, $unit, along $axis
arg_out: 0 image float4 $values tolerance $tolerance \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width $width image_height $height image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords $normalized addressing_mode $mode filter_mode $filter
arg_in:  3 float2 $first
arg_in:  4 float2 $step

[test]
for: mode filter tolerance values in \
       (repeat           nearest  "1 ulp"  "1 0 0 1  1 0 0 1  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  0 0 0 1  0 0 0 1") \
       (repeat           linear   0.005    "0.850000024 0 0 1  0.75 0 0 1  0.25 0 0 1  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  0.75 0 0 1  0.25 0 0 1  0.0500000007 0 0 1") \
       (mirrored_repeat  nearest  "1 ulp"  "0 0 0 1  0 0 0 1  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1") \
       (mirrored_repeat  linear   0.005    "0.0500000007 0 0 1  0 0 0 1  0 0 0 1  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  1 0 0 1  1 0 0 1  0.850000024 0 0 1")
for: unit axis normalized width height first step in \
       (normalised  x  true  4  1  "-0.1875 0.5"  "0.125 0") \
       (normalised  y  true  1  4  "0.5 -0.1875"  "0 0.125")
name: $mode, $filter, $unit, along $axis
arg_out: 0 image float4 $values tolerance $tolerance \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width $width image_height $height image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords $normalized addressing_mode $mode filter_mode $filter
arg_in:  3 float2 $first
arg_in:  4 float2 $step
!*/

kernel void along(write_only image2d_t out, read_only image2d_t in, sampler_t how, float2 first, float2 step)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, how, first + step * at.x));
}
