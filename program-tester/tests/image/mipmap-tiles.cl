/*!
[config]
name: levels that are larger than tiles
need_image_support: true
require_device_extensions: cl_khr_mipmap_image cl_khr_mipmap_image_writes cl_khr_3d_image_writes
build_options: -cl-std=CL3.0

# Texel i of all levels, one behind the other, is i % 13 in its channels, one more in each.

[test]
name: every texel of every level is read
kernel_name: read_2d
global_size: 300 0 0
arg_out: 0 buffer uint[300] repeat 1
arg_in:  1 image uchar repeat 0 1 2 3 4 5 6 7 8 9 10 11 12 \
    image_type 2d image_width 530 image_height 300 image_mip_levels 5 \
    image_channel_order R image_channel_data_type UNSIGNED_INT8
arg_in:  2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode nearest

[test]
name: every texel of every level is written
kernel_name: write_2d
global_size: 265 5 0
dimensions: 2
arg_out: 0 image uint4 \
    repeat 0 1 2 3  1 2 3 4  2 3 4 5  3 4 5 6  4 5 6 7  5 6 7 8  6 7 8 9  7 8 9 10  8 9 10 11 \
           9 10 11 12  10 11 12 13  11 12 13 14  12 13 14 15 \
    image_type 2d image_width 300 image_height 265 image_mip_levels 5 \
    image_channel_order RGBA image_channel_data_type UNSIGNED_INT32

[test]
name: every texel of every level of layers is written
kernel_name: write_2d_array
global_size: 260 4 0
dimensions: 2
arg_out: 0 image ushort2 \
    repeat 0 1  1 2  2 3  3 4  4 5  5 6  6 7  7 8  8 9  9 10  10 11  11 12  12 13 \
    image_type 2d_array image_width 270 image_height 260 image_array_size 3 image_mip_levels 4 \
    image_channel_order RG image_channel_data_type UNSIGNED_INT16

[test]
name: every texel of every level of a volume is written
kernel_name: write_3d
global_size: 258 4 0
dimensions: 2
arg_out: 0 image uint2 \
    repeat 0 1  1 2  2 3  3 4  4 5  5 6  6 7  7 8  8 9  9 10  10 11  11 12  12 13 \
    image_type 3d image_width 260 image_height 258 image_depth 3 image_mip_levels 4 \
    image_channel_order RG image_channel_data_type UNSIGNED_INT32
!*/

#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

int at_level(int size, int lod)
{
    return max(size >> lod, 1);
}

/* The number of the texel at the start of a row; depths that do not shrink are layers. */
int row_start(int3 size, bool volume, int lod, int y, int z)
{
    int start = 0, depth = size.z;

    for (int i = 0; i < lod; i++) {
        start += at_level(size.x, i) * at_level(size.y, i) * depth;
        depth = volume ? at_level(size.z, i + 1) : size.z;
    }
    return start + (z * at_level(size.y, lod) + y) * at_level(size.x, lod);
}

/* 1, and one more for each texel of a row that is not what it has to be. */
kernel void read_2d(global uint *out, read_only image2d_t image, sampler_t sampler)
{
    int3 size = (int3)(get_image_dim(image), 1);
    int y = get_global_id(0);
    uint wrong = 1;

    for (int lod = 0; lod < get_image_num_mip_levels(image); lod++) {
        int width = at_level(size.x, lod), height = at_level(size.y, lod);
        for (int x = 0; y < height && x < width; x++) {
            float2 at = (float2)(x + 0.5f, y + 0.5f) / (float2)(width, height);
            uint expected = (row_start(size, false, lod, y, 0) + x) % 13;
            wrong += read_imageui(image, sampler, at, (float)lod).x != expected;
        }
    }
    out[y] = wrong;
}

#define WRITE(shape, type, size3, volume, place)                                                   \
    kernel void write_##shape(write_only type image)                                               \
    {                                                                                              \
        int3 size = size3;                                                                         \
        int y = get_global_id(0), lod = get_global_id(1);                                          \
        int depth = volume ? at_level(size.z, lod) : size.z;                                       \
        for (int z = 0; y < at_level(size.y, lod) && z < depth; z++)                               \
            for (int x = 0; x < at_level(size.x, lod); x++) {                                      \
                uint value = (row_start(size, volume, lod, y, z) + x) % 13;                        \
                write_imageui(image, place, lod, value + (uint4)(0, 1, 2, 3));                     \
            }                                                                                      \
    }

WRITE(2d, image2d_t, (int3)(get_image_dim(image), 1), false, (int2)(x, y))
WRITE(2d_array, image2d_array_t, (int3)(get_image_dim(image), (int)get_image_array_size(image)),
      false, (int4)(x, y, z, 0))
WRITE(3d, image3d_t, get_image_dim(image).xyz, true, (int4)(x, y, z, 0))
