// SPDX-License-Identifier: MIT
/*!
# Pixels of each format that is written: the nearest in the format, and its ends for values beyond (OpenCL 1.2, 8.3.1).

[config]
name: image programs: formats that are written
need_image_support: true
need_image_program: true
dimensions: 2
global_size: 4 1
kernel_name: write

[test]
for: order type pixel values in \
       (R     UNORM_INT8   uchar    "0  0  0  26") \
       (R     UNORM_INT16  ushort   "0  0  0  6554") \
       (R     SNORM_INT8   char     "0  -64  -127  13") \
       (R     SNORM_INT16  short    "0  -16384  -32767  3277") \
       (RG    UNORM_INT8   uchar2   "0 64  0 255  0 0  26 229") \
       (RG    UNORM_INT16  ushort2  "0 16384  0 65535  0 0  6554 58981") \
       (RG    SNORM_INT8   char2    "0 32  -64 127  -127 -32  13 114") \
       (RG    SNORM_INT16  short2   "0 8192  -16384 32767  -32767 -8192  3277 29490") \
       (RGBA  UNORM_INT8   uchar4   "0 64 128 255  0 255 191 32  0 0 0 255  26 229 77 153") \
       (RGBA  UNORM_INT16  ushort4  "0 16384 32768 65535  0 65535 49151 8192  0 0 0 65535  6554 58981 19661 39321") \
       (RGBA  SNORM_INT8   char4    "0 32 64 127  -64 127 95 16  -127 -32 -127 127  13 114 38 76") \
       (RGBA  SNORM_INT16  short4   "0 8192 16384 32767  -16384 32767 24575 4096  -32767 -8192 -32767 32767  3277 29490 9830 19660") \
       (BGRA  UNORM_INT8   uchar4   "128 64 0 255  191 255 0 32  0 0 0 255  77 229 26 153")
name: $order, $type
arg_out: 0 image $pixel $values tolerance 1 \
           image_type 2d image_width 4 image_height 1 image_channel_order $order image_channel_data_type $type
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
for: order values in \
       (R     "0 0 0 1  -0.5 0 0 1  -1 0 0 1  0.100000001 0 0 1") \
       (RG    "0 0.25 0 1  -0.5 1.5 0 1  -1 -0.25 0 1  0.100000001 0.899999976 0 1") \
       (RGBA  "0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024")
name: $order, HALF_FLOAT
arg_out: 0 image values float $values tolerance 0.001 \
           image_type 2d image_width 4 image_height 1 image_channel_order $order image_channel_data_type HALF_FLOAT
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
for: order pixel values in \
       (R     float   "0  -0.5  -1  0.100000001") \
       (RG    float2  "0 0.25  -0.5 1.5  -1 -0.25  0.100000001 0.899999976") \
       (RGBA  float4  "0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024")
name: $order, FLOAT
arg_out: 0 image $pixel $values \
           image_type 2d image_width 4 image_height 1 image_channel_order $order image_channel_data_type FLOAT
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  -1 -0.25 -2 2  0.100000001 0.899999976 0.300000012 0.600000024 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
for: type tolerance in \
       (UNORM_SHORT_565   0.0194) \
       (UNORM_SHORT_555   0.0194) \
       (UNORM_INT_101010  0.0006)
name: RGB, $type
arg_out: 0 image values float 0 0.25 0.5 1  0 1 0.75 1  1 0 0 1  0.1 0.9 0.3 1 tolerance $tolerance \
           image_type 2d image_width 4 image_height 1 image_channel_order RGB image_channel_data_type $type
arg_in:  1 image float4 0 0.25 0.5 1  -0.5 1.5 0.75 0.125  1 0 -2 2  0.1 0.9 0.3 0.6 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void write(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, texels, at));
}
