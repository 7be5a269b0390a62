// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.14.1: the border colour of CL_R is (0, 0, 0, 1), and a filter takes it for texels outside (8.2): half of each is
# (0.5, 0, 0, 1) here.

[config]
name: the alpha of a filter's border colour
kernel_name: fetch
need_image_support: true
clc_version_min: 12

[test]
name: half inside
arg_out: 0 buffer float4[1] 0.5 0 0 1 tolerance 0.01
arg_in:  1 image uchar 255 image_type 2d image_width 1 image_height 1 \
           image_channel_order R image_channel_data_type UNORM_INT8
!*/

constant sampler_t filtered = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

kernel void fetch(global float4 *result, read_only image2d_t image)
{
    result[0] = read_imagef(image, filtered, (float2)(1.0f, 0.5f));
}
