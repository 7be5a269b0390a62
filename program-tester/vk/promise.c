/* SPDX-License-Identifier: MIT */
/* promise.c: a step that holds the device to what it says of a format: all queries say the same,
 * features that need others have them, and what a feature is for can be made. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/vk/run.h"

/* A step asks for this. */
struct promise {
    struct pt_vk *vk;
    const char *name; /* of the format */
    VkFormat format;
    enum pt_vk_layout layout;
    VkFormatFeatureFlags2 wanted, there;
    VkImageAspectFlags aspect;
};

static const char *const layouts[PT_VK_LAYOUTS] = {
    [PT_VK_OPTIMAL] = "optimal", [PT_VK_LINEAR] = "linear", [PT_VK_BUFFER] = "buffer"};

static bool find_layout(struct promise *promise, const char *word)
{
    for (promise->layout = 0; promise->layout < PT_VK_LAYOUTS; promise->layout++) {
        if (word && !strcmp(word, layouts[promise->layout]))
            return true;
    }
    return false;
}

static VkImageAspectFlags aspect_of(const char *name)
{
    const bool depth = *name == 'D' || *name == 'X';

    if (strstr(name, "S8_UINT"))
        return VK_IMAGE_ASPECT_STENCIL_BIT | (depth ? VK_IMAGE_ASPECT_DEPTH_BIT : 0);
    return depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

/* NAME LAYOUT [FEATURE...]. Returns what is wrong, to free(), or NULL. */
static char *read_words(struct promise *promise, char *words)
{
    char *rest = NULL, *name = strtok_r(words, " ", &rest), *word;

    promise->name = name;
    promise->format = name ? pt_vk_format_named(name) : VK_FORMAT_UNDEFINED;
    if (!promise->format)
        return pt_format("there is no format %s", name ? name : "");
    promise->aspect = aspect_of(name);
    word = strtok_r(NULL, " ", &rest);
    if (!find_layout(promise, word))
        return pt_format("behind a format stands optimal, linear or buffer, not '%s'",
                         word ? word : "");
    while ((word = strtok_r(NULL, " ", &rest))) {
        const VkFormatFeatureFlags2 feature = pt_vk_format_feature(word);

        if (!feature)
            return pt_format("there is no feature %s", word);
        promise->wanted |= feature;
    }
    return NULL;
}

static VkFormatFeatureFlags of_layout(const VkFormatProperties *properties,
                                      enum pt_vk_layout layout)
{
    return layout == PT_VK_OPTIMAL  ? properties->optimalTilingFeatures
           : layout == PT_VK_LINEAR ? properties->linearTilingFeatures
                                    : properties->bufferFeatures;
}

/* The oldest query has the same features as the newer one, and the newest "must include the bits
 * reported in the corresponding fields" (VkFormatProperties3). */
static char *compare_queries(const struct promise *promise)
{
    VkFormatProperties2 second = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2};
    VkFormatProperties first;

    vkGetPhysicalDeviceFormatProperties(promise->vk->physical, promise->format, &first);
    vkGetPhysicalDeviceFormatProperties2(promise->vk->physical, promise->format, &second);
    const VkFormatFeatureFlags old = of_layout(&first, promise->layout),
                               new = of_layout(&second.formatProperties, promise->layout);
    if (old != new)
        return pt_format("vkGetPhysicalDeviceFormatProperties and ...Properties2 differ by %s",
                         pt_vk_format_feature_name(old ^ new));
    if (old & ~promise->there)
        return pt_format("VkFormatProperties3 lacks %s, which VkFormatProperties has",
                         pt_vk_format_feature_name(old & ~promise->there));
    return NULL;
}

#define BIT(name) VK_FORMAT_FEATURE_2_##name##_BIT

/* "This bit must only be exposed for formats that also support ..." (VkFormatFeatureFlagBits), and
 * "Depth Comparison Format Support". */
static char *check_needs(const struct promise *promise)
{
    static const struct {
        VkFormatFeatureFlags2 feature, one_of;
        VkImageAspectFlags aspects;
    } rows[] = {
        {BIT(SAMPLED_IMAGE_FILTER_LINEAR), BIT(SAMPLED_IMAGE) | BIT(BLIT_SRC), ~0u},
        {BIT(SAMPLED_IMAGE_FILTER_MINMAX), BIT(SAMPLED_IMAGE), ~0u},
        {BIT(STORAGE_IMAGE_ATOMIC), BIT(STORAGE_IMAGE), ~0u},
        {BIT(STORAGE_TEXEL_BUFFER_ATOMIC), BIT(STORAGE_TEXEL_BUFFER), ~0u},
        {BIT(COLOR_ATTACHMENT_BLEND), BIT(COLOR_ATTACHMENT), ~0u},
        {BIT(SAMPLED_IMAGE), BIT(SAMPLED_IMAGE_DEPTH_COMPARISON), VK_IMAGE_ASPECT_DEPTH_BIT},
    };

    for (size_t i = 0; i < PT_COUNT(rows); i++) {
        if (promise->there & rows[i].feature && promise->aspect & rows[i].aspects &&
            !(promise->there & rows[i].one_of))
            return pt_format("%s has %s without %s", promise->name,
                             pt_vk_format_feature_name(rows[i].feature),
                             pt_vk_format_feature_name(rows[i].one_of));
    }
    return NULL;
}

/* Images are made for these uses, by the feature that says so. */
static const struct usage {
    VkFormatFeatureFlags2 feature;
    VkFlags usage;
    bool viewed;
} usages[] = {
    {BIT(SAMPLED_IMAGE), VK_IMAGE_USAGE_SAMPLED_BIT, true},
    {BIT(STORAGE_IMAGE), VK_IMAGE_USAGE_STORAGE_BIT, true},
    {BIT(COLOR_ATTACHMENT), VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, true},
    {BIT(DEPTH_STENCIL_ATTACHMENT), VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, true},
    {BIT(TRANSFER_SRC), VK_IMAGE_USAGE_TRANSFER_SRC_BIT, false},
    {BIT(TRANSFER_DST), VK_IMAGE_USAGE_TRANSFER_DST_BIT, false},
    {BIT(BLIT_SRC), VK_IMAGE_USAGE_TRANSFER_SRC_BIT, false},
    {BIT(BLIT_DST), VK_IMAGE_USAGE_TRANSFER_DST_BIT, false},
    {BIT(UNIFORM_TEXEL_BUFFER), VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT, true},
    {BIT(STORAGE_TEXEL_BUFFER), VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT, true},
};

/* An image while it is tried. */
struct trial {
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
};

static VkResult make_trial(const struct promise *promise, const VkImageCreateInfo *info,
                           bool viewed, struct trial *trial)
{
    const struct pt_vk *vk = promise->vk;
    VkMemoryRequirements needed;
    VkResult result = vkCreateImage(vk->device, info, NULL, &trial->image);

    if (result)
        return result;
    vkGetImageMemoryRequirements(vk->device, trial->image, &needed);
    result = pt_vk_allocate(promise->vk, &needed, 0, &trial->memory);
    if (!result)
        result = vkBindImageMemory(vk->device, trial->image, trial->memory, 0);
    const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = trial->image,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = promise->format,
                                        .subresourceRange = {promise->aspect, 0, 1, 0, 1}};
    return result || !viewed ? result : vkCreateImageView(vk->device, &view, NULL, &trial->view);
}

static void finish_trial(const struct promise *promise, struct trial *trial)
{
    vkDestroyImageView(promise->vk->device, trial->view, NULL);
    vkDestroyImage(promise->vk->device, trial->image, NULL);
    vkFreeMemory(promise->vk->device, trial->memory, NULL);
}

/* An image of 2D can be made for the usage, as large as optimal images must be ("Supported
 * Limits" of VkImageFormatProperties). */
static char *try_image(const struct promise *promise, const struct usage *usage)
{
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = VK_IMAGE_TYPE_2D,
                              .format = promise->format,
                              .extent = {4, 4, 1},
                              .mipLevels = 1,
                              .arrayLayers = 1,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .tiling = promise->layout == PT_VK_LINEAR ? VK_IMAGE_TILING_LINEAR
                                                                        : VK_IMAGE_TILING_OPTIMAL,
                              .usage = usage->usage};
    const VkPhysicalDeviceLimits *limits = &promise->vk->properties.limits;
    VkImageFormatProperties can;
    VkResult result =
        vkGetPhysicalDeviceImageFormatProperties(promise->vk->physical, info.format, info.imageType,
                                                 info.tiling, info.usage, info.flags, &can);

    if (result)
        return pt_format("vkGetPhysicalDeviceImageFormatProperties gave %s", pt_vk_error(result));
    if (promise->layout == PT_VK_OPTIMAL && (can.maxExtent.width < limits->maxImageDimension2D ||
                                             can.maxExtent.height < limits->maxImageDimension2D ||
                                             can.maxArrayLayers < limits->maxImageArrayLayers))
        return pt_format("images are smaller than the device's limits: %u x %u, %u layers",
                         can.maxExtent.width, can.maxExtent.height, can.maxArrayLayers);
    struct trial trial = {0};
    result = make_trial(promise, &info, usage->viewed, &trial);
    finish_trial(promise, &trial);
    return result ? pt_format("making an image gave %s", pt_vk_error(result)) : NULL;
}

static char *try_buffer(const struct promise *promise, const struct usage *usage)
{
    struct pt_vk_buffer buffer;
    VkBufferView view = VK_NULL_HANDLE;
    VkResult result = pt_vk_buffer_make(promise->vk, &buffer, 256, usage->usage);
    const VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                         .buffer = buffer.handle,
                                         .format = promise->format,
                                         .range = 192}; /* a multiple of all texels */

    if (!result)
        result = vkCreateBufferView(promise->vk->device, &info, NULL, &view);
    vkDestroyBufferView(promise->vk->device, view, NULL);
    pt_vk_buffer_finish(promise->vk, &buffer);
    return result ? pt_format("making a texel buffer gave %s", pt_vk_error(result)) : NULL;
}

/* "Creation of images with tiling VK_IMAGE_TILING_LINEAR may not be supported unless" the "format
 * is not a depth/stencil format" (VkImageCreateInfo): a feature is of those that there are. */
static bool must_be_made(const struct promise *promise)
{
    return promise->layout != PT_VK_LINEAR || promise->aspect == VK_IMAGE_ASPECT_COLOR_BIT;
}

static char *try_usages(const struct promise *promise)
{
    char *why = NULL;

    for (size_t i = 0; i < PT_COUNT(usages) && !why; i++) {
        if (!(promise->there & usages[i].feature) || !must_be_made(promise))
            continue;
        why = promise->layout == PT_VK_BUFFER ? try_buffer(promise, &usages[i])
                                              : try_image(promise, &usages[i]);
        if (why) {
            char *whole = pt_format("%s is said to have %s, but %s", promise->name,
                                    pt_vk_format_feature_name(usages[i].feature), why);

            free(why);
            why = whole;
        }
    }
    return why;
}

/* Returns what is not as it must be, to free(), or NULL. */
static char *check(const struct promise *promise)
{
    char *why = compare_queries(promise);

    if (!why && promise->wanted & ~promise->there)
        why = pt_format("%s has no %s, which all devices have", promise->name,
                        pt_vk_format_feature_name(promise->wanted & ~promise->there));
    if (!why)
        why = check_needs(promise);
    return why ? why : try_usages(promise);
}

bool pt_vk_promise(struct pt_vk_execution *execution, const struct pt_step *step)
{
    struct promise promise = {.vk = &execution->runner->vk};
    VkFormatFeatureFlags2 features[PT_VK_LAYOUTS];
    char *words = pt_copy(step->words, strlen(step->words)), *why = read_words(&promise, words);
    const bool wrong = why;

    if (!why) {
        pt_vk_format_features(promise.vk->physical, promise.format, features);
        promise.there = features[promise.layout];
        why = check(&promise);
    }
    if (why)
        pt_judge_stop(execution->result, wrong ? PT_ERROR : PT_FAIL, step->offset, "%s", why);
    const bool good = !why;
    free(why);
    free(words);
    return good;
}
