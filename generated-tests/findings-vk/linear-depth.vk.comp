/*!
# SPDX-License-Identifier: MIT
# A format that has TRANSFER_DST in linear tiling is one of linear images that copies can write (Vulkan 1.3,
# VkFormatFeatureFlagBits); but vkGetPhysicalDeviceImageFormatProperties says that there are none of a depth.
[config]
name: linear images of a depth
kernel_name: main

[test]
name: transfers
format: D16_UNORM linear
!*/
#version 450
layout(local_size_x = 1) in;
void main() { }
