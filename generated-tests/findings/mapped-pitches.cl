// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.6: "image_row_pitch returns the scan-line pitch in bytes for the mapped region"; image_slice_pitch: "For a 1D and 2D image,
# zero is returned if this argument is not NULL". A 1D image buffer is "a 1D image created from a buffer object" (6.1.3).

[config]
name: what clEnqueueMapImage says of rows and slices
need_image_support: true
clc_version_min: 12

[test]
for: type height in (1d "") (1d_buffer "") (2d "image_height 1")
name: row pitch, $type
arg_in: 0 image uchar 0 1 2 image_type $type image_width 3 $height image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
info: 0 mapped_row_pitch at_least 3

[test]
for: type height in (1d "") (1d_buffer "") (2d "image_height 1")
name: slice pitch, $type
arg_in: 0 image uchar 0 1 2 image_type $type image_width 3 $height image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
info: 0 mapped_slice_pitch 0
!*/
