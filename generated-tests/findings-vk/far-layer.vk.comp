/*!
# SPDX-License-Identifier: MIT
# A load from a layer that an image does not have is invalid ("Texel Coordinate Validation"), and where images are robust
# it gives zero, but for alpha, which may be 1 (Vulkan 1.3, "Texel Replacement"): also of layer 2^20.
[config]
name: a layer that is far outside
kernel_name: main
require_features: robustImageAccess

[test]
name: layers 0, 2 and 1048576
global_size: 3
arg_out: 0 buffer float4[3] 5 6 7 8  (0 0 0 0)|(0 0 0 1)  (0 0 0 0)|(0 0 0 1)
arg_in:  1 image float4 5 6 7 8  9 10 11 12 image_type 2d_array image_width 1 image_height 1 image_array_size 2 \
           image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 buffer int[3] 0 2 1048576
!*/
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1, rgba32f) readonly uniform image2DArray image;
layout(std430, binding = 2) readonly buffer Layers { int layers[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    results[i] = imageLoad(image, ivec3(0, 0, layers[i]));
}
