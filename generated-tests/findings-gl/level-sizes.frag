/*!
# SPDX-License-Identifier: MIT
# Sizes of levels, of which fragments beside each other ask for different ones: Mesa's llvmpipe gives all the first one's.
[config]
name: sizes of levels
kernel_name: main

[test]
name: of three
global_size: 3
arg_out: 0 buffer int4[3] 4 4 0 0  2 2 0 0  1 1 0 0
arg_in: 1 image uchar repeat 0 image_type 2d image_width 4 image_height 4 image_mip_levels 3 \
          image_channel_order R image_channel_data_type UNORM_INT8
!*/
#version 430
layout(location = 0) out ivec4 size;
layout(binding = 1) uniform sampler2D image;

void main()
{
    size = ivec4(textureSize(image, int(gl_FragCoord.x)), 0, 0);
}
