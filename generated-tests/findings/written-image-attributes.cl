// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.14.5: get_image_channel_order and get_image_channel_data_type "return" those of the image that they are given, whatever
# its access qualifier and whatever image stands before it.

[config]
name: attributes of an image that is written
kernel_name: types
need_image_support: true

[test]
name: behind one that is read
arg_in:  0 image uchar4 1 2 3 4 image_type 2d image_width 1 image_height 1 \
          image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
arg_out: 1 image short4 7 7 7 7 image_type 2d image_width 1 image_height 1 \
          image_channel_order RGBA image_channel_data_type SIGNED_INT16
arg_out: 2 buffer int[2] 1 1
!*/

kernel void types(read_only image2d_t first, write_only image2d_t second, global int *out)
{
    out[0] = get_image_channel_data_type(first) == CLK_UNSIGNED_INT8;
    out[1] = get_image_channel_data_type(second) == CLK_SIGNED_INT16;
    write_imagei(second, (int2)(0, 0), (int4)(7));
}
