/*!
# SPDX-License-Identifier: MIT
# A store behind the last texel of a buffer's image is discarded, and a load from there gives zero (OpenGL 4.5, 8.26): "Invalid
# image loads will return zero". The buffer has two texels of four bytes; texel 5 would be within eight.
[config]
name: the image of a buffer has as many texels as the buffer
kernel_name: main

[test]
name: what is stored behind is not there
global_size: 1
arg_out: 0 buffer uint[2] 1 0
arg_in: 1 image uint 1 2 image_type 1d_buffer image_width 2 image_channel_order R image_channel_data_type UNSIGNED_INT32
!*/
#version 430
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { uint results[]; };
layout(binding = 1, r32ui) coherent uniform uimageBuffer image;

void main()
{
    imageStore(image, 5, uvec4(7));
    memoryBarrier();
    results[0] = imageLoad(image, 0).x;
    results[1] = imageLoad(image, 5).x;
}
