/*!
[config]
name: attributes of an image of a buffer (6.12.14.5)
kernel_name: query
need_image_support: true
clc_version_min: 12

[test]
arg_out: 0 buffer int[1] 2
arg_in:  1 image uchar4 1 2 3 4  5 6 7 8 image_type 1d_buffer image_width 2 \
           image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
!*/

kernel void query(global int *result, read_only image1d_buffer_t image)
{
    result[0] = get_image_width(image) + (get_image_channel_order(image) != CLK_RGBA);
}
