// SPDX-License-Identifier: MIT
/*!
# Image programs that read: through samplers that are arguments or constants, texels beside the pixel, several images
# and several targets.

[config]
name: image programs: reading
need_image_support: true
need_image_program: true
dimensions: 2

[test]
name: a copy
kernel_name: copy
global_size: 3 2
arg_in:  1 image uchar4 1 2 3 4  5 6 7 8  9 10 11 12  250 251 252 253  0 255 128 127  13 14 15 16 \
           image_type 2d image_width 3 image_height 2 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_out: 0 image uchar4 1 2 3 4  5 6 7 8  9 10 11 12  250 251 252 253  0 255 128 127  13 14 15 16 \
           image_type 2d image_width 3 image_height 2 image_channel_order RGBA image_channel_data_type UNORM_INT8

[test]
name: from one format to another
kernel_name: copy
global_size: 2 1
arg_in:  1 image uchar4 255 0 51 102  0 255 204 153 \
           image_type 2d image_width 2 image_height 1 image_channel_order BGRA image_channel_data_type UNORM_INT8
arg_out: 0 image values float 0.2 0 1 0.4  0.8 1 0 0.6 tolerance 1 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: channels that are not there
kernel_name: copy
global_size: 2 1
arg_in:  1 image ushort2 65535 0  0 65535 \
           image_type 2d image_width 2 image_height 1 image_channel_order RG image_channel_data_type UNORM_INT16
arg_out: 0 image float4 1 0 0 1  0 1 0 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: halves and numbers with a sign
kernel_name: copy
global_size: 4 1
arg_in:  1 image char 127 -127 0 -64 \
           image_type 2d image_width 4 image_height 1 image_channel_order R image_channel_data_type SNORM_INT8
arg_out: 0 image values float 1 0 0 1  -1 0 0 1  0 0 0 1  -0.50390625 0 0 1 tolerance 0.001 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type HALF_FLOAT

[test]
name: texels at the pixel's sides, clamped to the edge
kernel_name: sides
global_size: 4 1
arg_in:  1 image float 1 2 4 8 \
           image_type 2d image_width 4 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_out: 0 image float4 1 2 0 0  1 4 0 0  2 8 0 0  4 8 0 0 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: a sampler in an argument: nearest, not normalised
kernel_name: by_argument
global_size: 4 1
arg_in:  1 image uchar4 0 0 0 255  255 0 0 255 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp filter_mode nearest
arg_in:  3 float 0.5
arg_in:  4 float 1
arg_out: 0 image float4 0 0 0 1  1 0 0 1  0 0 0 0  0 0 0 0 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: a sampler in an argument: nearest, repeated
kernel_name: by_argument
global_size: 4 1
arg_in:  1 image uchar 0 255 \
           image_type 2d image_width 2 image_height 1 image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode repeat filter_mode nearest
arg_in:  3 float 0.25
arg_in:  4 float 0.5
arg_out: 0 image float4 0 0 0 1  1 0 0 1  0 0 0 1  1 0 0 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: a sampler in an argument: linear
kernel_name: by_argument
global_size: 4 1
arg_in:  1 image uchar 0 255 \
           image_type 2d image_width 2 image_height 1 image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode linear
arg_in:  3 float 0.5
arg_in:  4 float 0.25
arg_out: 0 image values float 0 0 0 1  0.25 0 0 1  0.5 0 0 1  0.75 0 0 1 tolerance 0.01 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: where one image says, in another
kernel_name: dependent
global_size: 3 1
arg_in:  1 image float 2 0 1 \
           image_type 2d image_width 3 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  2 image float4 1 2 3 4  5 6 7 8  9 10 11 12 \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 0 image float4 9 10 11 12  1 2 3 4  5 6 7 8 \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: sizes
kernel_name: sizes
global_size: 1 1
arg_in:  1 image uchar repeat 0 \
           image_type 2d image_width 77 image_height 5 image_channel_order R image_channel_data_type UNORM_INT8
arg_out: 0 image float4 77 5 1 1 \
           image_type 2d image_width 1 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: two targets
kernel_name: two
global_size: 2 1
arg_in:  2 image float4 1 2 3 4  5 6 7 8 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 0 image float4 2 4 6 8  10 12 14 16 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 1 image float 10 26 \
           image_type 2d image_width 2 image_height 1 image_channel_order R image_channel_data_type FLOAT
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void copy(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, texels, at));
}

kernel void sides(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float left = read_imagef(in, texels, at - (int2)(1, 0)).x, right = read_imagef(in, texels, at + (int2)(1, 0)).x;
    write_imagef(out, at, (float4)(left, right, 0, 0));
}

kernel void by_argument(write_only image2d_t out, read_only image2d_t in, sampler_t how, float first, float step)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, how, (float2)(first + at.x * step, 0.5f)));
}

kernel void dependent(write_only image2d_t out, read_only image2d_t where, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(where, texels, at).x;
    write_imagef(out, at, read_imagef(in, texels, (float2)(x + 0.5f, 0.5f)));
}

kernel void sizes(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(get_image_width(in), get_image_height(in), get_image_width(out), get_image_height(out)));
}

kernel void two(write_only image2d_t a, write_only image2d_t b, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 texel = read_imagef(in, texels, at);
    write_imagef(a, at, texel * 2.0f);
    write_imagef(b, at, (float4)(texel.x + texel.y + texel.z + texel.w, 0, 0, 1));
}
