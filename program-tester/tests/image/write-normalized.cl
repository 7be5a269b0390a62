// SPDX-License-Identifier: MIT
/*!
# Floats stored in normalized formats: clamped, then rounded to nearest even (the preferred rounding of
# OpenCL 1.2, 8.3.1.1; for 0.5, half way between two steps, either is within its bound of 0.6).

[config]
name: image write normalized
kernel_name: write
dimensions: 2
global_size: 3 2 0
need_image_support: true

[test]
for: type order data expected given in \
       (uchar  R  UNORM_INT8  "0 64 191 127..128 51 255" \
        "0 0.25 0.2 0 0.25 0.75 1 -1 0.75 1 2 -0.5 0.5 2 -0.5 0.25 0.2 0 0.25 0.2 1 -1 0.75 1") \
       (uchar2  RG  UNORM_INT8  "0 64 64 191 191 255 127..128 255 51 0 255 0" \
        "0 0.25 0.2 0 0.25 0.75 1 -1 0.75 1 2 -0.5 0.5 2 -0.5 0.25 0.2 0 0.25 0.2 1 -1 0.75 1") \
       (uchar4  RGBA  UNORM_INT8 \
        "0 64 51 0 64 191 255 0 191 255 255 0 127..128 255 0 64 51 0 64 51 255 0 191 255" \
        "0 0.25 0.2 0 0.25 0.75 1 -1 0.75 1 2 -0.5 0.5 2 -0.5 0.25 0.2 0 0.25 0.2 1 -1 0.75 1") \
       (uchar4  BGRA  UNORM_INT8 \
        "51 64 0 0 255 191 64 0 255 255 191 0 0 255 127..128 64 64 0 51 51 191 0 255 255" \
        "0 0.25 0.2 0 0.25 0.75 1 -1 0.75 1 2 -0.5 0.5 2 -0.5 0.25 0.2 0 0.25 0.2 1 -1 0.75 1") \
       (ushort  R  UNORM_INT16  "0 16384 49151 32767..32768 13107 65535" \
        "0 0.25 0.2 0 0.25 0.75 1 -1 0.75 1 2 -0.5 0.5 2 -0.5 0.25 0.2 0 0.25 0.2 1 -1 0.75 1") \
       (char  R  SNORM_INT8  "0 -127 127 95 32 0" \
        "0 0.25 0.75 1 -1 0 0.25 0.75 1 -1 0 0.25 0.75 1 -1 0 0.25 0.75 1 -1 0 0.25 0.75 1") \
       (ushort2  RG  UNORM_INT16  "0 16384 16384 49151 49151 65535 32767..32768 65535 13107 0 65535 0" \
        "0 0.25 0.2 0 0.25 0.75 1 -1 0.75 1 2 -0.5 0.5 2 -0.5 0.25 0.2 0 0.25 0.2 1 -1 0.75 1") \
       (char2  RG  SNORM_INT8  "0 32 -127 0 127 -127 95 127 32 95 0 32" \
        "0 0.25 0.75 1 -1 0 0.25 0.75 1 -1 0 0.25 0.75 1 -1 0 0.25 0.75 1 -1 0 0.25 0.75 1") \
       (ushort4  RGBA  UNORM_INT16 \
        "0 16384 13107 0 16384 49151 65535 0 49151 65535 65535 0 32767..32768 65535 0 16384 13107 0 16384 13107 65535 0 49151 65535" \
        "0 0.25 0.2 0 0.25 0.75 1 -1 0.75 1 2 -0.5 0.5 2 -0.5 0.25 0.2 0 0.25 0.2 1 -1 0.75 1") \
       (char4  RGBA  SNORM_INT8 \
        "0 32 95 127 -127 0 32 95 127 -127 0 32 95 127 -127 0 32 95 127 -127 0 32 95 127" \
        "0 0.25 0.75 1 -1 0 0.25 0.75 1 -1 0 0.25 0.75 1 -1 0 0.25 0.75 1 -1 0 0.25 0.75 1")
name: $order $data
arg_out: 0 image $type $expected image_type 2d image_width 3 image_height 2 image_channel_order $order \
        image_channel_data_type $data
arg_in:  1 buffer float4[6] $given
!*/

kernel void write(write_only image2d_t image, global const float4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagef(image, (int2)(x, y), in[y * get_image_width(image) + x]);
}
