// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.6: origin and region "define ... the (x) offset and the image index in the 1D image array", and the
# pointer is that of the mapped region.

[config]
name: maps of layers of a 1D array
clc_version_min: 12
need_image_support: true

[test]
name: read
arg_in: 0 image uchar 1 2  3 4  5 6 image_type 1d_array image_width 2 image_array_size 3 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
map: 0 read origin 0 1 region 2 2 3 4  5 6

[test]
name: write
arg_in: 0 image uchar 1 2  3 4  5 6 image_type 1d_array image_width 2 image_array_size 3 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
map: 0 write origin 0 1 region 2 2 7 8  9 10
read: 0 1 2  7 8  9 10
!*/
