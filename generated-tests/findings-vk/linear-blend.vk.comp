/*!
# SPDX-License-Identifier: MIT
# The features of VkFormatProperties3 "must include the bits reported in the corresponding fields" of VkFormatProperties2
# (Vulkan 1.3, VkFormatProperties3): a format of linear images that can be blended by the one can be by the other.
[config]
name: features of linear images by both structures
kernel_name: main

[test]
name: blending
format: R8_UNORM linear
!*/
#version 450
layout(local_size_x = 1) in;
void main() { }
