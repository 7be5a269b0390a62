// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3: CL_INVALID_VALUE if the region "specified by dst_origin and dst_origin + region refers to a region
# outside dst_image".

[config]
name: a copy to the right of an image
clc_version_min: 12
need_image_support: true

[test]
name: copy
arg_in: 0 image uchar repeat 1 image_type 2d image_width 8 image_height 4 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
arg_in: 1 image uchar repeat 2 image_type 2d image_width 8 image_height 4 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
copy: 0 region 6 2 to 1 origin 8 1 error CL_INVALID_VALUE
read: 1 repeat 2
!*/
