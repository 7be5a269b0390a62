/*!
# SPDX-License-Identifier: MIT
# A blit stores a float below -1 as -1, which is -127: it is clamped to [-1, 1] and multiplied with 2^(b-1) - 1 (Vulkan
# 1.3, "Conversion From Floating-Point to Normalized Fixed-Point"); "-2^(b-1) is excluded".
[config]
name: a float below -1 becomes SNORM
kernel_name: main

[test]
name: minus two
arg_in:  0 image float -2 0 1 2 image_type 2d image_width 4 image_height 1 \
           image_channel_order R image_channel_data_type FLOAT
arg_out: 1 image char -127 0 127 127 image_type 2d image_width 4 image_height 1 \
           image_channel_order R image_channel_data_type SNORM_INT8
blit: 0 to 1
!*/
#version 450
layout(local_size_x = 1) in;
void main() { }
