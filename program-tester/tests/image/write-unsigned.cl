// SPDX-License-Identifier: MIT
/*!
# Unsigned integers stored by write_imageui (OpenCL C 1.2, 6.12.14.4).

[config]
name: image write unsigned
kernel_name: write
dimensions: 2
global_size: 3 2 0
need_image_support: true

[test]
for: name type order data expected given in \
       ("R UNSIGNED_INT8"  uchar  R  INT8  "0 128 0 1 255 99" \
        "0 1 255 99 128 255 99 128 0 1 128 0 1 255 99 1 255 99 128 0 99 128 0 1") \
       ("R UNSIGNED_INT16"  ushort  R  INT16  "0 32768 0 1 65535 99" \
        "0 1 65535 99 32768 65535 99 32768 0 1 32768 0 1 65535 99 1 65535 99 32768 0 99 32768 0 1") \
       ("R UNSIGNED_INT32"  uint  R  INT32  "0 2147483648 0 1 4294967295 99" \
        "0 1 4294967295 99 2147483648 4294967295 99 2147483648 0 1 2147483648 0 1 4294967295 99 1 4294967295 99 2147483648 0 99 2147483648 0 1") \
       ("RG UNSIGNED_INT8"  uchar2  RG  INT8  "0 1 128 255 0 1 1 255 255 99 99 128" \
        "0 1 255 99 128 255 99 128 0 1 128 0 1 255 99 1 255 99 128 0 99 128 0 1") \
       ("RG UNSIGNED_INT16"  ushort2  RG  INT16  "0 1 32768 65535 0 1 1 65535 65535 99 99 32768" \
        "0 1 65535 99 32768 65535 99 32768 0 1 32768 0 1 65535 99 1 65535 99 32768 0 99 32768 0 1") \
       ("RG UNSIGNED_INT32"  uint2  RG  INT32 \
        "0 1 2147483648 4294967295 0 1 1 4294967295 4294967295 99 99 2147483648" \
        "0 1 4294967295 99 2147483648 4294967295 99 2147483648 0 1 2147483648 0 1 4294967295 99 1 4294967295 99 2147483648 0 99 2147483648 0 1") \
       ("RGBA UNSIGNED_INT8"  uchar4  RGBA  INT8 \
        "0 1 255 99 128 255 99 128 0 1 128 0 1 255 99 1 255 99 128 0 99 128 0 1" \
        "0 1 255 99 128 255 99 128 0 1 128 0 1 255 99 1 255 99 128 0 99 128 0 1") \
       ("RGBA UNSIGNED_INT16"  ushort4  RGBA  INT16 \
        "0 1 65535 99 32768 65535 99 32768 0 1 32768 0 1 65535 99 1 65535 99 32768 0 99 32768 0 1" \
        "0 1 65535 99 32768 65535 99 32768 0 1 32768 0 1 65535 99 1 65535 99 32768 0 99 32768 0 1") \
       ("RGBA UNSIGNED_INT32"  uint4  RGBA  INT32 \
        "0 1 4294967295 99 2147483648 4294967295 99 2147483648 0 1 2147483648 0 1 4294967295 99 1 4294967295 99 2147483648 0 99 2147483648 0 1" \
        "0 1 4294967295 99 2147483648 4294967295 99 2147483648 0 1 2147483648 0 1 4294967295 99 1 4294967295 99 2147483648 0 99 2147483648 0 1")
name: $name
arg_out: 0 image $type $expected image_type 2d image_width 3 image_height 2 image_channel_order $order \
        image_channel_data_type UNSIGNED_$data
arg_in:  1 buffer uint4[6] $given
!*/

kernel void write(write_only image2d_t image, global const uint4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imageui(image, (int2)(x, y), in[y * get_image_width(image) + x]);
}
