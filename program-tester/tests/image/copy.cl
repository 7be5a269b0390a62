// SPDX-License-Identifier: MIT
/*!
# Every texel of one image read and written to another of the same format, wider than a tile.

[config]
name: image copy
dimensions: 2
global_size: 70 9 0
need_image_support: true

[test]
for: kernel type expected order data in \
       (f   uchar4  "repeat 1 2 3 255 0 128 77"    RGBA  UNORM_INT8) \
       (f   float   "repeat 1.5 -2 3e5 7 9 11 13"  R     FLOAT) \
       (i   short4  "repeat -1 5 -32768 32767 17"  RGBA  SIGNED_INT16) \
       (ui  uint2   "repeat 4294967295 0 12 77 5"  RG    UNSIGNED_INT32)
name: $order $data
kernel_name: copy_$kernel
arg_out: 0 image $type $expected image_type 2d image_width 70 image_height 9 image_channel_order $order \
        image_channel_data_type $data
arg_in:  1 image $type $expected image_type 2d image_width 70 image_height 9 image_channel_order $order \
        image_channel_data_type $data
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
