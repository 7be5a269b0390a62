// SPDX-License-Identifier: MIT
/*!
# read_imageh and write_imageh (cl_khr_fp16, 6.12.14 of its text): texels as halves.

[config]
name: images read and written as halves
require_device_extensions: cl_khr_fp16
need_image_support: true
global_size: 2

[test]
name: HALF_FLOAT
kernel_name: copy
arg_in:  1 image half4 1 -0.5 65504 0x1p-24  0 2 inf -3 image_type 2d image_width 2 image_height 1 \
        image_channel_order RGBA image_channel_data_type HALF_FLOAT
arg_out: 0 image half4 1 -0.5 65504 0x1p-24  0 2 inf -3 image_type 2d image_width 2 image_height 1 \
        image_channel_order RGBA image_channel_data_type HALF_FLOAT
arg_out: 2 buffer half4[2] 1 -0.5 65504 0x1p-24  0 2 inf -3

[test]
name: FLOAT
kernel_name: copy
# The value read is rounded to half.
arg_in:  1 image float4 1 -0.5 2049 3  0 2 inf -3 image_type 2d image_width 2 image_height 1 \
        image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 0 image float4 1 -0.5 2048 3  0 2 inf -3 image_type 2d image_width 2 image_height 1 \
        image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 2 buffer half4[2] 1 -0.5 2048 3  0 2 inf -3

[test]
name: UNORM_INT8
kernel_name: copy
arg_in:  1 image uchar4 0 255 51 102  255 0 204 153 image_type 2d image_width 2 image_height 1 \
        image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_out: 0 image uchar4 0 255 51 102  255 0 204 153 image_type 2d image_width 2 image_height 1 \
        image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_out: 2 buffer half4[2] 0 1 0.2 0.4  1 0 0.8 0.6 tolerance 1 ulp

[test]
name: sampled between texels
kernel_name: sampled
global_size: 1
arg_in:  1 image half4 1 0 4 8  3 0 8 -8 image_type 2d image_width 2 image_height 1 \
        image_channel_order RGBA image_channel_data_type HALF_FLOAT
arg_out: 0 buffer half4[1] 2 0 6 0
!*/

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
constant sampler_t between =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void copy(write_only image2d_t out, read_only image2d_t in, global half4 *seen)
{
    int2 place = (int2)((int)get_global_id(0), 0);
    half4 texel = read_imageh(in, texels, place);
    seen[place.x] = texel;
    write_imageh(out, place, texel);
}

kernel void sampled(global half4 *out, read_only image2d_t in)
{
    out[0] = read_imageh(in, between, (float2)(0.5f, 0.5f));
}
