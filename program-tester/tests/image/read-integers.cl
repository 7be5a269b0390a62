// SPDX-License-Identifier: MIT
/*!
# Integer formats read by read_imagei and read_imageui: sign extended, or with zeros in front; missing channels 0, missing alpha 1
# (OpenCL C 1.2, 6.12.14.2, 6.12.14.6).

[config]
name: image read integers
dimensions: 2
global_size: 3 2 0
need_image_support: true

[test]
kernel_name: read_signed
name: R SIGNED_INT8
arg_out: 0 buffer int4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1
arg_in:  1 image char 0 0 0 0 0 0 image_type 2d image_width 3 image_height 2 image_channel_order R \
        image_channel_data_type SIGNED_INT8

[test]
kernel_name: read_signed
name: R SIGNED_INT16
arg_out: 0 buffer int4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1
arg_in:  1 image short 0 0 0 0 0 0 image_type 2d image_width 3 image_height 2 image_channel_order \
        R image_channel_data_type SIGNED_INT16

[test]
kernel_name: read_signed
name: R SIGNED_INT32
arg_out: 0 buffer int4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1
arg_in:  1 image int 0 0 0 0 0 0 image_type 2d image_width 3 image_height 2 image_channel_order R \
        image_channel_data_type SIGNED_INT32

[test]
kernel_name: read_signed
name: RG SIGNED_INT8
arg_out: 0 buffer int4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 127 0 1 127 127 0 1 127 127 0 1
arg_in:  1 image char2 0 0 0 0 0 0 0 127 127 127 127 127 image_type 2d image_width 3 image_height \
        2 image_channel_order RG image_channel_data_type SIGNED_INT8

[test]
kernel_name: read_signed
name: RG SIGNED_INT16
arg_out: 0 buffer int4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 32767 0 1 32767 32767 0 1 32767 32767 0 1
arg_in:  1 image short2 0 0 0 0 0 0 0 32767 32767 32767 32767 32767 image_type 2d image_width 3 \
        image_height 2 image_channel_order RG image_channel_data_type SIGNED_INT16

[test]
kernel_name: read_signed
name: RG SIGNED_INT32
arg_out: 0 buffer int4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 2147483647 0 1 2147483647 2147483647 0 1 \
        2147483647 2147483647 0 1
arg_in:  1 image int2 0 0 0 0 0 0 0 2147483647 2147483647 2147483647 2147483647 2147483647 \
        image_type 2d image_width 3 image_height 2 image_channel_order RG image_channel_data_type \
        SIGNED_INT32

[test]
kernel_name: read_signed
name: RGBA SIGNED_INT8
arg_out: 0 buffer int4[6] 0 0 0 0 0 0 0 127 127 127 127 127 127 127 -128 -128 -128 -128 -128 -128 \
        -128 -1 -1 -1
arg_in:  1 image char4 0 0 0 0 0 0 0 127 127 127 127 127 127 127 -128 -128 -128 -128 -128 -128 \
        -128 -1 -1 -1 image_type 2d image_width 3 image_height 2 image_channel_order RGBA \
        image_channel_data_type SIGNED_INT8

[test]
kernel_name: read_signed
name: RGBA SIGNED_INT16
arg_out: 0 buffer int4[6] 0 0 0 0 0 0 0 32767 32767 32767 32767 32767 32767 32767 -32768 -32768 \
        -32768 -32768 -32768 -32768 -32768 -1 -1 -1
arg_in:  1 image short4 0 0 0 0 0 0 0 32767 32767 32767 32767 32767 32767 32767 -32768 -32768 \
        -32768 -32768 -32768 -32768 -32768 -1 -1 -1 image_type 2d image_width 3 image_height 2 \
        image_channel_order RGBA image_channel_data_type SIGNED_INT16

[test]
kernel_name: read_signed
name: RGBA SIGNED_INT32
arg_out: 0 buffer int4[6] 0 0 0 0 0 0 0 2147483647 2147483647 2147483647 2147483647 2147483647 \
        2147483647 2147483647 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 \
        -2147483648 -2147483648 -1 -1 -1
arg_in:  1 image int4 0 0 0 0 0 0 0 2147483647 2147483647 2147483647 2147483647 2147483647 \
        2147483647 2147483647 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 \
        -2147483648 -2147483648 -1 -1 -1 image_type 2d image_width 3 image_height 2 \
        image_channel_order RGBA image_channel_data_type SIGNED_INT32

[test]
for: name pixel order data expected given in \
       ("R UNSIGNED_INT8"  uchar  R  INT8  "0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1"  "0 0 0 0 0 0") \
       ("R UNSIGNED_INT16"  ushort  R  INT16  "0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1" \
        "0 0 0 0 0 0") \
       ("R UNSIGNED_INT32"  uint  R  INT32  "0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1"  "0 0 0 0 0 0") \
       ("RG UNSIGNED_INT8"  uchar2  RG  INT8  "0 0 0 1 0 0 0 1 0 0 0 1 0 127 0 1 127 127 0 1 127 127 0 1" \
        "0 0 0 0 0 0 0 127 127 127 127 127") \
       ("RG UNSIGNED_INT16"  ushort2  RG  INT16 \
        "0 0 0 1 0 0 0 1 0 0 0 1 0 32767 0 1 32767 32767 0 1 32767 32767 0 1" \
        "0 0 0 0 0 0 0 32767 32767 32767 32767 32767") \
       ("RG UNSIGNED_INT32"  uint2  RG  INT32 \
        "0 0 0 1 0 0 0 1 0 0 0 1 0 2147483647 0 1 2147483647 2147483647 0 1 2147483647 2147483647 0 1" \
        "0 0 0 0 0 0 0 2147483647 2147483647 2147483647 2147483647 2147483647") \
       ("RGBA UNSIGNED_INT8"  uchar4  RGBA  INT8 \
        "0 0 0 0 0 0 0 127 127 127 127 127 127 127 128 128 128 128 128 128 128 255 255 255" \
        "0 0 0 0 0 0 0 127 127 127 127 127 127 127 128 128 128 128 128 128 128 255 255 255") \
       ("RGBA UNSIGNED_INT16"  ushort4  RGBA  INT16 \
        "0 0 0 0 0 0 0 32767 32767 32767 32767 32767 32767 32767 32768 32768 32768 32768 32768 32768 32768 65535 65535 65535" \
        "0 0 0 0 0 0 0 32767 32767 32767 32767 32767 32767 32767 32768 32768 32768 32768 32768 32768 32768 65535 65535 65535") \
       ("RGBA UNSIGNED_INT32"  uint4  RGBA  INT32 \
        "0 0 0 0 0 0 0 2147483647 2147483647 2147483647 2147483647 2147483647 2147483647 2147483647 2147483648 2147483648 2147483648 2147483648 2147483648 2147483648 2147483648 4294967295 4294967295 4294967295" \
        "0 0 0 0 0 0 0 2147483647 2147483647 2147483647 2147483647 2147483647 2147483647 2147483647 2147483648 2147483648 2147483648 2147483648 2147483648 2147483648 2147483648 4294967295 4294967295 4294967295")
kernel_name: read_unsigned
name: $name
arg_out: 0 buffer uint4[6] $expected
arg_in:  1 image $pixel $given image_type 2d image_width 3 image_height 2 image_channel_order $order \
        image_channel_data_type UNSIGNED_$data
!*/

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void read_signed(global int4 *out, read_only image2d_t image)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_image_width(image) + x] = read_imagei(image, nearest, (int2)(x, y));
}

kernel void read_unsigned(global uint4 *out, read_only image2d_t image)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_image_width(image) + x] = read_imageui(image, nearest, (int2)(x, y));
}
