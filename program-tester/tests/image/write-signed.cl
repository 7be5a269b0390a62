// SPDX-License-Identifier: MIT
/*!
# Signed integers stored by write_imagei (OpenCL C 1.2, 6.12.14.4).

[config]
name: image write signed
kernel_name: write
dimensions: 2
global_size: 3 2 0
need_image_support: true

[test]
for: name type order data expected given in \
       ("R SIGNED_INT8"  char  R  INT8  "0 127 0 -1 -128 99" \
        "0 -1 -128 99 127 -128 99 127 0 -1 127 0 -1 -128 99 -1 -128 99 127 0 99 127 0 -1") \
       ("R SIGNED_INT16"  short  R  INT16  "0 32767 0 -1 -32768 99" \
        "0 -1 -32768 99 32767 -32768 99 32767 0 -1 32767 0 -1 -32768 99 -1 -32768 99 32767 0 99 32767 0 -1") \
       ("R SIGNED_INT32"  int  R  INT32  "0 2147483647 0 -1 -2147483648 99" \
        "0 -1 -2147483648 99 2147483647 -2147483648 99 2147483647 0 -1 2147483647 0 -1 -2147483648 99 -1 -2147483648 99 2147483647 0 99 2147483647 0 -1") \
       ("RG SIGNED_INT8"  char2  RG  INT8  "0 -1 127 -128 0 -1 -1 -128 -128 99 99 127" \
        "0 -1 -128 99 127 -128 99 127 0 -1 127 0 -1 -128 99 -1 -128 99 127 0 99 127 0 -1") \
       ("RG SIGNED_INT16"  short2  RG  INT16  "0 -1 32767 -32768 0 -1 -1 -32768 -32768 99 99 32767" \
        "0 -1 -32768 99 32767 -32768 99 32767 0 -1 32767 0 -1 -32768 99 -1 -32768 99 32767 0 99 32767 0 -1") \
       ("RG SIGNED_INT32"  int2  RG  INT32 \
        "0 -1 2147483647 -2147483648 0 -1 -1 -2147483648 -2147483648 99 99 2147483647" \
        "0 -1 -2147483648 99 2147483647 -2147483648 99 2147483647 0 -1 2147483647 0 -1 -2147483648 99 -1 -2147483648 99 2147483647 0 99 2147483647 0 -1") \
       ("RGBA SIGNED_INT8"  char4  RGBA  INT8 \
        "0 -1 -128 99 127 -128 99 127 0 -1 127 0 -1 -128 99 -1 -128 99 127 0 99 127 0 -1" \
        "0 -1 -128 99 127 -128 99 127 0 -1 127 0 -1 -128 99 -1 -128 99 127 0 99 127 0 -1") \
       ("RGBA SIGNED_INT16"  short4  RGBA  INT16 \
        "0 -1 -32768 99 32767 -32768 99 32767 0 -1 32767 0 -1 -32768 99 -1 -32768 99 32767 0 99 32767 0 -1" \
        "0 -1 -32768 99 32767 -32768 99 32767 0 -1 32767 0 -1 -32768 99 -1 -32768 99 32767 0 99 32767 0 -1") \
       ("RGBA SIGNED_INT32"  int4  RGBA  INT32 \
        "0 -1 -2147483648 99 2147483647 -2147483648 99 2147483647 0 -1 2147483647 0 -1 -2147483648 99 -1 -2147483648 99 2147483647 0 99 2147483647 0 -1" \
        "0 -1 -2147483648 99 2147483647 -2147483648 99 2147483647 0 -1 2147483647 0 -1 -2147483648 99 -1 -2147483648 99 2147483647 0 99 2147483647 0 -1")
name: $name
arg_out: 0 image $type $expected image_type 2d image_width 3 image_height 2 image_channel_order $order \
        image_channel_data_type SIGNED_$data
arg_in:  1 buffer int4[6] $given
!*/

kernel void write(write_only image2d_t image, global const int4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagei(image, (int2)(x, y), in[y * get_image_width(image) + x]);
}
