// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.4 and 8.3.1.2: a fill's colour is converted as by convert_uchar_sat_rte(f * 255.0f), within 0.6 of f * 255.0f, which is
# 254.745 here: only 255 is that near.

[config]
name: a fill with a colour between two that the format holds
need_image_support: true
clc_version_min: 12

[test]
name: UNORM_INT8
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type UNORM_INT8 image_access read
fill: 0 0.999 0 0 0
read: 0 255
!*/
