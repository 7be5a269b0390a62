// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3: of clEnqueueCopyImage's origins, "if src_image is a 1D image or 1D image buffer object, src_origin[1]
# and src_origin[2] must be 0": a buffer image can be copied as others can.

[config]
name: a copy within an image1d_buffer_t
clc_version_min: 12
need_image_support: true

[test]
name: copy
arg_in: 0 image uchar4 1 2 3 4  5 6 7 8  9 10 11 12 image_type 1d_buffer image_width 3 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read
copy: 0 region 1 to 0 origin 2
read: 0 1 2 3 4  5 6 7 8  1 2 3 4
!*/
