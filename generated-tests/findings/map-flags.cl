// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.6: CL_INVALID_VALUE "if values specified in map_flags are not valid"; 5.2.3: "CL_MAP_READ or CL_MAP_WRITE and
# CL_MAP_WRITE_INVALIDATE_REGION are mutually exclusive". The same in OpenCL 3.0.

[config]
name: map flags that exclude each other are refused
need_image_support: true
clc_version_min: 12

[test]
name: read and invalidate, an image
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
map: 0 read_and_invalidate error CL_INVALID_VALUE

[test]
name: write and invalidate, an image
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
map: 0 write_and_invalidate error CL_INVALID_VALUE

[test]
name: read and invalidate, a buffer
arg_in: 0 buffer uchar[1] 0
map: 0 read_and_invalidate error CL_INVALID_VALUE

[test]
name: write and invalidate, a buffer
arg_in: 0 buffer uchar[1] 0
map: 0 write_and_invalidate error CL_INVALID_VALUE
!*/
