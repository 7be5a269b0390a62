// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.4: "The fill color will be converted to the appropriate image channel format and order associated with
# image as described in sections 6.12.14 and 8.3", and 8.3.3 converts with saturation.

[config]
name: a fill with a colour beyond the format's range
clc_version_min: 12
need_image_support: true

[test]
name: signed
arg_in: 0 image char4 repeat 1 image_type 2d image_width 1 image_height 1 \
          image_channel_order RGBA image_channel_data_type SIGNED_INT8 image_access read
fill: 0 -129 70000 128 -40000
read: 0 -128 127 127 -128

[test]
name: unsigned
arg_in: 0 image ushort4 repeat 1 image_type 2d image_width 1 image_height 1 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT16 image_access read
fill: 0 65536 70000 65535 4294967295
read: 0 65535 65535 65535 65535
!*/
