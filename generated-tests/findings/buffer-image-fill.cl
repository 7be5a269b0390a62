// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.4 and 5.3.5: a 1D image buffer object is filled, and copied to a buffer, as other images are.

[config]
name: host transfers of an image1d_buffer_t
clc_version_min: 12
need_image_support: true

[test]
name: fill
arg_in: 0 image uchar4 repeat 1 2 3 4 image_type 1d_buffer image_width 3 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read
fill: 0 origin 1 region 1 9 8 7 6
read: 0 1 2 3 4  9 8 7 6  1 2 3 4

[test]
name: copy to a buffer
arg_in: 0 image uchar4 1 2 3 4  5 6 7 8 image_type 1d_buffer image_width 2 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read
arg_in: 1 buffer uchar4[1] 0 0 0 0
copy: 0 origin 1 region 1 to 1
read: 1 5 6 7 8
!*/
