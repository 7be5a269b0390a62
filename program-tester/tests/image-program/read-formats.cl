// SPDX-License-Identifier: MIT
/*!
# Texels of each format that is read: the smallest number of its channels, the largest, and one between; channels that
# the format lacks (OpenCL 1.2, 6.12.14 and 8.3.1).

[config]
name: image programs: formats that are read
need_image_support: true
need_image_program: true
dimensions: 2
kernel_name: read

[test]
for: order type pixel texels values in \
       (R     UNORM_INT8   uchar    "0  255  51"                                                                     "0 0 0 1  1 0 0 1  0.200000003 0 0 1") \
       (R     UNORM_INT16  ushort   "0  65535  13107"                                                                "0 0 0 1  1 0 0 1  0.200000003 0 0 1") \
       (R     SNORM_INT8   char     "-128  127  -64"                                                                 "-1 0 0 1  1 0 0 1  -0.503937006 0 0 1") \
       (R     SNORM_INT16  short    "-32768  32767  16384"                                                           "-1 0 0 1  1 0 0 1  0.500015259 0 0 1") \
       (RG    UNORM_INT8   uchar2   "0 255  255 51  51 0"                                                            "0 1 0 1  1 0.200000003 0 1  0.200000003 0 0 1") \
       (RG    UNORM_INT16  ushort2  "0 65535  65535 13107  13107 0"                                                  "0 1 0 1  1 0.200000003 0 1  0.200000003 0 0 1") \
       (RG    SNORM_INT8   char2    "-128 127  127 -64  -64 -128"                                                    "-1 1 0 1  1 -0.503937006 0 1  -0.503937006 -1 0 1") \
       (RG    SNORM_INT16  short2   "-32768 32767  32767 16384  16384 -32768"                                        "-1 1 0 1  1 0.500015259 0 1  0.500015259 -1 0 1") \
       (RGBA  UNORM_INT8   uchar4   "0 255 51 0  255 51 0 255  51 0 255 51"                                          "0 1 0.200000003 0  1 0.200000003 0 1  0.200000003 0 1 0.200000003") \
       (RGBA  UNORM_INT16  ushort4  "0 65535 13107 0  65535 13107 0 65535  13107 0 65535 13107"                      "0 1 0.200000003 0  1 0.200000003 0 1  0.200000003 0 1 0.200000003") \
       (RGBA  SNORM_INT8   char4    "-128 127 -64 -128  127 -64 -128 127  -64 -128 127 -64"                          "-1 1 -0.503937006 -1  1 -0.503937006 -1 1  -0.503937006 -1 1 -0.503937006") \
       (RGBA  SNORM_INT16  short4   "-32768 32767 16384 -32768  32767 16384 -32768 32767  16384 -32768 32767 16384"  "-1 1 0.500015259 -1  1 0.500015259 -1 1  0.500015259 -1 1 0.500015259") \
       (BGRA  UNORM_INT8   uchar4   "0 255 51 0  255 51 0 255  51 0 255 51"                                          "0.200000003 1 0 0  0 0.200000003 1 1  1 0 0.200000003 0.200000003")
name: $order, $type
global_size: 3 1
arg_out: 0 image float4 $values tolerance 2 ulp \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image $pixel $texels \
           image_type 2d image_width 3 image_height 1 image_channel_order $order image_channel_data_type $type

[test]
for: order pixel texels values in \
       (R     float   "-1e+10  0.100000001  65504.5"                                                                                   "-1e+10 0 0 1  0.100000001 0 0 1  65504.5 0 0 1") \
       (RG    float2  "-1e+10 0.100000001  0.100000001 65504.5  65504.5 -1e+10"                                                        "-1e+10 0.100000001 0 1  0.100000001 65504.5 0 1  65504.5 -1e+10 0 1") \
       (RGBA  float4  "-1e+10 0.100000001 65504.5 -1e+10  0.100000001 65504.5 -1e+10 0.100000001  65504.5 -1e+10 0.100000001 65504.5"  "-1e+10 0.100000001 65504.5 -1e+10  0.100000001 65504.5 -1e+10 0.100000001  65504.5 -1e+10 0.100000001 65504.5")
name: $order, FLOAT
global_size: 3 1
arg_out: 0 image float4 $values \
           image_type 2d image_width 3 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image $pixel $texels \
           image_type 2d image_width 3 image_height 1 image_channel_order $order image_channel_data_type FLOAT

[test]
for: type pixel texels values in \
       (UNORM_SHORT_565   ushort  "0xf800 0x7e0 0x1f 0x8410"             "1 0 0 1  0 1 0 1  0 0 1 1  0.516129032 0.507936508 0.516129032 1") \
       (UNORM_SHORT_555   ushort  "0x7c00 0x3e0 0x1f 0x4210"             "1 0 0 1  0 1 0 1  0 0 1 1  0.516129032 0.516129032 0.516129032 1") \
       (UNORM_INT_101010  uint    "0x3ff00000 0xffc00 0x3ff 0x20080200"  "1 0 0 1  0 1 0 1  0 0 1 1  0.500488759 0.500488759 0.500488759 1")
name: RGB, $type
global_size: 4 1
arg_out: 0 image float4 $values tolerance 2 ulp \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image $pixel $texels \
           image_type 2d image_width 4 image_height 1 image_channel_order RGB image_channel_data_type $type
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void read(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, texels, at));
}
