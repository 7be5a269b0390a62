// SPDX-License-Identifier: MIT
/*!
# Unsigned integer formats read by read_imageui (OpenCL C 1.2, 6.12.14.2).

[config]
name: image read unsigned
kernel_name: read
dimensions: 2
global_size: 3 2 0
need_image_support: true

[test]
name: R UNSIGNED_INT8
arg_out: 0 buffer uint4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1
arg_in:  1 image uchar 0 0 0 0 0 0 image_type 2d image_width 3 image_height 2 image_channel_order \
        R image_channel_data_type UNSIGNED_INT8

[test]
name: R UNSIGNED_INT16
arg_out: 0 buffer uint4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1
arg_in:  1 image ushort 0 0 0 0 0 0 image_type 2d image_width 3 image_height 2 image_channel_order \
        R image_channel_data_type UNSIGNED_INT16

[test]
name: R UNSIGNED_INT32
arg_out: 0 buffer uint4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1
arg_in:  1 image uint 0 0 0 0 0 0 image_type 2d image_width 3 image_height 2 image_channel_order R \
        image_channel_data_type UNSIGNED_INT32

[test]
name: RG UNSIGNED_INT8
arg_out: 0 buffer uint4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 127 0 1 127 127 0 1 127 127 0 1
arg_in:  1 image uchar2 0 0 0 0 0 0 0 127 127 127 127 127 image_type 2d image_width 3 image_height \
        2 image_channel_order RG image_channel_data_type UNSIGNED_INT8

[test]
name: RG UNSIGNED_INT16
arg_out: 0 buffer uint4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 32767 0 1 32767 32767 0 1 32767 32767 0 1
arg_in:  1 image ushort2 0 0 0 0 0 0 0 32767 32767 32767 32767 32767 image_type 2d image_width 3 \
        image_height 2 image_channel_order RG image_channel_data_type UNSIGNED_INT16

[test]
name: RG UNSIGNED_INT32
arg_out: 0 buffer uint4[6] 0 0 0 1 0 0 0 1 0 0 0 1 0 2147483647 0 1 2147483647 2147483647 0 1 \
        2147483647 2147483647 0 1
arg_in:  1 image uint2 0 0 0 0 0 0 0 2147483647 2147483647 2147483647 2147483647 2147483647 \
        image_type 2d image_width 3 image_height 2 image_channel_order RG image_channel_data_type \
        UNSIGNED_INT32

[test]
name: RGBA UNSIGNED_INT8
arg_out: 0 buffer uint4[6] 0 0 0 0 0 0 0 127 127 127 127 127 127 127 128 128 128 128 128 128 128 \
        255 255 255
arg_in:  1 image uchar4 0 0 0 0 0 0 0 127 127 127 127 127 127 127 128 128 128 128 128 128 128 255 \
        255 255 image_type 2d image_width 3 image_height 2 image_channel_order RGBA \
        image_channel_data_type UNSIGNED_INT8

[test]
name: RGBA UNSIGNED_INT16
arg_out: 0 buffer uint4[6] 0 0 0 0 0 0 0 32767 32767 32767 32767 32767 32767 32767 32768 32768 \
        32768 32768 32768 32768 32768 65535 65535 65535
arg_in:  1 image ushort4 0 0 0 0 0 0 0 32767 32767 32767 32767 32767 32767 32767 32768 32768 32768 \
        32768 32768 32768 32768 65535 65535 65535 image_type 2d image_width 3 image_height 2 \
        image_channel_order RGBA image_channel_data_type UNSIGNED_INT16

[test]
name: RGBA UNSIGNED_INT32
arg_out: 0 buffer uint4[6] 0 0 0 0 0 0 0 2147483647 2147483647 2147483647 2147483647 2147483647 \
        2147483647 2147483647 2147483648 2147483648 2147483648 2147483648 2147483648 2147483648 \
        2147483648 4294967295 4294967295 4294967295
arg_in:  1 image uint4 0 0 0 0 0 0 0 2147483647 2147483647 2147483647 2147483647 2147483647 \
        2147483647 2147483647 2147483648 2147483648 2147483648 2147483648 2147483648 2147483648 \
        2147483648 4294967295 4294967295 4294967295 image_type 2d image_width 3 image_height 2 \
        image_channel_order RGBA image_channel_data_type UNSIGNED_INT32
!*/

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void read(global uint4 *out, read_only image2d_t image)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_image_width(image) + x] = read_imageui(image, nearest, (int2)(x, y));
}
