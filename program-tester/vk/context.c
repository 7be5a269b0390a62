/* SPDX-License-Identifier: MIT */
/* context.c: a logical device with one queue, and the commands of the test that runs. */
#include "program-tester/vk/context.h"

#include <string.h>

enum { MOST_FAMILIES = 16 };

static VkResult find_family(VkPhysicalDevice physical, uint32_t *family)
{
    VkQueueFamilyProperties families[MOST_FAMILIES];
    const VkQueueFlags needed = VK_QUEUE_COMPUTE_BIT;
    uint32_t count = MOST_FAMILIES;
    bool found = false;

    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    /* Blits need graphics, which nearly all devices have. */
    for (uint32_t i = 0; i < count; i++) {
        const bool graphics = families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT;

        if ((families[i].queueFlags & needed) && (!found || graphics)) {
            *family = i;
            found = true;
            if (graphics)
                break;
        }
    }
    return found ? VK_SUCCESS : VK_ERROR_FEATURE_NOT_PRESENT;
}

static VkResult make_device(struct pt_vk *vk, uint32_t family)
{
    const char *names[PT_VK_MOST_EXTENSIONS];
    const float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &vk->features.core,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = pt_vk_extensions(vk->physical, names),
                               .ppEnabledExtensionNames = names};

    return vkCreateDevice(vk->physical, &info, NULL, &vk->device);
}

static VkResult make_commands(struct pt_vk *vk, uint32_t family)
{
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                    .queueFamilyIndex = family};
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkResult result = vkCreateCommandPool(vk->device, &pool, NULL, &vk->pool);

    if (!result)
        result = vkCreateFence(vk->device, &fence, NULL, &vk->fence);
    if (result)
        return result;
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = vk->pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                        .commandBufferCount = 1};
    return vkAllocateCommandBuffers(vk->device, &info, &vk->commands);
}

VkResult pt_vk_context_open(struct pt_vk *vk, VkPhysicalDevice physical)
{
    uint32_t family = 0;

    memset(vk, 0, sizeof(*vk));
    vk->physical = physical;
    vkGetPhysicalDeviceProperties(physical, &vk->properties);
    vkGetPhysicalDeviceMemoryProperties(physical, &vk->memory);
    pt_vk_features_ask(physical, &vk->properties, &vk->features);
    VkResult result = find_family(physical, &family);
    if (!result)
        result = make_device(vk, family);
    if (result)
        return result;
    vkGetDeviceQueue(vk->device, family, 0, &vk->queue);
    result = make_commands(vk, family);
    if (result)
        pt_vk_context_close(vk);
    return result;
}

void pt_vk_context_close(struct pt_vk *vk)
{
    if (!vk->device)
        return;
    vkDestroyFence(vk->device, vk->fence, NULL);
    vkDestroyCommandPool(vk->device, vk->pool, NULL);
    vkDestroyDevice(vk->device, NULL);
    memset(vk, 0, sizeof(*vk));
}

VkCommandBuffer pt_vk_commands(struct pt_vk *vk)
{
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};

    if (!vk->recording)
        vkBeginCommandBuffer(vk->commands, &info);
    vk->recording = true;
    return vk->commands;
}

void pt_vk_barrier(struct pt_vk *vk)
{
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                               .dstAccessMask =
                                   VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    const VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;

    vkCmdPipelineBarrier(pt_vk_commands(vk), all, all | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier,
                         0, NULL, 0, NULL);
}

VkResult pt_vk_finish(struct pt_vk *vk)
{
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &vk->commands};

    if (!vk->recording)
        return VK_SUCCESS;
    vk->recording = false;
    VkResult result = vkEndCommandBuffer(vk->commands);
    if (!result)
        result = vkQueueSubmit(vk->queue, 1, &info, vk->fence);
    if (!result)
        result = vkWaitForFences(vk->device, 1, &vk->fence, VK_TRUE, UINT64_MAX);
    if (!result)
        result = vkResetFences(vk->device, 1, &vk->fence);
    vk->lost |= result == VK_ERROR_DEVICE_LOST;
    return result;
}

VkResult pt_vk_allocate(struct pt_vk *vk, const VkMemoryRequirements *needed,
                        VkMemoryPropertyFlags properties, VkDeviceMemory *memory)
{
    uint32_t type = UINT32_MAX;

    for (uint32_t i = 0; i < vk->memory.memoryTypeCount; i++) {
        const VkMemoryPropertyFlags has = vk->memory.memoryTypes[i].propertyFlags;

        if (!(needed->memoryTypeBits & 1u << i))
            continue;
        if ((has & properties) == properties) {
            type = i;
            break;
        }
        if (!(properties & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) && type == UINT32_MAX)
            type = i;
    }
    if (type == UINT32_MAX)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .allocationSize = needed->size,
                                 .memoryTypeIndex = type};
    return vkAllocateMemory(vk->device, &info, NULL, memory);
}

VkResult pt_vk_buffer_make(struct pt_vk *vk, struct pt_vk_buffer *buffer, VkDeviceSize size,
                           VkBufferUsageFlags usage)
{
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = size,
                               .usage = usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkMemoryRequirements needed;

    memset(buffer, 0, sizeof(*buffer));
    VkResult result = vkCreateBuffer(vk->device, &info, NULL, &buffer->handle);
    if (result)
        return result;
    vkGetBufferMemoryRequirements(vk->device, buffer->handle, &needed);
    result = pt_vk_allocate(
        vk, &needed, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
        &buffer->memory);
    if (!result)
        result = vkBindBufferMemory(vk->device, buffer->handle, buffer->memory, 0);
    if (!result)
        result = vkMapMemory(vk->device, buffer->memory, 0, VK_WHOLE_SIZE, 0, &buffer->mapped);
    return result;
}

void pt_vk_buffer_finish(struct pt_vk *vk, struct pt_vk_buffer *buffer)
{
    vkDestroyBuffer(vk->device, buffer->handle, NULL);
    vkFreeMemory(vk->device, buffer->memory, NULL);
    memset(buffer, 0, sizeof(*buffer));
}
