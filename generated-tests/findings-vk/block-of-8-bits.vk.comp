/*!
# SPDX-License-Identifier: MIT
# The texel with index 2 of a block with the ends 128 and 127 is (6 * 128 + 127) / 7 / 255 (Khronos Data Format 1.3, "BC4
# unsigned"), which has no place among numbers of 8 bits. Allowed is what Direct3D 11.3 allows (19.5.9 and 19.5.2): 1/65535,
# and 0.03 of the distance of the ends.
[config]
name: a value between the ends of a block
kernel_name: main

[test]
name: between 127 and 128
global_size: 1
arg_out: 0 buffer float4[1] 0.5012677..0.5015335 0 0 1
arg_in:  1 image uint2 0x00027f80 0 image_type 2d image_width 1 image_height 1 \
           image_channel_order RG image_channel_data_type UNSIGNED_INT32 vk_format BC4_UNORM_BLOCK
!*/
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform sampler2D image;
void main() { results[0] = texelFetch(image, ivec2(0), 0); }
