// SPDX-License-Identifier: MIT
/*!
# write_image* of image1d_buffer_t (OpenCL 1.2, 6.12.14.4) convert as 8.3 says.

[config]
name: writes of 1D images over buffers
global_size: 4
need_image_support: true

[test]
name: RGBA UNORM_INT8
kernel_name: write_f
arg_in:  0 buffer float4[4] 1 0 -1 2  0.2 0.4 0.6 0.8  0 0 0 0  1 1 1 1
arg_out: 1 image uchar4 255 0 0 255  51 102 153 204  0 0 0 0  255 255 255 255 \
        image_type 1d_buffer image_width 4 \
        image_channel_order RGBA image_channel_data_type UNORM_INT8

[test]
name: R FLOAT
kernel_name: write_f
arg_in:  0 buffer float4[4] 1.5 9 9 9  -2 9 9 9  inf 9 9 9  1e30 9 9 9
arg_out: 1 image float 1.5 -2 inf 1e30 image_type 1d_buffer image_width 4 \
        image_channel_order R image_channel_data_type FLOAT

[test]
name: RG SIGNED_INT16
kernel_name: write_i
arg_in:  0 buffer int4[4] 1 -1 9 9  32767 -32768 9 9  100000 -100000 9 9  0 7 9 9
arg_out: 1 image short2 1 -1  32767 -32768  32767 -32768  0 7 image_type 1d_buffer image_width 4 \
        image_channel_order RG image_channel_data_type SIGNED_INT16

[test]
name: RGBA UNSIGNED_INT8
kernel_name: write_u
arg_in:  0 buffer uint4[4] 1 2 3 4  255 256 1000 0xffffffff  0 0 0 0  9 8 7 6
arg_out: 1 image uchar4 1 2 3 4  255 255 255 255  0 0 0 0  9 8 7 6 \
        image_type 1d_buffer image_width 4 \
        image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
!*/

kernel void write_f(global const float4 *in, write_only image1d_buffer_t image)
{
    int x = get_global_id(0);
    write_imagef(image, x, in[x]);
}

kernel void write_i(global const int4 *in, write_only image1d_buffer_t image)
{
    int x = get_global_id(0);
    write_imagei(image, x, in[x]);
}

kernel void write_u(global const uint4 *in, write_only image1d_buffer_t image)
{
    int x = get_global_id(0);
    write_imageui(image, x, in[x]);
}
