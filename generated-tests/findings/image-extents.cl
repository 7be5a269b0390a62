// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.7, table 5.9: "For a 1D image, 1D image buffer and 1D image array object, height = 0", "For a 1D image, 1D image buffer, 2D
# image or 1D and 2D image array object, depth = 0"; the array size is 0 of what is no array. 5.3.1.2: image_height "is only used if the image
# is a 2D, 3D or 2D image array", and so on; this tester gives 1 for extents that are not used.

[config]
name: what clGetImageInfo says of extents that an image does not have
need_image_support: true
clc_version_min: 12

[test]
for: type more none in (1d "" height) (1d "" depth) (1d "" array_size) (1d_array "image_array_size 2" height) (1d_array "image_array_size 2" depth) \
     (2d "image_height 2" depth) (2d "image_height 2" array_size) (2d_array "image_height 2 image_array_size 2" depth) \
     (3d "image_height 2 image_depth 2" array_size)
name: $none, $type
arg_in: 0 image uchar NULL image_type $type image_width 3 $more image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
info: 0 $none 0
!*/
