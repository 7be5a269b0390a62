// SPDX-License-Identifier: MIT
/*!
# What a texel is in each format that is read: the smallest number of its channels, the largest, and one between; channels that the
# format lacks (OpenCL 1.2, 6.12.14 and 8.3.1).

[config]
name: image programs: formats that are read
need_image_support: true
need_image_program: true
dimensions: 2
kernel_name: read
[test]
name: R, UNORM_INT8
global_size: 3 1
arg_out: 0 image float4 0 0 0 1  1 0 0 1  0.200000003 0 0 1 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar 0  255  51 \
           image_type 2d image_width 3 image_height 1 image_channel_order R image_channel_data_type UNORM_INT8

[test]
name: R, UNORM_INT16
global_size: 3 1
arg_out: 0 image float4 0 0 0 1  1 0 0 1  0.200000003 0 0 1 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image ushort 0  65535  13107 \
           image_type 2d image_width 3 image_height 1 image_channel_order R image_channel_data_type UNORM_INT16

[test]
name: R, SNORM_INT8
global_size: 3 1
arg_out: 0 image float4 -1 0 0 1  1 0 0 1  -0.503937006 0 0 1 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image char -128  127  -64 \
           image_type 2d image_width 3 image_height 1 image_channel_order R image_channel_data_type SNORM_INT8

[test]
name: R, SNORM_INT16
global_size: 3 1
arg_out: 0 image float4 -1 0 0 1  1 0 0 1  0.500015259 0 0 1 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image short -32768  32767  16384 \
           image_type 2d image_width 3 image_height 1 image_channel_order R image_channel_data_type SNORM_INT16

[test]
name: R, FLOAT
global_size: 3 1
arg_out: 0 image float4 -1e+10 0 0 1  0.100000001 0 0 1  65504.5 0 0 1 \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float -1e+10  0.100000001  65504.5 \
           image_type 2d image_width 3 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: RG, UNORM_INT8
global_size: 3 1
arg_out: 0 image float4 0 1 0 1  1 0.200000003 0 1  0.200000003 0 0 1 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar2 0 255  255 51  51 0 \
           image_type 2d image_width 3 image_height 1 image_channel_order RG image_channel_data_type UNORM_INT8

[test]
name: RG, UNORM_INT16
global_size: 3 1
arg_out: 0 image float4 0 1 0 1  1 0.200000003 0 1  0.200000003 0 0 1 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image ushort2 0 65535  65535 13107  13107 0 \
           image_type 2d image_width 3 image_height 1 image_channel_order RG image_channel_data_type UNORM_INT16

[test]
name: RG, SNORM_INT8
global_size: 3 1
arg_out: 0 image float4 -1 1 0 1  1 -0.503937006 0 1  -0.503937006 -1 0 1 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image char2 -128 127  127 -64  -64 -128 \
           image_type 2d image_width 3 image_height 1 image_channel_order RG image_channel_data_type SNORM_INT8

[test]
name: RG, SNORM_INT16
global_size: 3 1
arg_out: 0 image float4 -1 1 0 1  1 0.500015259 0 1  0.500015259 -1 0 1 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image short2 -32768 32767  32767 16384  16384 -32768 \
           image_type 2d image_width 3 image_height 1 image_channel_order RG image_channel_data_type SNORM_INT16

[test]
name: RG, FLOAT
global_size: 3 1
arg_out: 0 image float4 -1e+10 0.100000001 0 1  0.100000001 65504.5 0 1  65504.5 -1e+10 0 1 \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float2 -1e+10 0.100000001  0.100000001 65504.5  65504.5 -1e+10 \
           image_type 2d image_width 3 image_height 1 image_channel_order RG image_channel_data_type FLOAT

[test]
name: RGBA, UNORM_INT8
global_size: 3 1
arg_out: 0 image float4 0 1 0.200000003 0  1 0.200000003 0 1  0.200000003 0 1 0.200000003 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 255 51 0  255 51 0 255  51 0 255 51 \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8

[test]
name: RGBA, UNORM_INT16
global_size: 3 1
arg_out: 0 image float4 0 1 0.200000003 0  1 0.200000003 0 1  0.200000003 0 1 0.200000003 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image ushort4 0 65535 13107 0  65535 13107 0 65535  13107 0 65535 13107 \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT16

[test]
name: RGBA, SNORM_INT8
global_size: 3 1
arg_out: 0 image float4 -1 1 -0.503937006 -1  1 -0.503937006 -1 1  -0.503937006 -1 1 -0.503937006 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image char4 -128 127 -64 -128  127 -64 -128 127  -64 -128 127 -64 \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type SNORM_INT8

[test]
name: RGBA, SNORM_INT16
global_size: 3 1
arg_out: 0 image float4 -1 1 0.500015259 -1  1 0.500015259 -1 1  0.500015259 -1 1 0.500015259 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image short4 -32768 32767 16384 -32768  32767 16384 -32768 32767  16384 -32768 32767 16384 \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type SNORM_INT16

[test]
name: RGBA, FLOAT
global_size: 3 1
arg_out: 0 image float4 -1e+10 0.100000001 65504.5 -1e+10  0.100000001 65504.5 -1e+10 0.100000001  65504.5 -1e+10 0.100000001 65504.5 \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 -1e+10 0.100000001 65504.5 -1e+10  0.100000001 65504.5 -1e+10 0.100000001  65504.5 -1e+10 0.100000001 65504.5 \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: BGRA, UNORM_INT8
global_size: 3 1
arg_out: 0 image float4 0.200000003 1 0 0  0 0.200000003 1 1  1 0 0.200000003 0.200000003 tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 255 51 0  255 51 0 255  51 0 255 51 \
           image_type 2d image_width 3 image_height 1 image_channel_order BGRA image_channel_data_type UNORM_INT8

[test]
name: RGB, UNORM_SHORT_565
global_size: 4 1
arg_out: 0 image float4 1 0 0 1  0 1 0 1  0 0 1 1  0.516129032 0.507936508 0.516129032 1 tolerance 2 ulp \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image ushort 0xf800 0x7e0 0x1f 0x8410 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGB image_channel_data_type UNORM_SHORT_565

[test]
name: RGB, UNORM_SHORT_555
global_size: 4 1
arg_out: 0 image float4 1 0 0 1  0 1 0 1  0 0 1 1  0.516129032 0.516129032 0.516129032 1 tolerance 2 ulp \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image ushort 0x7c00 0x3e0 0x1f 0x4210 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGB image_channel_data_type UNORM_SHORT_555

[test]
name: RGB, UNORM_INT_101010
global_size: 4 1
arg_out: 0 image float4 1 0 0 1  0 1 0 1  0 0 1 1  0.500488759 0.500488759 0.500488759 1 tolerance 2 ulp \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uint 0x3ff00000 0xffc00 0x3ff 0x20080200 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGB image_channel_data_type UNORM_INT_101010
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void read(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, texels, at));
}
