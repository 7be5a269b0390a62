/*!
# SPDX-License-Identifier: MIT
# The weight of a texel of a 3D image is the product of three, each of which may be 1/256 off (subTexelPrecisionBits): where
# all are 1/16, between (15/256)^3 and (17/256)^3 (Vulkan 1.3, "Texel Linear Filtering").
[config]
name: the weight of one of eight texels
kernel_name: main
require_features: subTexelPrecisionBits:8

[test]
name: a sixteenth along each axis
global_size: 1
arg_out: 0 buffer float4[1] 0.0002011..0.0002929 0 0 1
arg_in:  1 image float 0 0 0 0  0 0 0 1 image_type 3d image_width 2 image_height 2 image_depth 2 \
           image_channel_order R image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode linear
!*/
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform sampler3D image;
void main() { results[0] = textureLod(image, vec3(0.28125), 0.0); }
