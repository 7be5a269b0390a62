/* SPDX-License-Identifier: MIT */
/* sampler.c: samplers of arguments, and what they ask of a format. */
#include "program-tester/vk/sampler.h"

#include <stdlib.h>
#include <string.h>

/* A word of a sub-key, and the number that Vulkan has for it. */
struct word {
    const char *name;
    int value;
};

static const struct word address_modes[] = {
    {"clamp_to_edge", VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE},
    {"clamp_to_border", VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER},
    {"repeat", VK_SAMPLER_ADDRESS_MODE_REPEAT},
    {"mirrored_repeat", VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT},
    {"mirror_clamp_to_edge", VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE}};
static const struct word borders[] = {
    {"transparent_black", VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK},
    {"opaque_black", VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK},
    {"opaque_white", VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE},
    {"int_transparent_black", VK_BORDER_COLOR_INT_TRANSPARENT_BLACK},
    {"int_opaque_black", VK_BORDER_COLOR_INT_OPAQUE_BLACK},
    {"int_opaque_white", VK_BORDER_COLOR_INT_OPAQUE_WHITE}};
static const struct word compares[] = {{"never", VK_COMPARE_OP_NEVER},
                                       {"less", VK_COMPARE_OP_LESS},
                                       {"equal", VK_COMPARE_OP_EQUAL},
                                       {"less_or_equal", VK_COMPARE_OP_LESS_OR_EQUAL},
                                       {"greater", VK_COMPARE_OP_GREATER},
                                       {"not_equal", VK_COMPARE_OP_NOT_EQUAL},
                                       {"greater_or_equal", VK_COMPARE_OP_GREATER_OR_EQUAL},
                                       {"always", VK_COMPARE_OP_ALWAYS}};
static const struct word reductions[] = {
    {"weighted_average", VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE},
    {"min", VK_SAMPLER_REDUCTION_MODE_MIN},
    {"max", VK_SAMPLER_REDUCTION_MODE_MAX}};

/* A border colour of numbers, "0.5,0,1,1" or "int_5,-6,7,8": false where it is none. */
static bool read_custom(const char *text, VkSamplerCustomBorderColorCreateInfoEXT *custom,
                        bool *integers)
{
    const size_t prefix = strlen("int_");
    char *end = NULL;

    *integers = text && !strncmp(text, "int_", prefix);
    text = *integers ? text + prefix : text;
    if (!text || !strchr("+-.0123456789", *text))
        return false;
    for (unsigned i = 0; i < 4; i++, text = end + 1) {
        if (*integers)
            custom->customBorderColor.uint32[i] = (uint32_t)strtoll(text, &end, 10);
        else
            custom->customBorderColor.float32[i] = strtof(text, &end);
        if (end == text || *end != (i < 3 ? ',' : '\0'))
            return false;
    }
    return true;
}

/* Leaves *value alone where no word is given. */
static bool find(const char *name, size_t length, const struct word *words, size_t count,
                 int *value, char **why)
{
    for (size_t i = 0; i < count && name; i++) {
        if (strlen(words[i].name) == length && !strncmp(words[i].name, name, length)) {
            *value = words[i].value;
            return true;
        }
    }
    if (name)
        *why = pt_format("a sampler has no '%.*s'", (int)length, name);
    return !name;
}

#define FIND(arg, which, words, value, why)                                                        \
    find((arg)->native[which], (arg)->native[which] ? strlen((arg)->native[which]) : 0, words,     \
         PT_COUNT(words), value, why)

static VkSamplerAddressMode addressing_of(cl_addressing_mode addressing)
{
    switch (addressing) {
    case CL_ADDRESS_CLAMP:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    case CL_ADDRESS_REPEAT:
        return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    case CL_ADDRESS_MIRRORED_REPEAT:
        return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    default:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    }
}

/* One mode for all coordinates, or one for each with commas between them. */
static bool read_addressing(const struct pt_arg *arg, int modes[3], char **why)
{
    const char *text = arg->native[PT_NATIVE_ADDRESSING];
    size_t length = text ? strcspn(text, ",") : 0;

    for (unsigned i = 0; i < 3; i++) {
        modes[i] = (int)addressing_of(arg->sampler.addressing);
        if (!find(text, length, address_modes, PT_COUNT(address_modes), &modes[i], why))
            return false;
        if (text && text[length]) {
            text += length + 1;
            length = strcspn(text, ",");
        }
    }
    return true;
}

/* A sampler while it is made. */
struct making {
    VkSamplerCreateInfo info;
    VkSamplerReductionModeCreateInfo reduction;
    VkSamplerCustomBorderColorCreateInfoEXT border; /* without a type where it is none of these */
};

static bool read_border(const struct pt_arg *arg, struct making *making, char **why)
{
    int border = 0;
    bool integers;

    if (read_custom(arg->native[PT_NATIVE_BORDER], &making->border, &integers)) {
        making->border.sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT;
        border = integers ? VK_BORDER_COLOR_INT_CUSTOM_EXT : VK_BORDER_COLOR_FLOAT_CUSTOM_EXT;
    } else if (!FIND(arg, PT_NATIVE_BORDER, borders, &border, why)) {
        return false;
    }
    making->info.borderColor = (VkBorderColor)border;
    return true;
}

static bool fill(const struct pt_arg *arg, struct making *making, char **why)
{
    VkSamplerCreateInfo *info = &making->info;
    const struct pt_sampler *sampler = &arg->sampler;
    int modes[3], compare = -1, reduced = 0;
    const char *bias = arg->native[PT_NATIVE_BIAS];

    if (!read_addressing(arg, modes, why) || !read_border(arg, making, why) ||
        !FIND(arg, PT_NATIVE_COMPARE, compares, &compare, why) ||
        !FIND(arg, PT_NATIVE_REDUCTION, reductions, &reduced, why))
        return false;
    info->magFilter = info->minFilter =
        sampler->filter == CL_FILTER_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    info->mipmapMode = sampler->mip_filter == CL_FILTER_LINEAR ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                               : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info->addressModeU = (VkSamplerAddressMode)modes[0];
    info->addressModeV = (VkSamplerAddressMode)modes[1];
    info->addressModeW = (VkSamplerAddressMode)modes[2];
    info->mipLodBias = bias ? strtof(bias, NULL) : 0;
    info->compareEnable = compare >= 0;
    info->compareOp = compare >= 0 ? (VkCompareOp)compare : VK_COMPARE_OP_NEVER;
    info->minLod = sampler->bounded ? sampler->lod_min : 0;
    info->maxLod =
        sampler->bounded ? sampler->lod_max : (sampler->mip_filter ? VK_LOD_CLAMP_NONE : 0);
    info->unnormalizedCoordinates = !sampler->normalized;
    making->reduction.reductionMode = (VkSamplerReductionMode)reduced;
    return true;
}

static bool is_reduced(const struct making *making)
{
    return making->reduction.reductionMode != VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
}

/* The feature that a sampler needs and the device lacks, or NULL. */
static const char *lacks(const struct pt_vk *vk, const struct making *making)
{
    const VkSamplerAddressMode mirror = VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE;
    const VkSamplerCreateInfo *info = &making->info;
    const struct {
        bool needed;
        const char *name;
    } features[] = {
        {info->addressModeU == mirror || info->addressModeV == mirror ||
             info->addressModeW == mirror,
         "samplerMirrorClampToEdge"},
        {is_reduced(making), "samplerFilterMinmax"},
        {making->border.sType, "customBorderColors"},
        {making->border.sType && !making->border.format, "customBorderColorWithoutFormat"},
    };

    for (size_t i = 0; i < PT_COUNT(features); i++) {
        if (features[i].needed && !pt_vk_has_feature(&vk->features, features[i].name))
            return features[i].name;
    }
    return NULL;
}

static void chain(struct making *making)
{
    making->info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    if (is_reduced(making)) {
        making->reduction.sType = VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO;
        making->info.pNext = &making->reduction;
    }
    if (making->border.sType) {
        making->border.pNext = making->info.pNext;
        making->info.pNext = &making->border;
    }
}

bool pt_vk_sampler_make(struct pt_vk *vk, const struct pt_arg *arg,
                        const struct pt_vk_format *format, VkSampler *sampler, bool *skip,
                        char **why)
{
    static const struct pt_arg plain = {.sampler = {.normalized = CL_TRUE,
                                                    .addressing = CL_ADDRESS_CLAMP_TO_EDGE,
                                                    .filter = CL_FILTER_NEAREST,
                                                    .mip_filter = CL_FILTER_NEAREST}};
    struct making making = {.border.format = format ? format->format : VK_FORMAT_UNDEFINED};

    *skip = false;
    if (!fill(arg ? arg : &plain, &making, why))
        return false;
    const char *missing = lacks(vk, &making);
    if (missing) {
        *skip = true;
        *why = pt_format("the device has no feature %s", missing);
        return false;
    }
    chain(&making);
    VkResult result = vkCreateSampler(vk->device, &making.info, NULL, sampler);
    if (result)
        *why = pt_format("vkCreateSampler gave %s", pt_vk_error(result));
    return !result;
}

VkFormatFeatureFlags2 pt_vk_sampler_needs(const struct pt_arg *arg)
{
    const char *reduction = arg ? arg->native[PT_NATIVE_REDUCTION] : NULL;
    VkFormatFeatureFlags2 needed = 0;

    if (arg &&
        (arg->sampler.filter == CL_FILTER_LINEAR || arg->sampler.mip_filter == CL_FILTER_LINEAR))
        needed |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    if (reduction && strcmp(reduction, "weighted_average"))
        needed |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_MINMAX_BIT;
    if (arg && arg->native[PT_NATIVE_COMPARE])
        needed |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT;
    return needed;
}
