// SPDX-License-Identifier: MIT
/*!
# get_image_width, height, dim, channel_order and channel_data_type; the latter two give the CLK_ constants, whose
# values equal those of the API (OpenCL C 1.2, 6.12.14.5).

[config]
name: image attributes
kernel_name: attributes
need_image_support: true

[test]
for: expected pixel width height order data in \
       ("1 1 1 1 0x10b5 0x10d2"      uchar4  1   1   RGBA       UNORM_INT8) \
       ("7 3 7 3 0x10b5 0x10de"      float4  7   3   RGBA       FLOAT) \
       ("64 2 64 2 0x10b0 0x10dc"    uint    64  2   R          UNSIGNED_INT32) \
       ("5 9 5 9 0x10b2 0x10d8"      short2  5   9   RG         SIGNED_INT16) \
       ("33 17 33 17 0x10b6 0x10d2"  uchar4  33  17  BGRA       UNORM_INT8) \
       ("2 8 2 8 0x10b5 0x10dd"      half4   2   8   RGBA       HALF_FLOAT) \
       ("3 3 3 3 0x10b8 0x10de"      float   3   3   INTENSITY  FLOAT) \
       ("4 6 4 6 0x10b9 0x10d3"      ushort  4   6   LUMINANCE  UNORM_INT16) \
       ("9 1 9 1 0x10b0 0x10d0"      char    9   1   R          SNORM_INT8)
name: $order $data $width x $height
arg_out: 0 buffer int[6] $expected
arg_in:  1 image $pixel repeat 1 image_type 2d image_width $width image_height $height image_channel_order \
        $order image_channel_data_type $data
!*/

kernel void attributes(global int *out, read_only image2d_t image)
{
    out[0] = get_image_width(image);
    out[1] = get_image_height(image);
    out[2] = get_image_dim(image).x;
    out[3] = get_image_dim(image).y;
    out[4] = get_image_channel_order(image);
    out[5] = get_image_channel_data_type(image);
}
