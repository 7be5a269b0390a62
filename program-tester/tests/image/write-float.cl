// SPDX-License-Identifier: MIT
/*!
# FLOAT and HALF_FLOAT images store what is written when it is representable (OpenCL 1.2, 8.3.2, 8.3.3), signs of
# zeros included.

[config]
name: image write float
kernel_name: write
dimensions: 2
global_size: 3 2 0
need_image_support: true

[test]
name: R FLOAT
arg_out: 0 image float -0 3 -1e-10 1e+10 -2.25 1.5 image_type 2d image_width 3 image_height 2 \
        image_channel_order R image_channel_data_type FLOAT signed_zero
arg_in:  1 buffer float4[6] -0 1e+10 -inf -2.25 3 -2.25 3 1.5 -1e-10 0 -1e-10 0 1e+10 -inf -2.25 \
        -inf -2.25 3 1.5 -1e-10 1.5 -1e-10 0 1e+10

[test]
name: RG FLOAT
arg_out: 0 image float2 -0 1e+10 3 -2.25 -1e-10 0 1e+10 -inf -2.25 3 1.5 -1e-10 image_type 2d \
        image_width 3 image_height 2 image_channel_order RG image_channel_data_type FLOAT signed_zero
arg_in:  1 buffer float4[6] -0 1e+10 -inf -2.25 3 -2.25 3 1.5 -1e-10 0 -1e-10 0 1e+10 -inf -2.25 \
        -inf -2.25 3 1.5 -1e-10 1.5 -1e-10 0 1e+10

[test]
name: RGBA FLOAT
arg_out: 0 image float4 -0 1e+10 -inf -2.25 3 -2.25 3 1.5 -1e-10 0 -1e-10 0 1e+10 -inf -2.25 -inf \
        -2.25 3 1.5 -1e-10 1.5 -1e-10 0 1e+10 image_type 2d image_width 3 image_height 2 \
        image_channel_order RGBA image_channel_data_type FLOAT signed_zero
arg_in:  1 buffer float4[6] -0 1e+10 -inf -2.25 3 -2.25 3 1.5 -1e-10 0 -1e-10 0 1e+10 -inf -2.25 \
        -inf -2.25 3 1.5 -1e-10 1.5 -1e-10 0 1e+10

[test]
name: R HALF_FLOAT
arg_out: 0 image half -0 -65504 0.125 1024 -2.25 1.5 image_type 2d image_width 3 image_height 2 \
        image_channel_order R image_channel_data_type HALF_FLOAT signed_zero
arg_in:  1 buffer float4[6] -0 1024 3 -2.25 -65504 -2.25 -65504 1.5 0.125 0 0.125 0 1024 3 -2.25 3 \
        -2.25 -65504 1.5 0.125 1.5 0.125 0 1024

[test]
name: RG HALF_FLOAT
arg_out: 0 image half2 -0 1024 -65504 -2.25 0.125 0 1024 3 -2.25 -65504 1.5 0.125 image_type 2d \
        image_width 3 image_height 2 image_channel_order RG image_channel_data_type HALF_FLOAT signed_zero
arg_in:  1 buffer float4[6] -0 1024 3 -2.25 -65504 -2.25 -65504 1.5 0.125 0 0.125 0 1024 3 -2.25 3 \
        -2.25 -65504 1.5 0.125 1.5 0.125 0 1024

[test]
name: RGBA HALF_FLOAT
arg_out: 0 image half4 -0 1024 3 -2.25 -65504 -2.25 -65504 1.5 0.125 0 0.125 0 1024 3 -2.25 3 -2.25 \
        -65504 1.5 0.125 1.5 0.125 0 1024 image_type 2d image_width 3 image_height 2 \
        image_channel_order RGBA image_channel_data_type HALF_FLOAT signed_zero
arg_in:  1 buffer float4[6] -0 1024 3 -2.25 -65504 -2.25 -65504 1.5 0.125 0 0.125 0 1024 3 -2.25 3 \
        -2.25 -65504 1.5 0.125 1.5 0.125 0 1024
!*/

kernel void write(write_only image2d_t image, global const float4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagef(image, (int2)(x, y), in[y * get_image_width(image) + x]);
}
