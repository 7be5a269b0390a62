/*!
# SPDX-License-Identifier: MIT
# COLOR_ATTACHMENT_BLEND says that an image view "can be used as a framebuffer color attachment that supports blending" (Vulkan 1.3,
# VkFormatFeatureFlagBits2): a format that has it has COLOR_ATTACHMENT. VkFormatProperties, of the same images, has neither.
[config]
name: linear images that are blended
kernel_name: main

[test]
name: blending
format: R8_UNORM linear
!*/
#version 450
layout(local_size_x = 1) in;
void main() { }
