// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3: CL_INVALID_VALUE "if the region being read or written specified by origin and region is out of
# bounds". Behind the end of a row there is memory: that of the next one.

[config]
name: reads to the right of an image and below it
clc_version_min: 12
need_image_support: true

[test]
name: right
arg_in: 0 image uchar repeat 1 image_type 2d image_width 4 image_height 4 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
read: 0 origin 1 1 region 4 2 error CL_INVALID_VALUE

[test]
name: below
arg_in: 0 image uchar repeat 1 image_type 2d image_width 4 image_height 4 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
read: 0 origin 1 1 region 2 4 error CL_INVALID_VALUE
!*/
