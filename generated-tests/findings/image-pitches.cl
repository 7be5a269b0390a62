// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.7, table 5.9: CL_IMAGE_ROW_PITCH is the "row pitch in bytes of a row of elements of the image object", CL_IMAGE_SLICE_PITCH
# the "slice pitch in bytes of a 2D slice for the 3D image object or size of each image in a 1D or 2D image array"; "For a 1D image, 1D image
# buffer and 2D image object return 0".

[config]
name: what clGetImageInfo says of rows and slices
need_image_support: true
clc_version_min: 12

[test]
for: type more in (1d "") (1d_array "image_array_size 2") (2d "image_height 2") (2d_array "image_height 2 image_array_size 2") (3d "image_height 2 image_depth 2")
name: row pitch, $type
arg_in: 0 image uchar NULL image_type $type image_width 3 $more image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
info: 0 row_pitch at_least 3

[test]
name: row pitch, 1d_buffer
arg_in: 0 image uchar 0 1 2 image_type 1d_buffer image_width 3 image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
info: 0 row_pitch at_least 3

[test]
for: type more least in (1d_array "image_array_size 2" 3) (2d_array "image_height 2 image_array_size 2" 6) (3d "image_height 2 image_depth 2" 6)
name: slice pitch, $type
arg_in: 0 image uchar NULL image_type $type image_width 3 $more image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
info: 0 slice_pitch at_least $least

[test]
for: type more in (1d "") (2d "image_height 2")
name: no slices, $type
arg_in: 0 image uchar NULL image_type $type image_width 3 $more image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
info: 0 slice_pitch 0
!*/
