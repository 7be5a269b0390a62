// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3: slice_pitch "must be 0 if image is a 1D or 2D image"; OpenCL 3.0, 5.3.3: CL_INVALID_VALUE "if image is a 1D or 2D image
# and slice_pitch or input_slice_pitch is not zero". A 1D image buffer is "a 1D image created from a buffer object" (6.1.3).

[config]
name: a slice pitch for an image without slices is refused
need_image_support: true
clc_version_min: 12

[test]
for: type height in (1d "") (1d_buffer "") (2d "image_height 1")
name: read of $type
arg_in: 0 image uchar 0 image_type $type image_width 1 $height image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
read: 0 host_row_pitch 1 host_slice_pitch 1 error CL_INVALID_VALUE

[test]
for: type height in (1d "") (1d_buffer "") (2d "image_height 1")
name: write of $type
arg_in: 0 image uchar 0 image_type $type image_width 1 $height image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
write: 0 host_row_pitch 1 host_slice_pitch 1 error CL_INVALID_VALUE
!*/
