/* SPDX-License-Identifier: MIT */
/* context.h: a logical device with one queue, and the commands of the test that runs. */
#pragma once

#include "program-tester/vk/feature.h"
#include "program-tester/vk/instance.h"

struct pt_vk {
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceMemoryProperties memory;
    struct pt_vk_features features;
    VkDevice device; /* null: not open */
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkFence fence;
    bool recording, lost;
};

/* Makes the device with all features that it has. All zero is one that is closed. */
VkResult pt_vk_context_open(struct pt_vk *vk, VkPhysicalDevice physical);
void pt_vk_context_close(struct pt_vk *vk);

/* The command buffer, in which recording has begun; each command is to be followed by a barrier. */
VkCommandBuffer pt_vk_commands(struct pt_vk *vk);
/* All that was recorded so far is done and seen before what follows. */
void pt_vk_barrier(struct pt_vk *vk);
/* Submits what was recorded, if anything was, and waits for its end. */
VkResult pt_vk_finish(struct pt_vk *vk);

/* A buffer that the host sees, too. All zero is none. */
struct pt_vk_buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    void *mapped;
};

VkResult pt_vk_buffer_make(struct pt_vk *vk, struct pt_vk_buffer *buffer, VkDeviceSize size,
                           VkBufferUsageFlags usage);
void pt_vk_buffer_finish(struct pt_vk *vk, struct pt_vk_buffer *buffer);

/* Memory for these requirements, of the first type that has `wanted`, or of any. */
VkResult pt_vk_allocate(struct pt_vk *vk, const VkMemoryRequirements *needed,
                        VkMemoryPropertyFlags wanted, VkDeviceMemory *memory);
