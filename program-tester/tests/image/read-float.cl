// SPDX-License-Identifier: MIT
/*!
# FLOAT and HALF_FLOAT images read unchanged (OpenCL 1.2, 8.3.2, 8.3.3), signs of zeros included.

[config]
name: image read float
kernel_name: read
dimensions: 2
global_size: 3 2 0
need_image_support: true

[test]
for: pixel order data expected given in \
       (float  R  FLOAT  "-0 0 0 1 inf 0 0 1 1e+10 0 0 1 1.5 0 0 1 3 0 0 1 -1e-10 0 0 1" \
        "-0 inf 1e+10 1.5 3 -1e-10") \
       (float2  RG  FLOAT  "-0 inf 0 1 1e+10 1.5 0 1 3 -1e-10 0 1 -2.25 1.5 0 1 3 -1e-10 0 1 -2.25 0 0 1" \
        "-0 inf 1e+10 1.5 3 -1e-10 -2.25 1.5 3 -1e-10 -2.25 0") \
       (float4  RGBA  FLOAT \
        "-0 inf 1e+10 1.5 3 -1e-10 -2.25 1.5 3 -1e-10 -2.25 0 inf 1e+10 -2.25 0 inf 1e+10 1.5 3 -1e-10 1e+10 1.5 3" \
        "-0 inf 1e+10 1.5 3 -1e-10 -2.25 1.5 3 -1e-10 -2.25 0 inf 1e+10 -2.25 0 inf 1e+10 1.5 3 -1e-10 1e+10 1.5 3") \
       (float  INTENSITY  FLOAT \
        "-0 -0 -0 -0 inf inf inf inf 1e+10 1e+10 1e+10 1e+10 1.5 1.5 1.5 1.5 3 3 3 3 -1e-10 -1e-10 -1e-10 -1e-10" \
        "-0 inf 1e+10 1.5 3 -1e-10") \
       (float  LUMINANCE  FLOAT \
        "-0 -0 -0 1 inf inf inf 1 1e+10 1e+10 1e+10 1 1.5 1.5 1.5 1 3 3 3 1 -1e-10 -1e-10 -1e-10 1" \
        "-0 inf 1e+10 1.5 3 -1e-10") \
       (half  R  HALF_FLOAT  "-0 0 0 1 -65504 0 0 1 1024 0 0 1 1.5 0 0 1 3 0 0 1 0.125 0 0 1" \
        "-0 -65504 1024 1.5 3 0.125") \
       (half2  RG  HALF_FLOAT \
        "-0 -65504 0 1 1024 1.5 0 1 3 0.125 0 1 -2.25 1.5 0 1 3 0.125 0 1 -2.25 0 0 1" \
        "-0 -65504 1024 1.5 3 0.125 -2.25 1.5 3 0.125 -2.25 0") \
       (half4  RGBA  HALF_FLOAT \
        "-0 -65504 1024 1.5 3 0.125 -2.25 1.5 3 0.125 -2.25 0 -65504 1024 -2.25 0 -65504 1024 1.5 3 0.125 1024 1.5 3" \
        "-0 -65504 1024 1.5 3 0.125 -2.25 1.5 3 0.125 -2.25 0 -65504 1024 -2.25 0 -65504 1024 1.5 3 0.125 1024 1.5 3")
name: $order $data
arg_out: 0 buffer float4[6] $expected signed_zero
arg_in:  1 image $pixel $given image_type 2d image_width 3 image_height 2 image_channel_order $order \
        image_channel_data_type $data
!*/

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void read(global float4 *out, read_only image2d_t image)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_image_width(image) + x] = read_imagef(image, nearest, (int2)(x, y));
}
