// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.5: dst_offset is "the offset where to begin copying data into dst_buffer": in bytes, whatever the format.

[config]
name: an image is copied to an offset in bytes
need_image_support: true
clc_version_min: 12

[test]
name: texels of two bytes
arg_in: 0 image ushort 513 image_type 2d image_width 1 image_height 1 image_channel_order R image_channel_data_type UNSIGNED_INT16 image_access read
arg_in: 1 buffer uchar[8] repeat 77
copy: 0 origin 0 0 region 1 1 to 1 offset 2
read: 1 77 77 1 2 77 77 77 77
!*/

kernel void nothing(read_only image2d_t image, global uchar *bytes)
{
}
