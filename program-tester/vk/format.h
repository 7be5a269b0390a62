/* SPDX-License-Identifier: MIT */
/* format.h: Vulkan's formats, by name and by the channel order and data type of tests. */
#pragma once

#include <vulkan/vulkan.h>

#include "program-tester/parse/plan.h"

struct pt_vk_format {
    const char *name; /* without VK_FORMAT_ */
    VkFormat format;
    unsigned size;  /* bytes of an argument's texel: a texel or block, a depth or stencil alone */
    unsigned block; /* texels along each side of a block; 1: it has none */
    unsigned parts; /* texels of the argument that make one: 3 of 96 bits, else 1 */
    VkImageAspectFlags aspect;
};

/* The format of an image argument: that of vk_format, with vk_aspect, or that of its order and
 * type. False: there is none, or its texels have another size than the argument's; *why is to
 * free(). */
bool pt_vk_format_of(const struct pt_arg *image, struct pt_vk_format *found, char **why);

/* The format that a name stands for, VK_FORMAT_UNDEFINED if none. */
VkFormat pt_vk_format_named(const char *name);

/* Uses of a format, as features are given. */
enum pt_vk_layout { PT_VK_OPTIMAL, PT_VK_LINEAR, PT_VK_BUFFER, PT_VK_LAYOUTS };

/* "the device has no SAMPLED_IMAGE_FILTER_LINEAR for R32_SFLOAT", to free(), where a feature of
 * these is missing; else NULL. */
char *pt_vk_format_lacks(VkPhysicalDevice physical, const struct pt_vk_format *format,
                         enum pt_vk_layout layout, VkFormatFeatureFlags2 needed);

/* The features by layout; the new query's, where there is one. */
void pt_vk_format_features(VkPhysicalDevice physical, VkFormat format,
                           VkFormatFeatureFlags2 features[PT_VK_LAYOUTS]);
/* The feature of that name without VK_FORMAT_FEATURE_; 0: there is none. */
VkFormatFeatureFlags2 pt_vk_format_feature(const char *name);
/* The name of the lowest feature of these, without VK_FORMAT_FEATURE_. */
const char *pt_vk_format_feature_name(VkFormatFeatureFlags2 features);
