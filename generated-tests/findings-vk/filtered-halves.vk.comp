/*!
# SPDX-License-Identifier: MIT
# Half way between 1 and 1 + 2^-10, which are neighbours among halves, a linear filter gives 1 + 2^-11, to 1/256 of their
# distance (subTexelPrecisionBits) and 1 part in 10^5: "individual results of floating-point operations are accurate to about
# 1 part in 10^5" (Vulkan 1.3, "Floating-Point Computation").
[config]
name: halves that are filtered
kernel_name: main
require_features: subTexelPrecisionBits:8

[test]
name: between two halves
global_size: 1
arg_out: 0 buffer float4[1] 1.000474..1.000503 0 0 1
arg_in:  1 image half 1 1.0009765625 image_type 2d image_width 2 image_height 1 \
           image_channel_order R image_channel_data_type HALF_FLOAT
arg_in:  2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode linear
!*/
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform sampler2D image;
void main() { results[0] = textureLod(image, vec2(0.5), 0.0); }
