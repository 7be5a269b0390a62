// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3: slice_pitch is "the size in bytes of the 2D slice of the 3D region of a 3D image or each image of a
# 1D or 2D image array being read or written".

[config]
name: layers of a 1D array apart in host memory
clc_version_min: 12
need_image_support: true

[test]
name: read
arg_in: 0 image uchar4 repeat 1 2 3 4  5 6 7 8 image_type 1d_array image_width 1 image_array_size 2 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read
read: 0 host_slice_pitch 12 1 2 3 4  5 6 7 8

[test]
name: write
arg_in: 0 image uchar4 repeat 0 image_type 1d_array image_width 1 image_array_size 2 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read
write: 0 host_slice_pitch 12 1 2 3 4  5 6 7 8
read: 0 1 2 3 4  5 6 7 8
!*/
