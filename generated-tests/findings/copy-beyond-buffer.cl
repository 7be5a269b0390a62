// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.5: CL_INVALID_VALUE "if the region specified by dst_offset and dst_offset + dst_cb refers to a region
# outside dst_buffer".

[config]
name: a copy of an image to a buffer that is too small
clc_version_min: 12
need_image_support: true

[test]
name: copy
arg_in: 0 image uchar 1 2 3 4 image_type 2d image_width 2 image_height 2 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
arg_in: 1 buffer uchar[6] 9 9 9 9 9 9
copy: 0 origin 0 0 region 2 2 to 1 offset 3 error CL_INVALID_VALUE
read: 1 9 9 9 9 9 9
!*/
