/* SPDX-License-Identifier: MIT */
/* feature.h: what a device can: features, which are all enabled, and those that programs need. */
#pragma once

#include <vulkan/vulkan.h>

#include "program-tester/base/util.h"

/* The features of a device as a chain for vkCreateDevice. It must not be moved. */
struct pt_vk_features {
    VkPhysicalDeviceFeatures2 core;
    VkPhysicalDeviceVulkan11Features of_11;
    VkPhysicalDeviceVulkan12Features of_12;
    VkPhysicalDeviceVulkan13Features of_13;
    VkPhysicalDeviceRobustness2FeaturesEXT robustness;
    VkPhysicalDeviceCustomBorderColorFeaturesEXT border;
};

enum { PT_VK_MOST_EXTENSIONS = 2 };

/* Extensions that tests use beyond Vulkan 1.3, where they are. */
uint32_t pt_vk_extensions(VkPhysicalDevice physical, const char *names[PT_VK_MOST_EXTENSIONS]);

void pt_vk_features_ask(VkPhysicalDevice physical, const VkPhysicalDeviceProperties *properties,
                        struct pt_vk_features *features);

/* Names of the features that there are, separated by spaces, and of each limit of precision every
 * number of bits that is reached, as "subTexelPrecisionBits:8"; "hardware" of a device that is no
 * processor. To free(). */
char *pt_vk_feature_names(const struct pt_vk_features *features,
                          const VkPhysicalDeviceProperties *properties);
bool pt_vk_has_feature(const struct pt_vk_features *features, const char *name);

/* The feature that a capability of SPIR-V needs; NULL: none, or it is not known here. */
const char *pt_vk_capability_feature(uint32_t capability);
