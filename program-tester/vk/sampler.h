/* SPDX-License-Identifier: MIT */
/* sampler.h: samplers of arguments, and what they ask of a format. */
#pragma once

#include "program-tester/vk/context.h"
#include "program-tester/vk/format.h"

/* Makes the sampler of an argument (NULL: one without filters that repeats edges) for an image of
 * that format (NULL: any). False: the argument is wrong, or the device lacks what it asks for
 * (*skip); *why is to free(). */
bool pt_vk_sampler_make(struct pt_vk *vk, const struct pt_arg *arg,
                        const struct pt_vk_format *format, VkSampler *sampler, bool *skip,
                        char **why);

/* The features of a format that is sampled so. */
VkFormatFeatureFlags2 pt_vk_sampler_needs(const struct pt_arg *arg);
