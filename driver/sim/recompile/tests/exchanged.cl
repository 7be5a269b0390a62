// SPDX-License-Identifier: MIT
/*!
# Work-item i writes texel i ^ NUMBER, and its own number into it: a row is written, but not in its order.

[config]
name: image exchanged write
kernel_name: exchange
global_size: 32 0 0
local_size: 32 0 0
need_image_support: true

[test]
name: 1, uint4
arg_out: 0 image uint4 1 1 2 3 0 1 2 3 3 1 2 3 2 1 2 3 5 1 2 3 4 1 2 3 7 1 2 3 6 1 2 3 9 1 2 3 8 1 \
        2 3 11 1 2 3 10 1 2 3 13 1 2 3 12 1 2 3 15 1 2 3 14 1 2 3 17 1 2 3 16 1 2 3 19 1 2 3 18 1 \
        2 3 21 1 2 3 20 1 2 3 23 1 2 3 22 1 2 3 25 1 2 3 24 1 2 3 27 1 2 3 26 1 2 3 29 1 2 3 28 1 \
        2 3 31 1 2 3 30 1 2 3 \
        image_type 2d image_width 32 image_height 1 image_channel_order RGBA \
        image_channel_data_type UNSIGNED_INT32
arg_in:  1 int 1

[test]
name: 1, uchar
arg_out: 0 image uchar 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 17 16 19 18 21 20 23 22 25 24 27 26 \
        29 28 31 30 \
        image_type 2d image_width 32 image_height 1 image_channel_order R \
        image_channel_data_type UNSIGNED_INT8
arg_in:  1 int 1

[test]
name: 6, uint4
arg_out: 0 image uint4 6 1 2 3 7 1 2 3 4 1 2 3 5 1 2 3 2 1 2 3 3 1 2 3 0 1 2 3 1 1 2 3 14 1 2 3 15 \
        1 2 3 12 1 2 3 13 1 2 3 10 1 2 3 11 1 2 3 8 1 2 3 9 1 2 3 22 1 2 3 23 1 2 3 20 1 2 3 21 1 \
        2 3 18 1 2 3 19 1 2 3 16 1 2 3 17 1 2 3 30 1 2 3 31 1 2 3 28 1 2 3 29 1 2 3 26 1 2 3 27 1 \
        2 3 24 1 2 3 25 1 2 3 \
        image_type 2d image_width 32 image_height 1 image_channel_order RGBA \
        image_channel_data_type UNSIGNED_INT32
arg_in:  1 int 6

[test]
name: 6, uchar
arg_out: 0 image uchar 6 7 4 5 2 3 0 1 14 15 12 13 10 11 8 9 22 23 20 21 18 19 16 17 30 31 28 29 \
        26 27 24 25 \
        image_type 2d image_width 32 image_height 1 image_channel_order R \
        image_channel_data_type UNSIGNED_INT8
arg_in:  1 int 6

[test]
name: 16, uint4
arg_out: 0 image uint4 16 1 2 3 17 1 2 3 18 1 2 3 19 1 2 3 20 1 2 3 21 1 2 3 22 1 2 3 23 1 2 3 24 \
        1 2 3 25 1 2 3 26 1 2 3 27 1 2 3 28 1 2 3 29 1 2 3 30 1 2 3 31 1 2 3 0 1 2 3 1 1 2 3 2 1 2 \
        3 3 1 2 3 4 1 2 3 5 1 2 3 6 1 2 3 7 1 2 3 8 1 2 3 9 1 2 3 10 1 2 3 11 1 2 3 12 1 2 3 13 1 \
        2 3 14 1 2 3 15 1 2 3 \
        image_type 2d image_width 32 image_height 1 image_channel_order RGBA \
        image_channel_data_type UNSIGNED_INT32
arg_in:  1 int 16

[test]
name: 16, uchar
arg_out: 0 image uchar 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 0 1 2 3 4 5 6 7 8 9 10 11 \
        12 13 14 15 \
        image_type 2d image_width 32 image_height 1 image_channel_order R \
        image_channel_data_type UNSIGNED_INT8
arg_in:  1 int 16
!*/

kernel void exchange(write_only image2d_t image, int number)
{
    int i = get_global_id(0);
    write_imageui(image, (int2)(i ^ number, 0), (uint4)(i, 1, 2, 3));
}
