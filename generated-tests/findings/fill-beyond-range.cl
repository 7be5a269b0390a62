// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.4: "The fill color will be converted to the appropriate image channel format and order associated with image as
# described in sections 6.12.14 and 8.3": 8.3.1.2 converts normalized numbers with saturation.

[config]
name: fills with colours beyond what a normalized format holds
need_image_support: true

[test]
for: pixel data fill read in \
       (char    SNORM_INT8   "2 0 0 0"     127) \
       (short   SNORM_INT16  "inf 0 0 0"   32767) \
       (ushort  UNORM_INT16  "1e30 0 0 0"  65535)
name: $data
arg_in: 0 image $pixel 0 image_type 2d image_width 1 image_height 1 image_channel_order R \
        image_channel_data_type $data image_access read
fill: 0 $fill
read: 0 $read
!*/
