// SPDX-License-Identifier: MIT
/*!
# Kernels read the sRGB orders as linear light: c / 12.92 up to 0.04045, ((c + 0.055) / 1.055)^2.4
# above, and alpha as it is (OpenCL C 2.0, "Conversion Rules for sRGBA and sBGRA Images"). What is
# read, converted back, must be within half a step of the stored number: the ranges are the formula's
# values half a step below and above it. 0 and 255 are 0 and 1. Alpha has the 1.5 ulp of 8.3.1.1.

[config]
name: image read sRGB
kernel_name: read
global_size: 4
need_image_support: true

[test]
name: sRGBA
arg_out: 0 buffer float4[4] 0 1 0.000151763492..0.000455290475 0 \
        0.00288350634..0.00318830090 0.00318830090..0.00350925935 0.0504844842..0.0520615066 1 \
        0.214041140..0.217688849 0.574347344..0.580824128 0.986670534..0.995545250 0.5019608 \
        1 0 0.0313014806..0.0324971216 0.2509804 tolerance 2 ulp
arg_in:  1 image uchar4 0 255 1 0  10 11 64 255  128 200 254 128  255 0 50 64 \
        image_type 2d image_width 4 image_height 1 image_channel_order sRGBA \
        image_channel_data_type UNORM_INT8

[test]
name: sBGRA
arg_out: 0 buffer float4[4] 0.000151763492..0.000455290475 1 0 0 \
        0.0504844842..0.0520615066 0.00318830090..0.00350925935 0.00288350634..0.00318830090 1 \
        0.986670534..0.995545250 0.574347344..0.580824128 0.214041140..0.217688849 0.5019608 \
        0.0313014806..0.0324971216 0 1 0.2509804 tolerance 2 ulp
arg_in:  1 image uchar4 0 255 1 0  10 11 64 255  128 200 254 128  255 0 50 64 \
        image_type 2d image_width 4 image_height 1 image_channel_order sBGRA \
        image_channel_data_type UNORM_INT8

[test]
name: texels as the kernel sees them
arg_out: 0 buffer float4[4] 0.214041140..0.217688849 0.0504844842..0.0520615066 1 1 \
        0 1 0.00288350634..0.00318830090 0 \
        0.574347344..0.580824128 0 0 1  0 0 0 0.2509804 tolerance 2 ulp
arg_in:  1 image values float 0.2158605 0.05126946 1 1  0 1 0.00303527 0  0.5775804 0 0 1 \
        0 0 0 0.2509804 \
        image_type 2d image_width 4 image_height 1 image_channel_order sRGBA \
        image_channel_data_type UNORM_INT8

[test]
name: converted, then filtered
kernel_name: filter
global_size: 1
# Half of the light of 0 and of 255; that of the number half way between them would be 0.21. Weights
# have 8 bits or more.
arg_out: 0 buffer float4[1] 0.5 0.5 0.5 0.5 tolerance 0.004
arg_in:  1 image uchar4 0 255 0 255  255 0 255 0 image_type 2d image_width 2 image_height 1 \
        image_channel_order sRGBA image_channel_data_type UNORM_INT8

[test]
name: border
kernel_name: border
global_size: 1
arg_out: 0 buffer float4[1] 0 0 0 0
arg_in:  1 image uchar4 repeat 200 image_type 2d image_width 2 image_height 1 \
        image_channel_order sRGBA image_channel_data_type UNORM_INT8
!*/

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t smooth =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void read(global float4 *out, read_only image2d_t image)
{
    int x = get_global_id(0);
    out[x] = read_imagef(image, nearest, (int2)(x, 0));
}

kernel void filter(global float4 *out, read_only image2d_t image)
{
    out[0] = read_imagef(image, smooth, (float2)(1.0f, 0.5f));
}

kernel void border(global float4 *out, read_only image2d_t image)
{
    out[0] = read_imagef(image, nearest, (int2)(2, 0));
}
