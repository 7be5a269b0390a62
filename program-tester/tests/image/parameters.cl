// SPDX-License-Identifier: MIT
/*!
# One [test] for each order and size: what a kernel sees of channels that are not stored (OpenCL C 1.2,
# 6.12.14.6), at the last texel.

[config]
name: image parameters
kernel_name: last_texel
need_image_support: true

[test]
for: order pixel texel seen in (R uchar 9 "9 0 0 1") (RG uchar2 "9 8" "9 8 0 1") \
       (RGBA uchar4 "9 8 7 6" "9 8 7 6")
for: width in 1 7 64
for: height in 1 5
name: $order of $width by $height
arg_out: 0 buffer uint4[1] $seen
arg_in:  1 image $pixel repeat $texel \
           image_type 2d image_width $width image_height $height \
           image_channel_order $order image_channel_data_type UNSIGNED_INT8
arg_in:  2 int2 $(width - 1) $(height - 1)
!*/

kernel void last_texel(global uint4 *out, read_only image2d_t image, int2 where)
{
    out[0] = read_imageui(image, where);
}
