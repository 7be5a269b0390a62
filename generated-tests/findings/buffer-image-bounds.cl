// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3 and 5.3.6: CL_INVALID_VALUE "if the region being read or written specified by origin and region is out of bounds": those of
# the image, whose buffer may be larger.

[config]
name: a region that is outside of a 1D image buffer, and inside of its buffer
need_image_support: true
clc_version_min: 12

[test]
name: read
arg_in: 0 buffer uchar[4] 1 2 3 4
arg_in: 1 image uchar NULL image_type 1d_buffer image_width 2 image_over 0 image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
read: 1 origin 1 region 2 error CL_INVALID_VALUE

[test]
name: write
arg_in: 0 buffer uchar[4] 1 2 3 4
arg_in: 1 image uchar NULL image_type 1d_buffer image_width 2 image_over 0 image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
write: 1 origin 1 region 2 error CL_INVALID_VALUE

[test]
name: map
arg_in: 0 buffer uchar[4] 1 2 3 4
arg_in: 1 image uchar NULL image_type 1d_buffer image_width 2 image_over 0 image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
map: 1 read origin 1 region 2 error CL_INVALID_VALUE

[test]
name: copy to a buffer
arg_in: 0 buffer uchar[4] 1 2 3 4
arg_in: 1 image uchar NULL image_type 1d_buffer image_width 2 image_over 0 image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
arg_in: 2 buffer uchar[4] repeat 0
copy: 1 origin 1 region 2 to 2 error CL_INVALID_VALUE

[test]
name: copy from a buffer
arg_in: 0 buffer uchar[4] 1 2 3 4
arg_in: 1 image uchar NULL image_type 1d_buffer image_width 2 image_over 0 image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
arg_in: 2 buffer uchar[4] repeat 0
copy: 2 to 1 origin 1 region 2 error CL_INVALID_VALUE
!*/
