/*!
# SPDX-License-Identifier: MIT
# An end of -128 stands for -1, as -127 does (Khronos Data Format 1.3, "BC4 signed"): between -1 and 1 the texel with index
# 2 of a block with four values between its ends is (4 * -1 + 1) / 5. A decoder of 8 bits may be 12/7 steps of 1/127 off.
[config]
name: the lowest number of a block
kernel_name: main

[test]
name: an end of -128
global_size: 1
arg_out: 0 buffer float4[1] -0.6134983..-0.5865017 0 0 1
arg_in:  1 image uint2 0x00027f80 0 image_type 2d image_width 1 image_height 1 \
           image_channel_order RG image_channel_data_type UNSIGNED_INT32 vk_format BC4_SNORM_BLOCK
!*/
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform sampler2D image;
void main() { results[0] = texelFetch(image, ivec2(0), 0); }
