// SPDX-License-Identifier: MIT
/*!
# What a pixel is in each format that is written: the nearest that the format has, and its ends for what lies beyond (OpenCL 1.2, 8.3.1).

[config]
name: image programs: formats that are written
need_image_support: true
need_image_program: true
dimensions: 2
global_size: 4 1
kernel_name: write
[test]
name: R, UNORM_INT8
arg_out: 0 image uchar 0  0  0  26 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order R image_channel_data_type UNORM_INT8
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: R, UNORM_INT16
arg_out: 0 image ushort 0  0  0  6554 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order R image_channel_data_type UNORM_INT16
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: R, SNORM_INT8
arg_out: 0 image char 0  -64  -127  13 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order R image_channel_data_type SNORM_INT8
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: R, SNORM_INT16
arg_out: 0 image short 0  -16384  -32767  3277 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order R image_channel_data_type SNORM_INT16
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: R, HALF_FLOAT
arg_out: 0 image values float 0 0 0 1  -0.5 0 0 1  -1 0 0 1  0.100000001 0 0 1 tolerance 0.001 \
           image_type 2d image_width 4 image_height 1 image_channel_order R image_channel_data_type HALF_FLOAT
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: R, FLOAT
arg_out: 0 image float 0  -0.5  -1  0.100000001 \
           image_type 2d image_width 4 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RG, UNORM_INT8
arg_out: 0 image uchar2 0 64  0 255  0 0  26 229 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order RG image_channel_data_type UNORM_INT8
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RG, UNORM_INT16
arg_out: 0 image ushort2 0 16384  0 65535  0 0  6554 58981 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order RG image_channel_data_type UNORM_INT16
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RG, SNORM_INT8
arg_out: 0 image char2 0 32  -64 127  -127 -32  13 114 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order RG image_channel_data_type SNORM_INT8
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RG, SNORM_INT16
arg_out: 0 image short2 0 8192  -16384 32767  -32767 -8192  3277 29490 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order RG image_channel_data_type SNORM_INT16
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RG, HALF_FLOAT
arg_out: 0 image values float 0 0.25 0 1  -0.5 1.5 0 1  -1 -0.25 0 1  0.100000001 0.899999976 0 1 tolerance 0.001 \
           image_type 2d image_width 4 image_height 1 image_channel_order RG image_channel_data_type HALF_FLOAT
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RG, FLOAT
arg_out: 0 image float2 0 0.25  -0.5 1.5  -1 -0.25  0.100000001 0.899999976 \
           image_type 2d image_width 4 image_height 1 image_channel_order RG image_channel_data_type FLOAT
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RGBA, UNORM_INT8
arg_out: 0 image uchar4 0 64 128 255  0 255 191 32  0 0 0 255  26 229 77 153 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RGBA, UNORM_INT16
arg_out: 0 image ushort4 0 16384 32768 65535  0 65535 49151 8192  0 0 0 65535  6554 58981 19661 39321 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT16
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RGBA, SNORM_INT8
arg_out: 0 image char4 0 32 64 127  -64 127 95 16  -127 -32 -127 127  13 114 38 76 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type SNORM_INT8
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RGBA, SNORM_INT16
arg_out: 0 image short4 0 8192 16384 32767  -16384 32767 24575 4096  -32767 -8192 -32767 32767  3277 29490 9830 19660 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type SNORM_INT16
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RGBA, HALF_FLOAT
arg_out: 0 image values float 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 tolerance 0.001 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type HALF_FLOAT
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RGBA, FLOAT
arg_out: 0 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: BGRA, UNORM_INT8
arg_out: 0 image uchar4 128 64 0 255  191 255 0 32  0 0 0 255  77 229 26 153 tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order BGRA image_channel_data_type UNORM_INT8
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RGB, UNORM_SHORT_565
arg_out: 0 image values float 0 0.25 0.5 1  0 1 0.75 1  1 0 0 1  0.1 0.9 0.3 1 tolerance 0.0194 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGB image_channel_data_type UNORM_SHORT_565
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  1 0 -2 2  0.1 0.9 0.3 0.6 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RGB, UNORM_SHORT_555
arg_out: 0 image values float 0 0.25 0.5 1  0 1 0.75 1  1 0 0 1  0.1 0.9 0.3 1 tolerance 0.0194 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGB image_channel_data_type UNORM_SHORT_555
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  1 0 -2 2  0.1 0.9 0.3 0.6 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: RGB, UNORM_INT_101010
arg_out: 0 image values float 0 0.25 0.5 1  0 1 0.75 1  1 0 0 1  0.1 0.9 0.3 1 tolerance 0.0006 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGB image_channel_data_type UNORM_INT_101010
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  1 0 -2 2  0.1 0.9 0.3 0.6 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void write(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, texels, at));
}
