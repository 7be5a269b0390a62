// SPDX-License-Identifier: MIT
/*!
# Pictures in files: a kernel turns the channels of one, and must give the other.

[config]
name: image picture
kernel_name: turn
need_image_support: true
global_size: 8 4
dimensions: 2

[test]
name: turned channels
arg_in:  0 image uchar4 image_from picture.png \
           image_type 2d image_width 8 image_height 4 \
           image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_out: 1 image uchar4 image_from picture-turned.png \
           image_type 2d image_width 8 image_height 4 \
           image_channel_order RGBA image_channel_data_type UNORM_INT8

[test]
name: the same in another order of channels
arg_in:  0 image uchar4 image_from picture.png \
           image_type 2d image_width 8 image_height 4 \
           image_channel_order BGRA image_channel_data_type UNORM_INT8
arg_out: 1 image uchar4 image_from picture-turned.png tolerance 0 \
           image_type 2d image_width 8 image_height 4 \
           image_channel_order BGRA image_channel_data_type UNORM_INT8
!*/

kernel void turn(read_only image2d_t from, write_only image2d_t to)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(to, at, read_imagef(from, at).yzxw);
}
