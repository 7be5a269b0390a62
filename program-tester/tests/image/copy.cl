// SPDX-License-Identifier: MIT
/*!
# Every texel of one image read and written to another of the same format, wider than a tile.

[config]
name: image copy
dimensions: 2
global_size: 70 9 0
need_image_support: true

[test]
name: RGBA UNORM_INT8
kernel_name: copy_f
arg_out: 0 image uchar4 repeat 1 2 3 255 0 128 77 image_type 2d image_width 70 image_height 9 \
        image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  1 image uchar4 repeat 1 2 3 255 0 128 77 image_type 2d image_width 70 image_height 9 \
        image_channel_order RGBA image_channel_data_type UNORM_INT8

[test]
name: R FLOAT
kernel_name: copy_f
arg_out: 0 image float repeat 1.5 -2 3e5 7 9 11 13 image_type 2d image_width 70 image_height 9 \
        image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float repeat 1.5 -2 3e5 7 9 11 13 image_type 2d image_width 70 image_height 9 \
        image_channel_order R image_channel_data_type FLOAT

[test]
name: RGBA SIGNED_INT16
kernel_name: copy_i
arg_out: 0 image short4 repeat -1 5 -32768 32767 17 image_type 2d image_width 70 image_height 9 \
        image_channel_order RGBA image_channel_data_type SIGNED_INT16
arg_in:  1 image short4 repeat -1 5 -32768 32767 17 image_type 2d image_width 70 image_height 9 \
        image_channel_order RGBA image_channel_data_type SIGNED_INT16

[test]
name: RG UNSIGNED_INT32
kernel_name: copy_ui
arg_out: 0 image uint2 repeat 4294967295 0 12 77 5 image_type 2d image_width 70 image_height 9 \
        image_channel_order RG image_channel_data_type UNSIGNED_INT32
arg_in:  1 image uint2 repeat 4294967295 0 12 77 5 image_type 2d image_width 70 image_height 9 \
        image_channel_order RG image_channel_data_type UNSIGNED_INT32
!*/

kernel void copy_f(write_only image2d_t out, read_only image2d_t in)
{
    const sampler_t nearest = CLK_FILTER_NEAREST | CLK_ADDRESS_NONE;
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, nearest, at));
}

kernel void copy_i(write_only image2d_t out, read_only image2d_t in)
{
    const sampler_t nearest = CLK_FILTER_NEAREST | CLK_ADDRESS_NONE;
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagei(out, at, read_imagei(in, nearest, at));
}

kernel void copy_ui(write_only image2d_t out, read_only image2d_t in)
{
    const sampler_t nearest = CLK_FILTER_NEAREST | CLK_ADDRESS_NONE;
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(out, at, read_imageui(in, nearest, at));
}
