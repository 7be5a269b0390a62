// SPDX-License-Identifier: MIT
/*!
# Each addressing mode outside of the image, at both its sides and along both its axes, with each filter (OpenCL 1.2, 8.2). The image has
# four texels in a row or a column: 0, 0.2, 0.4 and 1; what is read runs from a texel's size before it to one behind it.

[config]
name: image programs: addressing
need_image_support: true
need_image_program: true
dimensions: 2
global_size: 12 1
kernel_name: along
[test]
name: clamp, nearest, in texels, along x
arg_out: 0 image float4 0 0 0 0  0 0 0 0  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  0 0 0 0  0 0 0 0 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp filter_mode nearest
arg_in:  3 float2 -0.75 0.5
arg_in:  4 float2 0.5 0

[test]
name: clamp, nearest, in texels, along y
arg_out: 0 image float4 0 0 0 0  0 0 0 0  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  0 0 0 0  0 0 0 0 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp filter_mode nearest
arg_in:  3 float2 0.5 -0.75
arg_in:  4 float2 0 0.5

[test]
name: clamp, linear, in texels, along x
arg_out: 0 image float4 0 0 0 0  0 0 0 0.25  0 0 0 0.75  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  0.75 0 0 0.75  0.25 0 0 0.25  0 0 0 0 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp filter_mode linear
arg_in:  3 float2 -0.75 0.5
arg_in:  4 float2 0.5 0

[test]
name: clamp, linear, in texels, along y
arg_out: 0 image float4 0 0 0 0  0 0 0 0.25  0 0 0 0.75  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  0.75 0 0 0.75  0.25 0 0 0.25  0 0 0 0 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp filter_mode linear
arg_in:  3 float2 0.5 -0.75
arg_in:  4 float2 0 0.5

[test]
name: clamp, nearest, normalised, along x
arg_out: 0 image float4 0 0 0 0  0 0 0 0  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  0 0 0 0  0 0 0 0 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode clamp filter_mode nearest
arg_in:  3 float2 -0.1875 0.5
arg_in:  4 float2 0.125 0

[test]
name: clamp, nearest, normalised, along y
arg_out: 0 image float4 0 0 0 0  0 0 0 0  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  0 0 0 0  0 0 0 0 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode clamp filter_mode nearest
arg_in:  3 float2 0.5 -0.1875
arg_in:  4 float2 0 0.125

[test]
name: clamp, linear, normalised, along x
arg_out: 0 image float4 0 0 0 0  0 0 0 0.25  0 0 0 0.75  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  0.75 0 0 0.75  0.25 0 0 0.25  0 0 0 0 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode clamp filter_mode linear
arg_in:  3 float2 -0.1875 0.5
arg_in:  4 float2 0.125 0

[test]
name: clamp, linear, normalised, along y
arg_out: 0 image float4 0 0 0 0  0 0 0 0.25  0 0 0 0.75  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  0.75 0 0 0.75  0.25 0 0 0.25  0 0 0 0 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode clamp filter_mode linear
arg_in:  3 float2 0.5 -0.1875
arg_in:  4 float2 0 0.125

[test]
name: clamp_to_edge, nearest, in texels, along x
arg_out: 0 image float4 0 0 0 1  0 0 0 1  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode nearest
arg_in:  3 float2 -0.75 0.5
arg_in:  4 float2 0.5 0

[test]
name: clamp_to_edge, nearest, in texels, along y
arg_out: 0 image float4 0 0 0 1  0 0 0 1  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode nearest
arg_in:  3 float2 0.5 -0.75
arg_in:  4 float2 0 0.5

[test]
name: clamp_to_edge, linear, in texels, along x
arg_out: 0 image float4 0 0 0 1  0 0 0 1  0 0 0 1  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode linear
arg_in:  3 float2 -0.75 0.5
arg_in:  4 float2 0.5 0

[test]
name: clamp_to_edge, linear, in texels, along y
arg_out: 0 image float4 0 0 0 1  0 0 0 1  0 0 0 1  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode linear
arg_in:  3 float2 0.5 -0.75
arg_in:  4 float2 0 0.5

[test]
name: clamp_to_edge, nearest, normalised, along x
arg_out: 0 image float4 0 0 0 1  0 0 0 1  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode nearest
arg_in:  3 float2 -0.1875 0.5
arg_in:  4 float2 0.125 0

[test]
name: clamp_to_edge, nearest, normalised, along y
arg_out: 0 image float4 0 0 0 1  0 0 0 1  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode nearest
arg_in:  3 float2 0.5 -0.1875
arg_in:  4 float2 0 0.125

[test]
name: clamp_to_edge, linear, normalised, along x
arg_out: 0 image float4 0 0 0 1  0 0 0 1  0 0 0 1  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode linear
arg_in:  3 float2 -0.1875 0.5
arg_in:  4 float2 0.125 0

[test]
name: clamp_to_edge, linear, normalised, along y
arg_out: 0 image float4 0 0 0 1  0 0 0 1  0 0 0 1  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode linear
arg_in:  3 float2 0.5 -0.1875
arg_in:  4 float2 0 0.125

[test]
name: repeat, nearest, normalised, along x
arg_out: 0 image float4 1 0 0 1  1 0 0 1  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  0 0 0 1  0 0 0 1 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode repeat filter_mode nearest
arg_in:  3 float2 -0.1875 0.5
arg_in:  4 float2 0.125 0

[test]
name: repeat, nearest, normalised, along y
arg_out: 0 image float4 1 0 0 1  1 0 0 1  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  0 0 0 1  0 0 0 1 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode repeat filter_mode nearest
arg_in:  3 float2 0.5 -0.1875
arg_in:  4 float2 0 0.125

[test]
name: repeat, linear, normalised, along x
arg_out: 0 image float4 0.850000024 0 0 1  0.75 0 0 1  0.25 0 0 1  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  0.75 0 0 1  0.25 0 0 1  0.0500000007 0 0 1 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode repeat filter_mode linear
arg_in:  3 float2 -0.1875 0.5
arg_in:  4 float2 0.125 0

[test]
name: repeat, linear, normalised, along y
arg_out: 0 image float4 0.850000024 0 0 1  0.75 0 0 1  0.25 0 0 1  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  0.75 0 0 1  0.25 0 0 1  0.0500000007 0 0 1 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode repeat filter_mode linear
arg_in:  3 float2 0.5 -0.1875
arg_in:  4 float2 0 0.125

[test]
name: mirrored_repeat, nearest, normalised, along x
arg_out: 0 image float4 0 0 0 1  0 0 0 1  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode mirrored_repeat filter_mode nearest
arg_in:  3 float2 -0.1875 0.5
arg_in:  4 float2 0.125 0

[test]
name: mirrored_repeat, nearest, normalised, along y
arg_out: 0 image float4 0 0 0 1  0 0 0 1  0 0 0 1  0 0 0 1  0.200000003 0 0 1  0.200000003 0 0 1  0.400000006 0 0 1  0.400000006 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1  1 0 0 1 tolerance 1 ulp \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode mirrored_repeat filter_mode nearest
arg_in:  3 float2 0.5 -0.1875
arg_in:  4 float2 0 0.125

[test]
name: mirrored_repeat, linear, normalised, along x
arg_out: 0 image float4 0.0500000007 0 0 1  0 0 0 1  0 0 0 1  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  1 0 0 1  1 0 0 1  0.850000024 0 0 1 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 4 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode mirrored_repeat filter_mode linear
arg_in:  3 float2 -0.1875 0.5
arg_in:  4 float2 0.125 0

[test]
name: mirrored_repeat, linear, normalised, along y
arg_out: 0 image float4 0.0500000007 0 0 1  0 0 0 1  0 0 0 1  0.0500000007 0 0 1  0.150000006 0 0 1  0.25 0 0 1  0.349999994 0 0 1  0.550000012 0 0 1  0.850000024 0 0 1  1 0 0 1  1 0 0 1  0.850000024 0 0 1 tolerance 0.005 \
           image_type 2d image_width 12 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 0 0 255  51 0 0 255  102 0 0 255  255 0 0 255 \
           image_type 2d image_width 1 image_height 4 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 sampler normalized_coords true addressing_mode mirrored_repeat filter_mode linear
arg_in:  3 float2 0.5 -0.1875
arg_in:  4 float2 0 0.125
!*/

kernel void along(write_only image2d_t out, read_only image2d_t in, sampler_t how, float2 first, float2 step)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, how, first + step * at.x));
}
