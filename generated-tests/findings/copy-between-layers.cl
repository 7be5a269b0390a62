// SPDX-License-Identifier: MIT
/*!
[config]
name: a layer of a 2D array copied to another of the same image (5.3.3)
need_image_support: true
clc_version_min: 12

[test]
name: a layer between
arg_in: 0 image uchar 1 2  3 4   5 6  7 8   9 10  11 12 \
           image_type 2d_array image_width 2 image_height 2 image_array_size 3 \
           image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
copy: 0 origin 0 0 0 region 2 2 1 to 0 origin 0 0 2
read: 0 1 2  3 4   5 6  7 8   1 2  3 4

[test]
name: the next layer
arg_in: 0 image uchar 1 2  3 4   5 6  7 8 \
           image_type 2d_array image_width 2 image_height 2 image_array_size 2 \
           image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
copy: 0 origin 0 0 0 region 2 2 1 to 0 origin 0 0 1
read: 0 1 2  3 4   1 2  3 4
!*/
