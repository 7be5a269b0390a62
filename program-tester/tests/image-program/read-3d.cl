// SPDX-License-Identifier: MIT
/*!
# Image programs that read 3D images, whose sizes are powers of two: the slice that a coordinate says, each addressing mode in the
# third direction, and the filter between slices.

[config]
name: image programs: reading 3D images
need_image_support: true
need_image_program: true
dimensions: 2

[test]
name: the texel at whole coordinates
kernel_name: whole
global_size: 4 2
arg_in:  1 image uchar4 0 0 0 1  1 0 0 1  0 1 0 1  1 1 0 1  0 0 1 1  1 0 1 1  0 1 1 1  1 1 1 1 \
           image_type 3d image_width 2 image_height 2 image_depth 2 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_out: 0 image uchar4 0 0 0 1  1 0 0 1  0 0 1 1  1 0 1 1  0 1 0 1  1 1 0 1  0 1 1 1  1 1 1 1 \
           image_type 2d image_width 4 image_height 2 image_channel_order RGBA image_channel_data_type UNORM_INT8

[test]
name: slices of floats, clamped to the edge
kernel_name: through
global_size: 6 1
arg_in:  1 image float 3 5 7 11 \
           image_type 3d image_width 1 image_height 1 image_depth 4 image_channel_order R image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode nearest
arg_in:  3 float4 0.5 0.5 -0.5 0
arg_in:  4 float 1
arg_out: 0 image float 3 3 5 7 11 11 \
           image_type 2d image_width 6 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: slices, with a border behind the last
kernel_name: through
global_size: 4 1
arg_in:  1 image float4 1 2 3 4  5 6 7 8 \
           image_type 3d image_width 1 image_height 1 image_depth 2 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords false addressing_mode clamp filter_mode nearest
arg_in:  3 float4 0.5 0.5 -0.5 0
arg_in:  4 float 1
arg_out: 0 image float4 0 0 0 0  1 2 3 4  5 6 7 8  0 0 0 0 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: slices, repeated
kernel_name: through
global_size: 5 1
arg_in:  1 image uchar 255 0 \
           image_type 3d image_width 1 image_height 1 image_depth 2 image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode repeat filter_mode nearest
arg_in:  3 float4 0.5 0.5 -0.75 0
arg_in:  4 float 0.5
arg_out: 0 image float 1 0 1 0 1 \
           image_type 2d image_width 5 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: slices, mirrored
kernel_name: through
global_size: 6 1
arg_in:  1 image uchar 255 0 \
           image_type 3d image_width 1 image_height 1 image_depth 2 image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode mirrored_repeat filter_mode nearest
arg_in:  3 float4 0.5 0.5 0.25 0
arg_in:  4 float 0.5
arg_out: 0 image float 1 0 0 1 1 0 \
           image_type 2d image_width 6 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: between two slices
kernel_name: through
global_size: 5 1
arg_in:  1 image uchar 0 255 \
           image_type 3d image_width 1 image_height 1 image_depth 2 image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode linear
arg_in:  3 float4 0.5 0.5 0.5 0
arg_in:  4 float 0.25
arg_out: 0 image float 0 0.25 0.5 0.75 1 tolerance 0.01 \
           image_type 2d image_width 5 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: between eight texels
kernel_name: through
global_size: 1 1
arg_in:  1 image uchar 0 255 0 255 0 255 255 255 \
           image_type 3d image_width 2 image_height 2 image_depth 2 image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode linear
arg_in:  3 float4 0.5 0.5 0.5 0
arg_in:  4 float 0
arg_out: 0 image float 0.625 tolerance 0.01 \
           image_type 2d image_width 1 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: sizes
kernel_name: sizes
global_size: 1 1
arg_in:  1 image uchar repeat 0 \
           image_type 3d image_width 16 image_height 4 image_depth 2 image_channel_order R image_channel_data_type UNORM_INT8
arg_out: 0 image float4 16 4 2 1 \
           image_type 2d image_width 1 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void whole(write_only image2d_t out, read_only image3d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, texels, (int4)(at.x & 1, at.y, at.x >> 1, 0)));
}

kernel void through(write_only image2d_t out, read_only image3d_t in, sampler_t how, float4 first, float step)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, how, (float4)(first.xy, first.z + at.x * step, 0.0f)));
}

kernel void sizes(write_only image2d_t out, read_only image3d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(get_image_width(in), get_image_height(in), get_image_depth(in), 1.0f));
}
