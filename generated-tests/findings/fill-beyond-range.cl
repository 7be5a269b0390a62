// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.4: "The fill color will be converted to the appropriate image channel format and order associated with image as
# described in sections 6.12.14 and 8.3": 8.3.1.2 converts normalized numbers with saturation.

[config]
name: fills with colours beyond what a normalized format holds
need_image_support: true

[test]
name: SNORM_INT8
arg_in: 0 image char 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type SNORM_INT8 image_access read
fill: 0 2 0 0 0
read: 0 127

[test]
name: SNORM_INT16
arg_in: 0 image short 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type SNORM_INT16 image_access read
fill: 0 inf 0 0 0
read: 0 32767

[test]
name: UNORM_INT16
arg_in: 0 image ushort 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type UNORM_INT16 image_access read
fill: 0 1e30 0 0 0
read: 0 65535
!*/
