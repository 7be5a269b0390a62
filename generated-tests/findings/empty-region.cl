// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3 to 5.3.6: "The values in region cannot be 0", and CL_INVALID_VALUE "if values in origin and region do not follow rules
# described in the argument description". The same in OpenCL 3.0.

[config]
name: a region of no texels is refused
need_image_support: true
clc_version_min: 12

[test]
for: what region in ("no columns" "0 1") ("no rows" "1 0")
name: read, $what
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
read: 0 origin 0 0 region $region error CL_INVALID_VALUE

[test]
for: what region in ("no columns" "0 1") ("no rows" "1 0")
name: write, $what
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
write: 0 origin 0 0 region $region error CL_INVALID_VALUE

[test]
for: what region in ("no columns" "0 1") ("no rows" "1 0")
name: map, $what
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
map: 0 read origin 0 0 region $region error CL_INVALID_VALUE

[test]
for: what region in ("no columns" "0 1") ("no rows" "1 0")
name: fill, $what
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
fill: 0 origin 0 0 region $region 0 0 0 0 error CL_INVALID_VALUE

[test]
for: what region in ("no columns" "0 1") ("no rows" "1 0")
name: copy, $what
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
arg_in: 1 image uchar 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
copy: 0 origin 0 0 region $region to 1 error CL_INVALID_VALUE

[test]
for: what region in ("no columns" "0 1") ("no rows" "1 0")
name: copy to a buffer, $what
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
arg_in: 1 buffer uchar[1] 0
copy: 0 origin 0 0 region $region to 1 error CL_INVALID_VALUE

[test]
for: what region in ("no columns" "0 1") ("no rows" "1 0")
name: copy from a buffer, $what
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
arg_in: 1 buffer uchar[1] 0
copy: 1 to 0 origin 0 0 region $region error CL_INVALID_VALUE
!*/
