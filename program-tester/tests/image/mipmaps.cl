/*!
[config]
name: mipmapped images
need_image_support: true
require_device_extensions: cl_khr_mipmap_image cl_khr_mipmap_image_writes
build_options: -cl-std=CL3.0

[test]
name: the level that is named
kernel_name: read_level
global_size: 4 0 0
arg_out: 0 buffer float4[4] \
    1 0 0 1  2 0 0 1  3 0 0 1  3 0 0 1
arg_in:  1 buffer float[4] 0 1 2 7
arg_in:  2 image float4 \
    1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 \
    1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 \
    1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 \
    2 0 0 1  2 0 0 1 \
    3 0 0 1 \
    image_type 2d image_width 5 image_height 3 image_mip_levels 3 \
    image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  3 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode nearest

[test]
name: between two levels
kernel_name: read_level
global_size: 4 0 0
arg_out: 0 buffer float4[4] \
    1 0 0 1  1.5 0 0 1  2.25 0 0 1  2.5 0 0 1
arg_in:  1 buffer float[4] 0 0.5 1.25 2
arg_in:  2 image float4 \
    1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 \
    1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 \
    1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 \
    2 0 0 1  2 0 0 1 \
    3 0 0 1 \
    image_type 2d image_width 5 image_height 3 image_mip_levels 3 \
    image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  3 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode linear \
    mip_filter_mode linear lod_min 0 lod_max 1.5

[test]
name: gradients
kernel_name: read_gradients
global_size: 3 0 0
arg_out: 0 buffer float4[3] \
    1 0 0 1  2 0 0 1  3 0 0 1
arg_in:  1 buffer float[3] 1 2 4
arg_in:  2 image float4 \
    1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 \
    1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 \
    1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 \
    1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 \
    2 0 0 1  2 0 0 1 2 0 0 1 2 0 0 1 \
    3 0 0 1 \
    image_type 2d image_width 4 image_height 4 image_mip_levels 3 \
    image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  3 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode nearest \
    mip_filter_mode linear

[test]
name: writes to levels
kernel_name: write_levels
global_size: 5 3 3
local_size: 1 1 1
dimensions: 3
arg_out: 0 image values float \
    0 0 0 1  1 0 0 1  2 0 0 1  3 0 0 1  4 0 0 1 \
    0 1 0 1  1 1 0 1  2 1 0 1  3 1 0 1  4 1 0 1 \
    0 2 0 1  1 2 0 1  2 2 0 1  3 2 0 1  4 2 0 1 \
    0 0 1 1  1 0 1 1 \
    0 0 2 1 \
    image_type 2d image_width 5 image_height 3 image_mip_levels 3 \
    image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: writes to the level of an image that has one
kernel_name: write_one
global_size: 9 2 1
dimensions: 2
arg_out: 0 image values float \
    0 0 0 1  1 0 0 1  2 0 0 1  3 0 0 1  4 0 0 1  5 0 0 1  6 0 0 1  7 0 0 1  8 0 0 1 \
    0 1 0 1  1 1 0 1  2 1 0 1  3 1 0 1  4 1 0 1  5 1 0 1  6 1 0 1  7 1 0 1  8 1 0 1 \
    image_type 2d image_width 9 image_height 2 \
    image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: how many levels
kernel_name: count_levels
arg_out: 0 buffer int[1] 3
arg_in:  1 image uchar4 repeat 0 image_type 2d image_width 5 image_height 3 image_mip_levels 3 \
    image_channel_order RGBA image_channel_data_type UNORM_INT8
!*/

kernel void read_level(global float4 *out, global const float *lod, read_only image2d_t image,
                       sampler_t sampler)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, (float2)(0.5f, 0.5f), lod[i]);
}

kernel void read_gradients(global float4 *out, global const float *texels,
                           read_only image2d_t image, sampler_t sampler)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, (float2)(0.5f, 0.5f), (float2)(texels[i] / 4, 0),
                         (float2)(0, 0.25f));
}

kernel void write_levels(write_only image2d_t image)
{
    int x = get_global_id(0), y = get_global_id(1), lod = get_global_id(2);
    if (x < max(5 >> lod, 1) && y < max(3 >> lod, 1))
        write_imagef(image, (int2)(x, y), lod, (float4)(x, y, lod, 1));
}

kernel void write_one(write_only image2d_t image)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagef(image, (int2)(x, y), 0, (float4)(x, y, 0, 1));
}

kernel void count_levels(global int *out, read_only image2d_t image)
{
    *out = get_image_num_mip_levels(image);
}
