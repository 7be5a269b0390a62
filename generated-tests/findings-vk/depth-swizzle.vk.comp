/*!
# SPDX-License-Identifier: MIT
# A depth is seen as (D, 0, 0, 1) before the view's swizzle is applied (Vulkan 1.3, "Conversion to RGBA" and "Component
# Swizzle"): the swizzle "abgr" makes it (1, 0, 0, D).
[config]
name: the alpha of a depth
kernel_name: main

[test]
name: swizzled
global_size: 1
arg_out: 0 buffer float4[1] 1 0 0 0.25
arg_in:  1 image float 0.25 image_type 2d image_width 1 image_height 1 \
           image_channel_order DEPTH image_channel_data_type FLOAT vk_swizzle abgr
!*/
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform sampler2D image;
void main() { results[0] = texelFetch(image, ivec2(0), 0); }
