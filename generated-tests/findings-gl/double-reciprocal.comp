/*!
# SPDX-License-Identifier: MIT
# One over a double: Mesa 22.3.6 takes the reciprocals of its two words as if they were floats.
[config]
name: a reciprocal of doubles
kernel_name: main

[test]
name: of two
global_size: 1
arg_out: 0 buffer uint[4] 0 0x40000000 0 0x3fe00000
arg_in: 1 buffer uint[2] 0 0x40000000
!*/
#version 430
#extension GL_ARB_gpu_shader_fp64 : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { uint results[]; };
layout(std430, binding = 1) buffer Numbers { uint numbers[]; };

void main()
{
    uvec2 words = uvec2(numbers[0], numbers[1]);
    uvec2 half_words = unpackDouble2x32(1.0LF / packDouble2x32(words));
    results[0] = words.x;
    results[1] = words.y;
    results[2] = half_words.x;
    results[3] = half_words.y;
}
