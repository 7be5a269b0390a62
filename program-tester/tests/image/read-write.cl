// SPDX-License-Identifier: MIT
/*!
# A read_write image can be read without a sampler, and a work-item sees its own earlier writes
# (OpenCL C 2.0, 6.13.14.1.1; a feature of OpenCL C 3.0, 6.15.15).

[config]
name: read_write images
clc_version_min: 30
require_features: __opencl_c_read_write_images
global_size: 4
need_image_support: true

[test]
name: add in place
kernel_name: add
arg_in:  0 image float 1 2 3 4 image_type 2d image_width 4 image_height 1 \
        image_channel_order R image_channel_data_type FLOAT
arg_out: 0 image float 2 4 6 8 image_type 2d image_width 4 image_height 1 \
        image_channel_order R image_channel_data_type FLOAT

[test]
name: read what was written before
kernel_name: write_read
arg_in:  0 image uchar4 repeat 7 image_type 2d image_width 4 image_height 1 \
        image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
arg_out: 0 image uchar4 0 10 7 7  1 11 8 8  2 12 9 9  3 13 10 10 \
        image_type 2d image_width 4 image_height 1 \
        image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
arg_out: 1 buffer uint4[4] 0 10 7 7  1 11 7 7  2 12 7 7  3 13 7 7

[test]
name: buffers, and several kinds at once
kernel_name: kinds
arg_in:  0 image int 1 2 3 4 image_type 1d_buffer image_width 4 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_out: 0 image int 11 12 13 14 image_type 1d_buffer image_width 4 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  1 image short 5 6 7 8 image_type 1d image_width 4 \
        image_channel_order R image_channel_data_type SIGNED_INT16
arg_out: 2 image int 16 18 20 22 image_type 1d image_width 4 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  3 image int 10 10 10 10 image_type 1d_array image_width 2 image_array_size 2 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_out: 3 image int 11 12 13 14 image_type 1d_array image_width 2 image_array_size 2 \
        image_channel_order R image_channel_data_type SIGNED_INT32
!*/

kernel void add(read_write image2d_t image)
{
    int2 at = (int2)(get_global_id(0), 0);
    write_imagef(image, at, read_imagef(image, at) * 2.0f);
}

kernel void write_read(read_write image2d_t image, global uint4 *out)
{
    int x = get_global_id(0);
    uint4 before = read_imageui(image, (int2)(x, 0));
    write_imageui(image, (int2)(x, 0), (uint4)(x, x + 10, before.zw));
    uint4 after = read_imageui(image, (int2)(x, 0));
    write_imageui(image, (int2)(x, 0), (uint4)(after.xy, after.zw + x));
    out[x] = after;
}

kernel void kinds(read_write image1d_buffer_t a, read_only image1d_t b, write_only image1d_t c,
                  read_write image1d_array_t d)
{
    int x = get_global_id(0);
    int4 value = read_imagei(a, x) + 10;
    write_imagei(a, x, value);
    write_imagei(c, x, value + read_imagei(b, x));
    write_imagei(d, (int2)(x % 2, x / 2), read_imagei(d, (int2)(x % 2, x / 2)) + x + 1);
}
