// SPDX-License-Identifier: MIT
/*!
# Normalized formats read as float: value/255, /65535; signed ones /127, /32767 clamped at -1. Missing channels are
# 0, missing alpha 1 (OpenCL 1.2, 8.3.1.1 and table 5.24).

[config]
name: image read normalized
kernel_name: read
dimensions: 2
global_size: 3 2 0
need_image_support: true

[test]
name: R UNORM_INT8
arg_out: 0 buffer float4[6] 0 0 0 1 0.78431373 0 0 1 0.003921569 0 0 1 1 0 0 1 0.06666667 0 0 1 \
        0.2509804 0 0 1 tolerance 1 ulp
arg_in:  1 image uchar 0 200 1 255 17 64 image_type 2d image_width 3 image_height 2 \
        image_channel_order R image_channel_data_type UNORM_INT8

[test]
name: RG UNORM_INT8
arg_out: 0 buffer float4[6] 0 0.78431373 0 1 0.003921569 1 0 1 0.06666667 0.2509804 0 1 0.5019608 \
        1 0 1 0.06666667 0.2509804 0 1 0.5019608 0 0 1 tolerance 1 ulp
arg_in:  1 image uchar2 0 200 1 255 17 64 128 255 17 64 128 0 image_type 2d image_width 3 \
        image_height 2 image_channel_order RG image_channel_data_type UNORM_INT8

[test]
name: RGBA UNORM_INT8
arg_out: 0 buffer float4[6] 0 0.78431373 0.003921569 1 0.06666667 0.2509804 0.5019608 1 0.06666667 \
        0.2509804 0.5019608 0 0.78431373 0.003921569 0.5019608 0 0.78431373 0.003921569 1 \
        0.06666667 0.2509804 0.003921569 1 0.06666667 tolerance 1 ulp
arg_in:  1 image uchar4 0 200 1 255 17 64 128 255 17 64 128 0 200 1 128 0 200 1 255 17 64 1 255 17 \
        image_type 2d image_width 3 image_height 2 image_channel_order RGBA \
        image_channel_data_type UNORM_INT8

[test]
name: BGRA UNORM_INT8
arg_out: 0 buffer float4[6] 0.003921569 0.78431373 0 1 0.5019608 0.2509804 0.06666667 1 0.5019608 \
        0.2509804 0.06666667 0 0.5019608 0.003921569 0.78431373 0 1 0.003921569 0.78431373 \
        0.06666667 1 0.003921569 0.2509804 0.06666667 tolerance 1 ulp
arg_in:  1 image uchar4 0 200 1 255 17 64 128 255 17 64 128 0 200 1 128 0 200 1 255 17 64 1 255 17 \
        image_type 2d image_width 3 image_height 2 image_channel_order BGRA \
        image_channel_data_type UNORM_INT8

[test]
name: INTENSITY UNORM_INT8
arg_out: 0 buffer float4[6] 0 0 0 0 0.78431373 0.78431373 0.78431373 0.78431373 0.003921569 \
        0.003921569 0.003921569 0.003921569 1 1 1 1 0.06666667 0.06666667 0.06666667 0.06666667 \
        0.2509804 0.2509804 0.2509804 0.2509804 tolerance 1 ulp
arg_in:  1 image uchar 0 200 1 255 17 64 image_type 2d image_width 3 image_height 2 \
        image_channel_order INTENSITY image_channel_data_type UNORM_INT8

[test]
for: pixel order data expected given in \
       (uchar  LUMINANCE  UNORM_INT8 \
        "0 0 0 1 0.78431373 0.78431373 0.78431373 1 0.003921569 0.003921569 0.003921569 1 1 1 1 1 0.06666667 0.06666667 0.06666667 1 0.2509804 0.2509804 0.2509804 1" \
        "0 200 1 255 17 64") \
       (uchar  A  UNORM_INT8 \
        "0 0 0 0 0 0 0 0.78431373 0 0 0 0.003921569 0 0 0 1 0 0 0 0.06666667 0 0 0 0.2509804" \
        "0 200 1 255 17 64") \
       (uchar2  RA  UNORM_INT8 \
        "0 0 0 0.78431373 0.003921569 0 0 1 0.06666667 0 0 0.2509804 0.5019608 0 0 1 0.06666667 0 0 0.2509804 0.5019608 0 0 0" \
        "0 200 1 255 17 64 128 255 17 64 128 0") \
       (ushort  R  UNORM_INT16  "0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1"  "0 0 0 0 0 0") \
       (char  R  SNORM_INT8  "0 0 0 1 -0.007874016 0 0 1 0.503937 0 0 1 -1 0 0 1 -1 0 0 1 1 0 0 1" \
        "0 -1 64 -128 -127 127") \
       (short  R  SNORM_INT16  "0 0 0 1 -0.376751 0 0 1 3.051851e-05 0 0 1 -1 0 0 1 -1 0 0 1 1 0 0 1" \
        "0 -12345 1 -32768 -32767 32767") \
       (ushort2  RG  UNORM_INT16  "0 0 0 1 0 0 0 1 0 0 0 1 0 1 0 1 1 1 0 1 1 1 0 1" \
        "0 0 0 0 0 0 0 65535 65535 65535 65535 65535") \
       (char2  RG  SNORM_INT8 \
        "0 -0.007874016 0 1 0.503937 -1 0 1 -1 1 0 1 0 0 0 1 -0.007874016 0.503937 0 1 -1 -1 0 1" \
        "0 -1 64 -128 -127 127 0 0 -1 64 -128 -127") \
       (short2  RG  SNORM_INT16 \
        "0 -0.376751 0 1 3.051851e-05 -1 0 1 -1 1 0 1 0 0 0 1 -0.376751 3.051851e-05 0 1 -1 -1 0 1" \
        "0 -12345 1 -32768 -32767 32767 0 0 -12345 1 -32768 -32767") \
       (ushort4  RGBA  UNORM_INT16 \
        "0 0 0 0 0 0 0 1 1 1 1 1 1 1 0.5000076 0.5000076 0.5000076 0.5000076 0.5000076 0.5000076 0.5000076 1.5259022e-05 1.5259022e-05 1.5259022e-05" \
        "0 0 0 0 0 0 0 65535 65535 65535 65535 65535 65535 65535 32768 32768 32768 32768 32768 32768 32768 1 1 1") \
       (char4  RGBA  SNORM_INT8 \
        "0 -0.007874016 0.503937 -1 -1 1 0 0 -0.007874016 0.503937 -1 -1 1 0 0 -0.007874016 0.503937 -1 -1 1 0 0 -0.007874016 0.503937" \
        "0 -1 64 -128 -127 127 0 0 -1 64 -128 -127 127 0 0 -1 64 -128 -127 127 0 0 -1 64") \
       (short4  RGBA  SNORM_INT16 \
        "0 -0.376751 3.051851e-05 -1 -1 1 0 0 -0.376751 3.051851e-05 -1 -1 1 0 0 -0.376751 3.051851e-05 -1 -1 1 0 0 -0.376751 3.051851e-05" \
        "0 -12345 1 -32768 -32767 32767 0 0 -12345 1 -32768 -32767 32767 0 0 -12345 1 -32768 -32767 32767 0 0 -12345 1") \
       (ushort  INTENSITY  UNORM_INT16  "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"  "0 0 0 0 0 0") \
       (char  INTENSITY  SNORM_INT8 \
        "0 0 0 0 -0.007874016 -0.007874016 -0.007874016 -0.007874016 0.503937 0.503937 0.503937 0.503937 -1 -1 -1 -1 -1 -1 -1 -1 1 1 1 1" \
        "0 -1 64 -128 -127 127") \
       (short  INTENSITY  SNORM_INT16 \
        "0 0 0 0 -0.376751 -0.376751 -0.376751 -0.376751 3.051851e-05 3.051851e-05 3.051851e-05 3.051851e-05 -1 -1 -1 -1 -1 -1 -1 -1 1 1 1 1" \
        "0 -12345 1 -32768 -32767 32767")
name: $order $data
arg_out: 0 buffer float4[6] $expected tolerance 1 ulp
arg_in:  1 image $pixel $given image_type 2d image_width 3 image_height 2 image_channel_order $order \
        image_channel_data_type $data
!*/

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void read(global float4 *out, read_only image2d_t image)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_image_width(image) + x] = read_imagef(image, nearest, (int2)(x, y));
}
