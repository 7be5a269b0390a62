// SPDX-License-Identifier: MIT
/*!
# CLAMP reads the border colour outside: alpha is 0 for orders with alpha (RGBA, BGRA), and 1 for those without
# (R, RG); of Rx and RGx alpha is 1 inside and 0 outside, and is filtered between the two; channels that the order lacks are 0 there (OpenCL 1.2, 8.2 and table 5.22 in 5.14.1).

[config]
name: sampler border colour
kernel_name: read
global_size: 4 0 0
need_image_support: true

[test]
for: pixel given order expected in \
       (uchar4  "repeat 0 255 51 102"  RGBA  "0 0 0 0 0 1 0.2 0.4 0 0 0 0 0 0 0 0") \
       (uchar4  "repeat 0 255 51 102"  BGRA  "0 0 0 0 0.2 1 0 0.4 0 0 0 0 0 0 0 0") \
       (uchar   "repeat 51"            R     "0 0 0 1 0.2 0 0 1 0 0 0 1 0 0 0 1") \
       (uchar2  "repeat 51 255"        RG    "0 0 0 1 0.2 1 0 1 0 0 0 1 0 0 0 1") \
       (uchar   "repeat 51"            Rx    "0 0 0 0 0.2 0 0 1 0 0 0 0 0 0 0 0")
name: $order
arg_out: 0 buffer float4[4] $expected tolerance 1e-3
arg_in:  1 image $pixel $given image_type 2d image_width 2 image_height 2 image_channel_order $order \
        image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp filter_mode nearest
arg_in:  3 buffer float2[4] -1 0.5 1.5 1.5 0.5 2.5 100 -100

[test]
name: Rx, linear
# Weights have 8 bits or more, in each of two dimensions (end of 8.2).
arg_out: 0 buffer float4[4] 0.5 0 0 0.5  1 0 0 1  0.25 0 0 0.25  0 0 0 0 tolerance 0.008
arg_in:  1 image float repeat 1 image_type 2d image_width 2 image_height 2 image_channel_order Rx \
        image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords false addressing_mode clamp filter_mode linear
arg_in:  3 buffer float2[4] 0 1  1 1  2 2  100 -100

[test]
for: pixel given order data expected in \
       (uchar2  "repeat 51 255"  RGx   INT8       "0 0 0 0 0.2 1 0 1 0 0 0 0 0 0 0 0 tolerance 1e-3") \
       (ushort  "repeat 0xf81f"  RGBx  SHORT_565  "0 0 0 0 1 0 1 1 0 0 0 0 0 0 0 0") \
       (ushort  "repeat 0xf81f"  RGB   SHORT_565  "0 0 0 1 1 0 1 1 0 0 0 1 0 0 0 1")
name: $order
arg_out: 0 buffer float4[4] $expected
arg_in:  1 image $pixel $given image_type 2d image_width 2 image_height 2 image_channel_order $order \
        image_channel_data_type UNORM_$data
arg_in:  2 sampler normalized_coords false addressing_mode clamp filter_mode nearest
arg_in:  3 buffer float2[4] -1 0.5 1.5 1.5 0.5 2.5 100 -100
!*/

kernel void read(global float4 *out, read_only image2d_t image, sampler_t sampler,
                 global const float2 *at)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, at[i]);
}
