/*!
# SPDX-License-Identifier: MIT
# A format that has BLIT_SRC is one of images that can be the source of a blit (Vulkan 1.3, VkFormatFeatureFlagBits), and
# those are made for TRANSFER_SRC; but vkGetPhysicalDeviceImageFormatProperties says that there are none.
[config]
name: images of a format with BLIT_SRC
kernel_name: main

[test]
name: scaled
format: R8_USCALED optimal
!*/
#version 450
layout(local_size_x = 1) in;
void main() { }
