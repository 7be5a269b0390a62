/*!
[config]
name: a write to an image of a buffer (6.12.14.4)
kernel_name: store
need_image_support: true
clc_version_min: 12

[test]
arg_in:  0 image uchar4 1 2 3 4  5 6 7 8 image_type 1d_buffer image_width 2 \
           image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
arg_out: 0 image uchar4 1 2 3 4  9 10 11 12 image_type 1d_buffer image_width 2 \
           image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
!*/

kernel void store(write_only image1d_buffer_t image)
{
    write_imageui(image, 1, (uint4)(9, 10, 11, 12));
}
