/* SPDX-License-Identifier: MIT */
/* format.c: Vulkan's formats, by name and by the channel order and data type of tests. */
#include "program-tester/vk/format.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct row {
    const char *name;
    VkFormat format;
    const char *order, *type;
} rows[] = {
#define FORMAT(name, order, type) {#name, VK_FORMAT_##name, #order, #type},
#define NATIVE(name)              {#name, VK_FORMAT_##name, "", ""},
#include "program-tester/vk/formats.def"
};

static const struct row *row_named(const char *name)
{
    for (size_t i = 0; i < PT_COUNT(rows); i++) {
        if (!strcmp(rows[i].name, name))
            return &rows[i];
    }
    return NULL;
}

static const struct row *row_of(struct pt_format format)
{
    for (size_t i = 0; i < PT_COUNT(rows); i++) {
        if (!strcmp(rows[i].order, format.order->name) && !strcmp(rows[i].type, format.type->name))
            return &rows[i];
    }
    return NULL;
}

VkFormat pt_vk_format_named(const char *name)
{
    const struct row *row = row_named(name);

    return row ? row->format : VK_FORMAT_UNDEFINED;
}

/* The bits that a name counts: letters of channels are followed by theirs. */
static unsigned bits_of(const char *name)
{
    unsigned bits = 0;

    for (; *name && *name != '_'; name++) {
        if (isdigit((unsigned char)*name) && !isdigit((unsigned char)name[-1]))
            bits += (unsigned)strtoul(name, NULL, 10);
    }
    return bits;
}

static bool describe(const struct row *row, const char *aspect, struct pt_vk_format *found,
                     char **why)
{
    const char *name = row->name;
    const bool block = !strncmp(name, "BC", 2), depth = *name == 'D' || *name == 'X';
    const char *stencil = strstr(name, "S8_UINT");
    const unsigned bits = bits_of(name), parts = bits == 96 ? 3 : 1; /* no texel has three dwords */
    const bool is_stencil = aspect ? !strcmp(aspect, "stencil") : stencil == name;

    *found = (struct pt_vk_format){name,          row->format, bits / parts / 8,
                                   block ? 4 : 1, parts,       VK_IMAGE_ASPECT_COLOR_BIT};
    if (block)
        found->size = strchr("14", name[2]) ? 8 : 16;
    if (aspect &&
        ((is_stencil && !stencil) || (!is_stencil && (!depth || strcmp(aspect, "depth"))))) {
        *why = pt_format("%s has no aspect %s", name, aspect);
        return false;
    }
    if (!depth && !stencil)
        return true;
    found->aspect = is_stencil ? VK_IMAGE_ASPECT_STENCIL_BIT : VK_IMAGE_ASPECT_DEPTH_BIT;
    found->size = is_stencil ? 1 : strstr(name, "D16") ? 2 : 4;
    return true;
}

bool pt_vk_format_of(const struct pt_arg *image, struct pt_vk_format *found, char **why)
{
    const struct pt_format format = image->image.format;
    const char *native = image->native[PT_NATIVE_FORMAT];
    const struct row *row = native ? row_named(native) : row_of(format);

    if (!row) {
        *why = native
                   ? pt_format("there is no vk_format %s", native)
                   : pt_format("Vulkan has no format %s %s", format.order->name, format.type->name);
        return false;
    }
    if (!describe(row, image->native[PT_NATIVE_ASPECT], found, why))
        return false;
    if (found->size != pt_format_size(format))
        *why = pt_format("a texel%s of %s has %u bytes, and %s %s has %zu",
                         found->parts > 1 ? "'s component" : " or block", row->name, found->size,
                         format.order->name, format.type->name, pt_format_size(format));
    else if (image->image.width % found->parts || (found->parts > 1 && image->image.levels > 1))
        *why = pt_format("an image of %s has one level, and is %u times as wide as it has texels",
                         row->name, found->parts);
    return !*why;
}

/* Lowest first. */
static const struct {
    VkFormatFeatureFlags2 feature;
    const char *name;
} features[] = {
#define FEATURE(name) {VK_FORMAT_FEATURE_2_##name##_BIT, #name}
    FEATURE(SAMPLED_IMAGE),
    FEATURE(STORAGE_IMAGE),
    FEATURE(STORAGE_IMAGE_ATOMIC),
    FEATURE(UNIFORM_TEXEL_BUFFER),
    FEATURE(STORAGE_TEXEL_BUFFER),
    FEATURE(STORAGE_TEXEL_BUFFER_ATOMIC),
    FEATURE(VERTEX_BUFFER),
    FEATURE(COLOR_ATTACHMENT),
    FEATURE(COLOR_ATTACHMENT_BLEND),
    FEATURE(DEPTH_STENCIL_ATTACHMENT),
    FEATURE(BLIT_SRC),
    FEATURE(BLIT_DST),
    FEATURE(SAMPLED_IMAGE_FILTER_LINEAR),
    FEATURE(TRANSFER_SRC),
    FEATURE(TRANSFER_DST),
    FEATURE(SAMPLED_IMAGE_FILTER_MINMAX),
    FEATURE(STORAGE_READ_WITHOUT_FORMAT),
    FEATURE(STORAGE_WRITE_WITHOUT_FORMAT),
    FEATURE(SAMPLED_IMAGE_DEPTH_COMPARISON),
};

void pt_vk_format_features(VkPhysicalDevice physical, VkFormat format,
                           VkFormatFeatureFlags2 found[PT_VK_LAYOUTS])
{
    VkFormatProperties3 all = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
    VkFormatProperties2 properties = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2,
                                      .pNext = &all};
    const VkFormatProperties *old = &properties.formatProperties;

    vkGetPhysicalDeviceFormatProperties2(physical, format, &properties);
    found[PT_VK_OPTIMAL] =
        all.optimalTilingFeatures ? all.optimalTilingFeatures : old->optimalTilingFeatures;
    found[PT_VK_LINEAR] =
        all.linearTilingFeatures ? all.linearTilingFeatures : old->linearTilingFeatures;
    found[PT_VK_BUFFER] = all.bufferFeatures ? all.bufferFeatures : old->bufferFeatures;
}

VkFormatFeatureFlags2 pt_vk_format_feature(const char *name)
{
    for (size_t i = 0; i < PT_COUNT(features); i++) {
        if (!strcmp(features[i].name, name))
            return features[i].feature;
    }
    return 0;
}

const char *pt_vk_format_feature_name(VkFormatFeatureFlags2 some)
{
    for (size_t i = 0; i < PT_COUNT(features); i++) {
        if (features[i].feature & some)
            return features[i].name;
    }
    return "a feature without a name here";
}

char *pt_vk_format_lacks(VkPhysicalDevice physical, const struct pt_vk_format *format,
                         enum pt_vk_layout layout, VkFormatFeatureFlags2 needed)
{
    VkFormatFeatureFlags2 there[PT_VK_LAYOUTS];

    pt_vk_format_features(physical, format->format, there);
    if (!(needed & ~there[layout]))
        return NULL;
    return pt_format("the device has no %s for %s",
                     pt_vk_format_feature_name(needed & ~there[layout]), format->name);
}
