// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.4 and 8.3.2: a fill's colour is converted to halves as vstore_half does; infinity is a half, whatever the rounding.

[config]
name: a fill of a 3D image of halves with infinity
need_image_support: true

[test]
arg_in: 0 image half 0 image_type 3d image_width 1 image_height 1 image_depth 1 \
          image_channel_order R image_channel_data_type HALF_FLOAT image_access read
fill: 0 inf 0 0 0
read: 0 inf
!*/
