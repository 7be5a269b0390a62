// SPDX-License-Identifier: MIT
/*!
# The layer of an array is rint(coordinate) clamped to the layers, whatever the sampler says, and is
# never normalized (OpenCL 1.2, 8.4). Layers half way between two are asked for through unnormalized
# nearest samplers alone, whose precision is defined (end of 8.2). Volumes are filtered along three axes
# (8.2). Writes go to layers and slices (6.12.14.4; cl_khr_3d_image_writes). Sizes are those of
# 6.12.14.5.

[config]
name: arrays and volumes
need_image_support: true

[test]
name: layers of a 2D array
kernel_name: layers_2d
global_size: 8
arg_out: 0 buffer float[8] 10 10 12 12 10 13 13 13
arg_in:  1 buffer float[8] -1 0.375 1.625 2.375 -70 3 1000 9
arg_in:  2 image float 10 11 12 13 image_type 2d_array image_width 1 image_height 1 \
        image_array_size 4 image_channel_order R image_channel_data_type FLOAT
arg_in:  3 sampler normalized_coords true addressing_mode repeat filter_mode linear

[test]
name: half way between layers of a 2D array
kernel_name: layers_2d
global_size: 8
arg_out: 0 buffer float[8] 10 10 12 12 13 11 12 13
arg_in:  1 buffer float[8] -0.5 0.5 1.5 2.5 3.5 1.4999 1.5001 2.5001
arg_in:  2 image float 10 11 12 13 image_type 2d_array image_width 1 image_height 1 \
        image_array_size 4 image_channel_order R image_channel_data_type FLOAT
arg_in:  3 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode nearest

[test]
for: name normalized given in \
       ("layers of a 1D array"                   true   "-0.6 0.375 1.625 1.375 2.375 7") \
       ("half way between layers of a 1D array"  false  "-0.6 0.5 1.5 1.4999 2.5 7")
name: $name
kernel_name: layers_1d
global_size: 6
arg_out: 0 buffer float[6] 10 10 12 11 12 12
arg_in:  1 buffer float[6] $given
arg_in:  2 image float 10 11 12 image_type 1d_array image_width 1 image_array_size 3 image_channel_order R \
        image_channel_data_type FLOAT
arg_in:  3 sampler normalized_coords $normalized addressing_mode clamp_to_edge filter_mode nearest

[test]
name: border within a layer
kernel_name: border_2d
arg_out: 0 buffer float4[2] 0 0 0 1  7 0 0 1
arg_in:  1 image float 5 6 7 8 image_type 2d_array image_width 2 image_height 1 \
        image_array_size 2 image_channel_order R image_channel_data_type FLOAT

[test]
name: between eight texels
kernel_name: trilinear
# Weights have 8 bits or more, in each of three dimensions; texels span 7.
arg_out: 0 buffer float[4] 3.5 0 1.75 7 tolerance 0.083
arg_in:  1 image float 0 1 2 3 4 5 6 7 image_type 3d image_width 2 image_height 2 image_depth 2 \
        image_channel_order R image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode linear

[test]
name: writes to slices
kernel_name: write_slices
dimensions: 3
global_size: 3 2 2
arg_out: 0 image uchar 0 1 2 10 11 12 100 101 102 110 111 112 image_type 3d image_width 3 \
        image_height 2 image_depth 2 image_channel_order R image_channel_data_type UNSIGNED_INT8

[test]
name: writes to layers
kernel_name: write_layers
dimensions: 3
global_size: 3 2 2
arg_out: 0 image uchar 0 1 2 10 11 12 100 101 102 110 111 112 image_type 2d_array image_width 3 \
        image_height 2 image_array_size 2 image_channel_order R \
        image_channel_data_type UNSIGNED_INT8
arg_out: 1 image uchar 0 1 2 100 101 102 image_type 1d_array image_width 3 image_array_size 2 \
        image_channel_order R image_channel_data_type UNSIGNED_INT8

[test]
name: sizes
kernel_name: sizes
arg_out: 0 buffer int[12] 3 5  3 4 5 3 4 5  3 4 5 0
arg_in:  1 image uchar repeat 1 image_type 1d_array image_width 3 image_array_size 5 \
        image_channel_order R image_channel_data_type UNSIGNED_INT8
arg_in:  2 image uchar repeat 1 image_type 2d_array image_width 3 image_height 4 \
        image_array_size 5 image_channel_order R image_channel_data_type UNSIGNED_INT8
arg_in:  3 image uchar repeat 1 image_type 3d image_width 3 image_height 4 image_depth 5 \
        image_channel_order R image_channel_data_type UNSIGNED_INT8
!*/

#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

kernel void layers_2d(global float *out, global const float *layer, read_only image2d_array_t image,
                      sampler_t sampler)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, (float4)(0.5f, 0.5f, layer[i], 0.0f)).x;
}

kernel void layers_1d(global float *out, global const float *layer, read_only image1d_array_t image,
                      sampler_t sampler)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, (float2)(0.5f, layer[i])).x;
}

kernel void border_2d(global float4 *out, read_only image2d_array_t image)
{
    const sampler_t border =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    out[0] = read_imagef(image, border, (int4)(2, 0, 1, 0));
    out[1] = read_imagef(image, border, (int4)(0, 0, 9, 0));
}

kernel void trilinear(global float *out, read_only image3d_t image, sampler_t sampler)
{
    out[0] = read_imagef(image, sampler, (float4)(1.0f, 1.0f, 1.0f, 0.0f)).x;
    out[1] = read_imagef(image, sampler, (float4)(0.5f, 0.5f, 0.5f, 0.0f)).x;
    out[2] = read_imagef(image, sampler, (float4)(0.75f, 0.75f, 0.75f, 0.0f)).x;
    out[3] = read_imagef(image, sampler, (float4)(9.0f, 9.0f, 9.0f, 0.0f)).x;
}

kernel void write_slices(write_only image3d_t image)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    write_imageui(image, (int4)(x, y, z, 0), (uint4)(x + 10 * y + 100 * z));
}

kernel void write_layers(write_only image2d_array_t planes, write_only image1d_array_t rows)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    write_imageui(planes, (int4)(x, y, z, 0), (uint4)(x + 10 * y + 100 * z));
    if (y == 0)
        write_imageui(rows, (int2)(x, z), (uint4)(x + 100 * z));
}

kernel void sizes(global int *out, read_only image1d_array_t a, read_only image2d_array_t b,
                  read_only image3d_t c)
{
    out[0] = get_image_width(a);
    out[1] = get_image_array_size(a);
    vstore2(get_image_dim(b), 0, out + 2);
    out[4] = get_image_array_size(b);
    out[5] = get_image_width(c);
    out[6] = get_image_height(c);
    out[7] = get_image_depth(c);
    vstore4(get_image_dim(c), 0, out + 8);
}
