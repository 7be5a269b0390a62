// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3, 5.3.4 and 5.3.6: CL_INVALID_VALUE if the region is out of bounds. An origin of 2^64-1 is, though origin + region
# is small again.

[config]
name: boxes whose end wraps around
need_image_support: true

[test]
name: read
arg_in: 0 image uchar4 repeat 1 image_type 2d image_width 2 image_height 2 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read
read: 0 origin 18446744073709551615 0 region 2 1 error CL_INVALID_VALUE

[test]
name: write
arg_in: 0 image uchar4 repeat 1 image_type 2d image_width 2 image_height 2 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read
write: 0 origin 0 18446744073709551615 region 2 2 error CL_INVALID_VALUE

[test]
name: fill
arg_in: 0 image uchar4 repeat 1 image_type 2d image_width 2 image_height 2 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read
fill: 0 origin 18446744073709551615 0 region 2 1 1 2 3 4 error CL_INVALID_VALUE

[test]
name: map
arg_in: 0 image uchar4 repeat 1 image_type 2d image_width 2 image_height 2 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8 image_access read
map: 0 read origin 1 18446744073709551615 region 1 2 error CL_INVALID_VALUE
!*/
