// SPDX-License-Identifier: MIT
/*!
# Texels that are not written keep their values; sizes that are not multiples of a tile.

[config]
name: image partial write
kernel_name: diagonal
global_size: 13 0 0
need_image_support: true

[test]
name: 13 x 13
arg_out: 0 image uint 1000 7 7 7 7 7 7 7 7 7 7 7 7 7 1001 7 7 7 7 7 7 7 7 7 7 7 7 7 1002 7 7 7 7 7 \
        7 7 7 7 7 7 7 7 1003 7 7 7 7 7 7 7 7 7 7 7 7 7 1004 7 7 7 7 7 7 7 7 7 7 7 7 7 1005 7 7 7 7 \
        7 7 7 7 7 7 7 7 7 1006 7 7 7 7 7 7 7 7 7 7 7 7 7 1007 7 7 7 7 7 7 7 7 7 7 7 7 7 1008 7 7 7 \
        7 7 7 7 7 7 7 7 7 7 1009 7 7 7 7 7 7 7 7 7 7 7 7 7 1010 7 7 7 7 7 7 7 7 7 7 7 7 7 1011 7 7 \
        7 7 7 7 7 7 7 7 7 7 7 1012 image_type 2d image_width 13 image_height 13 \
        image_channel_order R image_channel_data_type UNSIGNED_INT32
arg_in:  0 image uint repeat 7 image_type 2d image_width 13 image_height 13 image_channel_order R \
        image_channel_data_type UNSIGNED_INT32
!*/

kernel void diagonal(write_only image2d_t image)
{
    int i = get_global_id(0);
    write_imageui(image, (int2)(i, i), (uint4)(1000 + i));
}
