// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.1.2: image_row_pitch "must be 0 if host_ptr is NULL and can be either 0 or >= image_width * size of element in bytes if
# host_ptr is not NULL", and "must be a multiple of the image element size"; image_slice_pitch "can be either 0 or >= image_row_pitch *
# image_height for a 2D image array or 3D image", and "must be a multiple of the image_row_pitch". 5.3.1: CL_INVALID_IMAGE_DESCRIPTOR "if
# values specified in image_desc are not valid". Rows here have 16 bytes, slices 32. The same in OpenCL 3.0.

[config]
name: images of pitches that there cannot be are refused
need_image_support: true
clc_version_min: 12

[test]
for: what pitch in ("a row that is too short" 12) ("rows that begin within texels" 18)
name: $what
arg_in: 0 image uchar4 repeat 1 2 3 4 image_type 2d image_width 4 image_height 2 image_row_pitch $pitch \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read image_error CL_INVALID_IMAGE_DESCRIPTOR
arg_in: 1 buffer uchar[1] 7
read: 1 7

[test]
for: type extent in (3d depth) (2d_array array_size)
for: what pitch in ("slices that are too short" 16) ("slices that begin within rows" 40)
name: $what, $type
arg_in: 0 image uchar4 repeat 1 2 3 4 image_type $type image_width 4 image_height 2 image_$extent 2 image_row_pitch 16 image_slice_pitch $pitch \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read image_error CL_INVALID_IMAGE_DESCRIPTOR
arg_in: 1 buffer uchar[1] 7
read: 1 7

[test]
name: a pitch without host memory
arg_in: 0 image uchar4 NULL image_type 2d image_width 4 image_height 2 image_row_pitch 16 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read image_error CL_INVALID_IMAGE_DESCRIPTOR
arg_in: 1 buffer uchar[1] 7
read: 1 7
!*/
