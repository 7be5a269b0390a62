// SPDX-License-Identifier: MIT
/*!
[config]
name: layers of a 1D array copied from and to a buffer (5.3.5)
need_image_support: true
clc_version_min: 12

[test]
name: from a buffer
arg_in: 0 image uint4 repeat 0 image_type 1d_array image_width 1 image_array_size 2 \
           image_channel_order RGBA image_channel_data_type UNSIGNED_INT32 image_access read
arg_in: 1 buffer uint4[2] 1 2 3 4  5 6 7 8
copy: 1 to 0 origin 0 0 region 1 2
read: 0 1 2 3 4  5 6 7 8

[test]
name: to a buffer
arg_in: 0 image uint4 1 2 3 4  5 6 7 8 image_type 1d_array image_width 1 image_array_size 2 \
           image_channel_order RGBA image_channel_data_type UNSIGNED_INT32 image_access read
arg_in: 1 buffer uint4[2] repeat 0
copy: 0 origin 0 0 region 1 2 to 1
read: 1 1 2 3 4  5 6 7 8

[test]
name: one layer
arg_in: 0 image uint4 1 2 3 4  5 6 7 8 image_type 1d_array image_width 1 image_array_size 2 \
           image_channel_order RGBA image_channel_data_type UNSIGNED_INT32 image_access read
arg_in: 1 buffer uint4[1] repeat 0
copy: 0 origin 0 1 region 1 1 to 1
read: 1 5 6 7 8
!*/
