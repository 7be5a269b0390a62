// SPDX-License-Identifier: MIT
/*!
# Images whose sizes are no powers of two, repeated and mirrored with each filter (OpenCL 1.2, 8.2), by samplers that are arguments and
# by constants: texture units of R500 cannot do it, so that its programs do. The image has three texels in a row or a column: 0, 0.4 and
# 1; what is read runs from three quarters of a texel before it to one and three quarters behind it.

[config]
name: image programs: repeated sizes that are no powers of two
need_image_support: true
need_image_program: true
dimensions: 2
global_size: 12 1

[test]
for: mode filter tolerance values in \
       (repeat           nearest  "1 ulp"  "1 1 0 0 0.4 0.4 1 1 0 0 0.4 0.4") \
       (repeat           linear   0.005    "0.85 0.75 0.25 0.1 0.3 0.55 0.85 0.75 0.25 0.1 0.3 0.55") \
       (mirrored_repeat  nearest  "1 ulp"  "0 0 0 0 0.4 0.4 1 1 1 1 0.4 0.4") \
       (mirrored_repeat  linear   0.005    "0.1 0 0 0.1 0.3 0.55 0.85 1 1 0.85 0.55 0.3")
for: axis width height first step in \
       (x  3  1  "-0.25 0.5"  "0.166666667 0") \
       (y  1  3  "0.5 -0.25"  "0 0.166666667")
name: $mode, $filter, along $axis
kernel_name: along
arg_out: 0 image float $values tolerance $tolerance \
           image_type 2d image_width 12 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image uchar 0 102 255 \
           image_type 2d image_width $width image_height $height image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode $mode filter_mode $filter
arg_in:  3 float2 $first
arg_in:  4 float2 $step

[test]
for: mode filter kernel tolerance values in \
       (repeat           nearest  along_repeat_nearest          "1 ulp"  "1 1 0 0 0.4 0.4 1 1 0 0 0.4 0.4") \
       (repeat           linear   along_repeat_linear           0.005    "0.85 0.75 0.25 0.1 0.3 0.55 0.85 0.75 0.25 0.1 0.3 0.55") \
       (mirrored_repeat  nearest  along_mirrored_repeat_nearest "1 ulp"  "0 0 0 0 0.4 0.4 1 1 1 1 0.4 0.4") \
       (mirrored_repeat  linear   along_mirrored_repeat_linear  0.005    "0.1 0 0 0.1 0.3 0.55 0.85 1 1 0.85 0.55 0.3")
name: $mode, $filter, by a constant sampler
kernel_name: $kernel
arg_out: 0 image float $values tolerance $tolerance \
           image_type 2d image_width 12 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image uchar 0 102 255 \
           image_type 2d image_width 3 image_height 1 image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  2 float2 -0.25 0.5
arg_in:  3 float2 0.166666667 0

[test]
for: filter tolerance values in \
       (nearest  "2 ulp"  "1 1 0.4 0.4 1.4 1.4 1 1 0.4 0.4") \
       (linear   0.01     "1.1 0.85 0.55 0.65 1.15 1.3 1.1 0.85 0.55 0.65")
name: repeat, $filter, in a branch of a loop
kernel_name: summed
global_size: 10 1
arg_out: 0 image float $values tolerance $tolerance \
           image_type 2d image_width 10 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image uchar 0 102 255 \
           image_type 2d image_width 3 image_height 1 image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode repeat filter_mode $filter
arg_in:  3 float2 -0.25 0.5
arg_in:  4 float2 0.166666667 0
arg_in:  5 int 3

[test]
name: beside a sampler that clamps, and an image of two texels
kernel_name: beside
arg_out: 0 image float4 0 1 0 1  0 1 0 1  0 0 0 0  0.1 0 0 0  0.3 0.4 0.333333333 0  0.55 0.4 0.666666667 1  0.85 1 1 1  1 1 1 1  1 0 1 0  1 0 1 0  1 0.4 1 0  1 0.4 1 1 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar 0 102 255 \
           image_type 2d image_width 3 image_height 1 image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  2 image uchar 0 255 \
           image_type 2d image_width 2 image_height 1 image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  3 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode linear
arg_in:  4 float2 -0.25 0.5
arg_in:  5 float2 0.166666667 0
!*/

#define HERE (int2)(get_global_id(0), get_global_id(1))

kernel void along(write_only image2d_t out, read_only image2d_t in, sampler_t how, float2 first, float2 step)
{
    write_imagef(out, HERE, read_imagef(in, how, first + step * (int)get_global_id(0)));
}

constant sampler_t repeat_nearest = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;

kernel void along_repeat_nearest(write_only image2d_t out, read_only image2d_t in, float2 first, float2 step)
{
    write_imagef(out, HERE, read_imagef(in, repeat_nearest, first + step * (int)get_global_id(0)));
}

constant sampler_t repeat_linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

kernel void along_repeat_linear(write_only image2d_t out, read_only image2d_t in, float2 first, float2 step)
{
    write_imagef(out, HERE, read_imagef(in, repeat_linear, first + step * (int)get_global_id(0)));
}

constant sampler_t mirrored_repeat_nearest = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;

kernel void along_mirrored_repeat_nearest(write_only image2d_t out, read_only image2d_t in, float2 first, float2 step)
{
    write_imagef(out, HERE, read_imagef(in, mirrored_repeat_nearest, first + step * (int)get_global_id(0)));
}

constant sampler_t mirrored_repeat_linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR;

kernel void along_mirrored_repeat_linear(write_only image2d_t out, read_only image2d_t in, float2 first, float2 step)
{
    write_imagef(out, HERE, read_imagef(in, mirrored_repeat_linear, first + step * (int)get_global_id(0)));
}

// All but the second of n.
kernel void summed(write_only image2d_t out, read_only image2d_t in, sampler_t how, float2 first, float2 step, int n)
{
    float4 sum = 0.0f;
    for (int i = 0; i < n; i++) {
        if (i != 1)
            sum += read_imagef(in, how, first + step * ((int)get_global_id(0) + i));
    }
    write_imagef(out, HERE, sum);
}

kernel void beside(write_only image2d_t out, read_only image2d_t in, read_only image2d_t other, sampler_t how, float2 first,
                   float2 step)
{
    const float2 c = first + step * (int)get_global_id(0);
    write_imagef(out, HERE,
                 (float4)(read_imagef(in, how, c).x, read_imagef(in, repeat_nearest, c).x,
                          read_imagef(other, how, c).x, read_imagef(other, repeat_nearest, c).x));
}
