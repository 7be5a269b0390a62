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
for: type order data expected given in \
       (float  R  FLOAT  "-0 3 -1e-10 1e+10 -2.25 1.5" \
        "-0 1e+10 -inf -2.25 3 -2.25 3 1.5 -1e-10 0 -1e-10 0 1e+10 -inf -2.25 -inf -2.25 3 1.5 -1e-10 1.5 -1e-10 0 1e+10") \
       (float2  RG  FLOAT  "-0 1e+10 3 -2.25 -1e-10 0 1e+10 -inf -2.25 3 1.5 -1e-10" \
        "-0 1e+10 -inf -2.25 3 -2.25 3 1.5 -1e-10 0 -1e-10 0 1e+10 -inf -2.25 -inf -2.25 3 1.5 -1e-10 1.5 -1e-10 0 1e+10") \
       (float4  RGBA  FLOAT \
        "-0 1e+10 -inf -2.25 3 -2.25 3 1.5 -1e-10 0 -1e-10 0 1e+10 -inf -2.25 -inf -2.25 3 1.5 -1e-10 1.5 -1e-10 0 1e+10" \
        "-0 1e+10 -inf -2.25 3 -2.25 3 1.5 -1e-10 0 -1e-10 0 1e+10 -inf -2.25 -inf -2.25 3 1.5 -1e-10 1.5 -1e-10 0 1e+10") \
       (half  R  HALF_FLOAT  "-0 -65504 0.125 1024 -2.25 1.5" \
        "-0 1024 3 -2.25 -65504 -2.25 -65504 1.5 0.125 0 0.125 0 1024 3 -2.25 3 -2.25 -65504 1.5 0.125 1.5 0.125 0 1024") \
       (half2  RG  HALF_FLOAT  "-0 1024 -65504 -2.25 0.125 0 1024 3 -2.25 -65504 1.5 0.125" \
        "-0 1024 3 -2.25 -65504 -2.25 -65504 1.5 0.125 0 0.125 0 1024 3 -2.25 3 -2.25 -65504 1.5 0.125 1.5 0.125 0 1024") \
       (half4  RGBA  HALF_FLOAT \
        "-0 1024 3 -2.25 -65504 -2.25 -65504 1.5 0.125 0 0.125 0 1024 3 -2.25 3 -2.25 -65504 1.5 0.125 1.5 0.125 0 1024" \
        "-0 1024 3 -2.25 -65504 -2.25 -65504 1.5 0.125 0 0.125 0 1024 3 -2.25 3 -2.25 -65504 1.5 0.125 1.5 0.125 0 1024")
name: $order $data
arg_out: 0 image $type $expected image_type 2d image_width 3 image_height 2 image_channel_order $order \
        image_channel_data_type $data signed_zero
arg_in:  1 buffer float4[6] $given
!*/

kernel void write(write_only image2d_t image, global const float4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagef(image, (int2)(x, y), in[y * get_image_width(image) + x]);
}
