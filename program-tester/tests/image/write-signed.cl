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
name: R SIGNED_INT8
arg_out: 0 image char 0 127 0 -1 -128 99 image_type 2d image_width 3 image_height 2 \
        image_channel_order R image_channel_data_type SIGNED_INT8
arg_in:  1 buffer int4[6] 0 -1 -128 99 127 -128 99 127 0 -1 127 0 -1 -128 99 -1 -128 99 127 0 99 \
        127 0 -1

[test]
name: R SIGNED_INT16
arg_out: 0 image short 0 32767 0 -1 -32768 99 image_type 2d image_width 3 image_height 2 \
        image_channel_order R image_channel_data_type SIGNED_INT16
arg_in:  1 buffer int4[6] 0 -1 -32768 99 32767 -32768 99 32767 0 -1 32767 0 -1 -32768 99 -1 -32768 \
        99 32767 0 99 32767 0 -1

[test]
name: R SIGNED_INT32
arg_out: 0 image int 0 2147483647 0 -1 -2147483648 99 image_type 2d image_width 3 image_height 2 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  1 buffer int4[6] 0 -1 -2147483648 99 2147483647 -2147483648 99 2147483647 0 -1 2147483647 \
        0 -1 -2147483648 99 -1 -2147483648 99 2147483647 0 99 2147483647 0 -1

[test]
name: RG SIGNED_INT8
arg_out: 0 image char2 0 -1 127 -128 0 -1 -1 -128 -128 99 99 127 image_type 2d image_width 3 \
        image_height 2 image_channel_order RG image_channel_data_type SIGNED_INT8
arg_in:  1 buffer int4[6] 0 -1 -128 99 127 -128 99 127 0 -1 127 0 -1 -128 99 -1 -128 99 127 0 99 \
        127 0 -1

[test]
name: RG SIGNED_INT16
arg_out: 0 image short2 0 -1 32767 -32768 0 -1 -1 -32768 -32768 99 99 32767 image_type 2d \
        image_width 3 image_height 2 image_channel_order RG image_channel_data_type SIGNED_INT16
arg_in:  1 buffer int4[6] 0 -1 -32768 99 32767 -32768 99 32767 0 -1 32767 0 -1 -32768 99 -1 -32768 \
        99 32767 0 99 32767 0 -1

[test]
name: RG SIGNED_INT32
arg_out: 0 image int2 0 -1 2147483647 -2147483648 0 -1 -1 -2147483648 -2147483648 99 99 2147483647 \
        image_type 2d image_width 3 image_height 2 image_channel_order RG image_channel_data_type \
        SIGNED_INT32
arg_in:  1 buffer int4[6] 0 -1 -2147483648 99 2147483647 -2147483648 99 2147483647 0 -1 2147483647 \
        0 -1 -2147483648 99 -1 -2147483648 99 2147483647 0 99 2147483647 0 -1

[test]
name: RGBA SIGNED_INT8
arg_out: 0 image char4 0 -1 -128 99 127 -128 99 127 0 -1 127 0 -1 -128 99 -1 -128 99 127 0 99 127 \
        0 -1 image_type 2d image_width 3 image_height 2 image_channel_order RGBA \
        image_channel_data_type SIGNED_INT8
arg_in:  1 buffer int4[6] 0 -1 -128 99 127 -128 99 127 0 -1 127 0 -1 -128 99 -1 -128 99 127 0 99 \
        127 0 -1

[test]
name: RGBA SIGNED_INT16
arg_out: 0 image short4 0 -1 -32768 99 32767 -32768 99 32767 0 -1 32767 0 -1 -32768 99 -1 -32768 \
        99 32767 0 99 32767 0 -1 image_type 2d image_width 3 image_height 2 image_channel_order \
        RGBA image_channel_data_type SIGNED_INT16
arg_in:  1 buffer int4[6] 0 -1 -32768 99 32767 -32768 99 32767 0 -1 32767 0 -1 -32768 99 -1 -32768 \
        99 32767 0 99 32767 0 -1

[test]
name: RGBA SIGNED_INT32
arg_out: 0 image int4 0 -1 -2147483648 99 2147483647 -2147483648 99 2147483647 0 -1 2147483647 0 \
        -1 -2147483648 99 -1 -2147483648 99 2147483647 0 99 2147483647 0 -1 image_type 2d \
        image_width 3 image_height 2 image_channel_order RGBA image_channel_data_type SIGNED_INT32
arg_in:  1 buffer int4[6] 0 -1 -2147483648 99 2147483647 -2147483648 99 2147483647 0 -1 2147483647 \
        0 -1 -2147483648 99 -1 -2147483648 99 2147483647 0 99 2147483647 0 -1
!*/

kernel void write(write_only image2d_t image, global const int4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagei(image, (int2)(x, y), in[y * get_image_width(image) + x]);
}
