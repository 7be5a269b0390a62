// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3: region is "the (width, height, depth) in pixels of the 1D, 2D or 3D rectangle being read", and row_pitch "the length of
# each row in bytes".

[config]
name: regions with as many rows as a row pitch has texels
need_image_support: true

[test]
name: read
arg_in: 0 image uchar4 repeat 1 2 3 4 5 6 7 8 image_type 2d image_width 16 image_height 16 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
read: 0 origin 0 0 region 2 16 host_row_pitch 64 repeat 1 2 3 4 5 6 7 8
!*/
