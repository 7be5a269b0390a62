/*!
# SPDX-License-Identifier: MIT
# A sampler without a filter of levels takes the first level, whatever the level of detail (OpenGL 4.5, 8.14.2: of NEAREST the base
# level is read), of textures of integers, too.
[config]
name: a texture of integers without a filter of levels
kernel_name: main

[test]
name: at level of detail 1
global_size: 1
arg_out: 0 buffer int4[1] 1 0 0 1
arg_in: 1 image char 1 1 1 1  5 image_type 2d image_width 2 image_height 2 image_channel_order R \
          image_channel_data_type SIGNED_INT8 image_mip_levels 2
arg_in: 2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode nearest
!*/
#version 430
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { ivec4 results[]; };
layout(binding = 1) uniform isampler2D image;

void main()
{
    results[0] = textureLod(image, vec2(0.25), 1.0);
}
