// SPDX-License-Identifier: MIT
/*!
# read_image* of image1d_buffer_t take integer coordinates and no sampler (OpenCL 1.2, 6.12.14.2);
# missing colour channels are 0, a missing alpha is 1 (table 6.23, 5.3.1.1).

[config]
name: reads of 1D images over buffers
global_size: 4
need_image_support: true

[test]
name: RGBA UNORM_INT8
kernel_name: read_f
arg_out: 0 buffer float4[4] 1 0 0 0  0 1 0 1  0 0 1 0.2  0.6 0.4 0.2 1 tolerance 2 ulp
arg_in:  1 image uchar4 255 0 0 0  0 255 0 255  0 0 255 51  153 102 51 255 \
        image_type 1d_buffer image_width 4 \
        image_channel_order RGBA image_channel_data_type UNORM_INT8

[test]
name: R FLOAT
kernel_name: read_f
arg_out: 0 buffer float4[4] 1.5 0 0 1  -2 0 0 1  inf 0 0 1  1e-40 0 0 1
arg_in:  1 image float 1.5 -2 inf 1e-40 image_type 1d_buffer image_width 4 \
        image_channel_order R image_channel_data_type FLOAT

[test]
name: RG SNORM_INT16
kernel_name: read_f
arg_out: 0 buffer float4[4] 1 -1 0 1  -1 0 0 1  0 1 0 1  -1 -1 0 1
arg_in:  1 image short2 32767 -32767  -32768 0  0 32767  -32768 -32767 \
        image_type 1d_buffer image_width 4 \
        image_channel_order RG image_channel_data_type SNORM_INT16

[test]
name: RGBA HALF_FLOAT
kernel_name: read_f
arg_out: 0 buffer float4[4] 1 2 3 4  -0.5 65504 -65504 0  inf -inf 0.25 8  5 6 7 8
arg_in:  1 image half4 1 2 3 4  -0.5 65504 -65504 0  inf -inf 0.25 8  5 6 7 8 \
        image_type 1d_buffer image_width 4 \
        image_channel_order RGBA image_channel_data_type HALF_FLOAT

[test]
name: BGRA UNORM_INT8
kernel_name: read_f
arg_out: 0 buffer float4[4] 0 0 1 0  0 1 0 1  1 0 0 0.2  0.2 0.4 0.6 1 tolerance 2 ulp
arg_in:  1 image uchar4 255 0 0 0  0 255 0 255  0 0 255 51  153 102 51 255 \
        image_type 1d_buffer image_width 4 \
        image_channel_order BGRA image_channel_data_type UNORM_INT8

[test]
name: RGBA SIGNED_INT8
kernel_name: read_i
arg_out: 0 buffer int4[4] -128 127 -1 0  1 2 3 4  -5 -6 -7 -8  9 10 11 12
arg_in:  1 image char4 -128 127 -1 0  1 2 3 4  -5 -6 -7 -8  9 10 11 12 \
        image_type 1d_buffer image_width 4 \
        image_channel_order RGBA image_channel_data_type SIGNED_INT8

[test]
name: R SIGNED_INT32
kernel_name: read_i
arg_out: 0 buffer int4[4] -2147483648 0 0 1  2147483647 0 0 1  -7 0 0 1  5 0 0 1
arg_in:  1 image int -2147483648 2147483647 -7 5 image_type 1d_buffer image_width 4 \
        image_channel_order R image_channel_data_type SIGNED_INT32

[test]
name: RG UNSIGNED_INT16
kernel_name: read_u
arg_out: 0 buffer uint4[4] 65535 0 0 1  1 2 0 1  3 4 0 1  5 32768 0 1
arg_in:  1 image ushort2 65535 0  1 2  3 4  5 32768 image_type 1d_buffer image_width 4 \
        image_channel_order RG image_channel_data_type UNSIGNED_INT16
!*/

kernel void read_f(global float4 *out, read_only image1d_buffer_t image)
{
    int x = get_global_id(0);
    out[x] = read_imagef(image, x);
}

kernel void read_i(global int4 *out, read_only image1d_buffer_t image)
{
    int x = get_global_id(0);
    out[x] = read_imagei(image, x);
}

kernel void read_u(global uint4 *out, read_only image1d_buffer_t image)
{
    int x = get_global_id(0);
    out[x] = read_imageui(image, x);
}
