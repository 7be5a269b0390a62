/*!
# SPDX-License-Identifier: MIT
# A load from a slice or a layer that an image does not have is invalid ("Texel Coordinate Validation"), and where images are robust
# it gives zero, but for alpha, which may be 1 (Vulkan 1.3, "Texel Replacement"): also where the image has one slice or one layer.
[config]
name: a slice behind the only one
kernel_name: main
require_features: robustImageAccess

[test]
name: slices and layers 0 and 1
global_size: 2
arg_out: 0 buffer float4[4] 5 6 7 8  (0 0 0 0)|(0 0 0 1)  9 10 11 12  (0 0 0 0)|(0 0 0 1)
arg_in:  1 image float4 5 6 7 8 image_type 3d image_width 1 image_height 1 image_depth 1 \
           image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 image float4 9 10 11 12 image_type 2d_array image_width 1 image_height 1 image_array_size 1 \
           image_channel_order RGBA image_channel_data_type FLOAT
!*/
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1, rgba32f) uniform readonly image3D volume;
layout(binding = 2, rgba32f) uniform readonly image2DArray layers;
void main()
{
    uint i = gl_GlobalInvocationID.x;
    results[i] = imageLoad(volume, ivec3(0, 0, i));
    results[2 + i] = imageLoad(layers, ivec3(0, 0, i));
}
