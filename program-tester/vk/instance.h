/* SPDX-License-Identifier: MIT */
/* instance.h: this process's Vulkan instance, and what the validation layer says. */
#pragma once

#include <vulkan/vulkan.h>

#include "program-tester/base/util.h"

/* Makes the instance, unless there is one: with the validation layer where VK_TESTER_VALIDATE is 1.
 * False: *why is one line to free(). */
bool pt_vk_open(char **why);
void pt_vk_close(void);
VkInstance pt_vk_instance(void);

/* The messages of the validation layer, one after the other (NULL when none is left), to free().
 */
char *pt_vk_take_message(void);

/* "VK_ERROR_DEVICE_LOST". */
const char *pt_vk_error(VkResult result);
