/*!
# SPDX-License-Identifier: MIT
# A component of five bits that holds 1 is 1/31, whoever reads it, here texelFetch(): "f = c / (2^b - 1)" (Vulkan 1.3,
# "Conversion From Normalized Fixed-Point to Floating-Point"), where b is "the number of bits allocated to that component in
# its specified image format"; to about 1 part in 10^5.
[config]
name: components of five and six bits that are fetched
kernel_name: main

[test]
name: one of 31
global_size: 1
arg_out: 0 buffer float4[1] 0.032257742..0.03225839 0.015872857..0.015873175 0.032257742..0.03225839 1
arg_in:  1 image ushort 0x0821 image_type 2d image_width 1 image_height 1 \
           image_channel_order RGB image_channel_data_type UNORM_SHORT_565
!*/
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform sampler2D image;
void main() { results[0] = texelFetch(image, ivec2(0), 0); }
