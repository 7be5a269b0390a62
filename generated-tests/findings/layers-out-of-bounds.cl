// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3: CL_INVALID_VALUE "if the region being read or written specified by origin and region is out of
# bounds". An array's layers are part of its region.

[config]
name: a read of more layers than an array has
clc_version_min: 12
need_image_support: true

[test]
name: image1d_array_t
arg_in: 0 image uchar4 repeat 1 image_type 1d_array image_width 2 image_array_size 3 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read
read: 0 origin 0 2 region 2 2 error CL_INVALID_VALUE

[test]
name: image2d_array_t
arg_in: 0 image uchar4 repeat 1 image_type 2d_array image_width 2 image_height 2 image_array_size 3 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read
read: 0 origin 0 0 2 region 2 2 2 error CL_INVALID_VALUE
!*/
