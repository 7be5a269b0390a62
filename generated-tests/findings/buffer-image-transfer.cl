// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3, 5.3.5 and 5.3.6: origins and regions of images, 1D image buffer objects too, are in pixels.

[config]
name: transfers of an image1d_buffer_t with texels of more than a byte
clc_version_min: 12
need_image_support: true

[test]
name: read
arg_in: 0 image ushort 1 2 3 4 image_type 1d_buffer image_width 4 \
          image_channel_order R image_channel_data_type UNSIGNED_INT16 image_access read
read: 0 origin 1 region 2 2 3

[test]
name: write
arg_in: 0 image ushort 1 2 3 4 image_type 1d_buffer image_width 4 \
          image_channel_order R image_channel_data_type UNSIGNED_INT16 image_access read
write: 0 origin 1 region 2 5 6
read: 0 1 5 6 4

[test]
name: map
arg_in: 0 image ushort 1 2 3 4 image_type 1d_buffer image_width 4 \
          image_channel_order R image_channel_data_type UNSIGNED_INT16 image_access read
map: 0 read origin 1 region 2 2 3

[test]
name: copy from a buffer
arg_in: 0 image ushort 1 2 3 4 image_type 1d_buffer image_width 4 \
          image_channel_order R image_channel_data_type UNSIGNED_INT16 image_access read
arg_in: 1 buffer ushort[2] 5 6
copy: 1 to 0 origin 1 region 2
read: 0 1 5 6 4
!*/
