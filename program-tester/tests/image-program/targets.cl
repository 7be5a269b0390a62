// SPDX-License-Identifier: MIT
/*!
# Image programs that write several images: each work-item its own pixel in each, whatever their formats are.

[config]
name: image programs: several targets
need_image_support: true
need_image_program: true
dimensions: 2

[test]
name: four targets
kernel_name: four
global_size: 2 1
arg_in:  4 image float4 1 2 3 4  5 6 7 8 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 0 image float4 1 2 3 4  5 6 7 8 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 1 image float4 2 1 4 3  6 5 8 7 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 2 image float4 1 4 9 16  25 36 49 64 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 3 image float4 10 10 10 10  26 26 26 26 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: four targets of different formats
kernel_name: four
global_size: 2 1
arg_in:  4 image float4 0 1 0.2 0.4  1 0 0.6 0.8 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 0 image uchar4 0 255 51 102  255 0 153 204 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_out: 1 image ushort4 65535 0 26214 13107  0 65535 52428 39321 tolerance 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT16
arg_out: 2 image uchar4 10 255 0 41  92 0 255 163 tolerance 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order BGRA image_channel_data_type UNORM_INT8
arg_out: 3 image values float 1.6 1.6 1.6 1.6  2.4 2.4 2.4 2.4 tolerance 0.002 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type HALF_FLOAT

[test]
name: what only one of the targets needs is computed by all
kernel_name: by_branch
global_size: 4 1
arg_out: 0 image float 0 10 2 30 \
           image_type 2d image_width 4 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_out: 1 image float 1 11 3 31 \
           image_type 2d image_width 4 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: the same value twice
kernel_name: twice
global_size: 1 1
arg_in:  2 float4 1 2 3 4
arg_out: 0 image float4 1 2 3 4 \
           image_type 2d image_width 1 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 1 image float4 1 2 3 4 \
           image_type 2d image_width 1 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: an image that is larger than the launch keeps its other pixels
arg_in:  0 image float4 repeat 5 \
           image_type 2d image_width 3 image_height 2 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 repeat 6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 float4 1 2 3 4
launch:  twice global_size 2 1
read:    0 float4 1 2 3 4  1 2 3 4  5 5 5 5  5 5 5 5  5 5 5 5  5 5 5 5
read:    1 float4 1 2 3 4  1 2 3 4

[test]
name: one launch's pixels are read by the next
arg_in:  0 image float4 repeat 0 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 repeat 0 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 float4 1 2 3 4
launch:  twice args 0 1 2 global_size 2 1
launch:  double_of args 1 0 global_size 2 1
launch:  double_of args 0 1 global_size 2 1
read:    0 float4 4 8 12 16  4 8 12 16
read:    1 float4 2 4 6 8  2 4 6 8

[test]
name: rectangles of 8 x 8 pixels and what is left of them
kernel_name: places
global_size: 9 2
arg_out: 0 image float4 0 0 9 2  1 0 9 2  2 0 9 2  3 0 9 2  4 0 9 2  5 0 9 2  6 0 9 2  7 0 9 2  8 0 9 2 \
                        0 1 9 2  1 1 9 2  2 1 9 2  3 1 9 2  4 1 9 2  5 1 9 2  6 1 9 2  7 1 9 2  8 1 9 2 \
           image_type 2d image_width 9 image_height 2 image_channel_order RGBA image_channel_data_type FLOAT
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void four(write_only image2d_t a, write_only image2d_t b, write_only image2d_t c, write_only image2d_t d, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 t = read_imagef(in, texels, at);
    write_imagef(a, at, t);
    write_imagef(b, at, t.yxwz);
    write_imagef(c, at, t * t);
    write_imagef(d, at, (float4)(t.x + t.y + t.z + t.w));
}

kernel void by_branch(write_only image2d_t a, write_only image2d_t b)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float v = at.x;
    if (at.x & 1)
        v *= 10.0f;
    write_imagef(a, at, (float4)(v, 0.0f, 0.0f, 1.0f));
    write_imagef(b, at, (float4)(v + 1.0f, 0.0f, 0.0f, 1.0f));
}

kernel void twice(write_only image2d_t a, write_only image2d_t b, float4 value)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(a, at, value);
    write_imagef(b, at, value);
}

kernel void double_of(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, 2.0f * read_imagef(in, texels, at));
}

kernel void places(write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(at.x, at.y, get_global_size(0), get_global_size(1)));
}
