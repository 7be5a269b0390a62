/* SPDX-License-Identifier: MIT */
/* feature.c: what a device can: features, which are all enabled, and those that programs need. */
#include "program-tester/vk/feature.h"

#include <stdlib.h>
#include <string.h>

#define CORE(name)        {#name, offsetof(struct pt_vk_features, core.features.name)}
#define OF(version, name) {#name, offsetof(struct pt_vk_features, of_##version.name)}
#define EXT(member, name) {#name, offsetof(struct pt_vk_features, member.name)}

/* Features that tests of images and compute can ask for. */
static const struct {
    const char *name;
    size_t offset;
} rows[] = {
    CORE(robustBufferAccess),
    CORE(imageCubeArray),
    CORE(depthBounds),
    CORE(samplerAnisotropy),
    CORE(textureCompressionETC2),
    CORE(textureCompressionASTC_LDR),
    CORE(textureCompressionBC),
    CORE(shaderImageGatherExtended),
    CORE(shaderStorageImageExtendedFormats),
    CORE(shaderStorageImageMultisample),
    CORE(shaderStorageImageReadWithoutFormat),
    CORE(shaderStorageImageWriteWithoutFormat),
    CORE(shaderFloat64),
    CORE(shaderInt64),
    CORE(shaderInt16),
    CORE(shaderResourceResidency),
    CORE(shaderResourceMinLod),
    OF(11, storageBuffer16BitAccess),
    OF(11, variablePointers),
    OF(12, samplerMirrorClampToEdge),
    OF(12, storageBuffer8BitAccess),
    OF(12, shaderFloat16),
    OF(12, shaderInt8),
    OF(12, samplerFilterMinmax),
    OF(12, scalarBlockLayout),
    OF(12, vulkanMemoryModel),
    OF(13, robustImageAccess),
    OF(13, shaderZeroInitializeWorkgroupMemory),
    OF(13, textureCompressionASTC_HDR),
    EXT(robustness, robustBufferAccess2),
    EXT(robustness, robustImageAccess2),
    EXT(robustness, nullDescriptor),
    EXT(border, customBorderColors),
    EXT(border, customBorderColorWithoutFormat),
};

/* Extensions whose features are asked for, each with its structure. */
static const struct {
    const char *name;
    size_t offset;
    VkStructureType type;
} extensions[] = {
    {VK_EXT_ROBUSTNESS_2_EXTENSION_NAME, offsetof(struct pt_vk_features, robustness),
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT},
    {VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME, offsetof(struct pt_vk_features, border),
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT},
};

_Static_assert(PT_COUNT(extensions) == PT_VK_MOST_EXTENSIONS, "each has a place");

uint32_t pt_vk_extensions(VkPhysicalDevice physical, const char *names[PT_VK_MOST_EXTENSIONS])
{
    uint32_t count = 0, chosen = 0;

    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, NULL);
    VkExtensionProperties *found = pt_alloc(count + 1, sizeof(*found));
    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, found);
    for (size_t e = 0; e < PT_COUNT(extensions); e++) {
        for (uint32_t i = 0; i < count; i++) {
            if (!strcmp(found[i].extensionName, extensions[e].name))
                names[chosen++] = extensions[e].name;
        }
    }
    free(found);
    return chosen;
}

/* Puts the structures of the extensions that there are before the chain. */
static void chain_extensions(VkPhysicalDevice physical, struct pt_vk_features *features)
{
    const char *names[PT_VK_MOST_EXTENSIONS];
    const uint32_t count = pt_vk_extensions(physical, names);

    for (size_t e = 0; e < PT_COUNT(extensions); e++) {
        for (uint32_t i = 0; i < count; i++) {
            if (strcmp(names[i], extensions[e].name))
                continue;
            VkBaseOutStructure *one = (void *)((char *)features + extensions[e].offset);
            one->sType = extensions[e].type;
            one->pNext = features->core.pNext;
            features->core.pNext = one;
        }
    }
}

void pt_vk_features_ask(VkPhysicalDevice physical, const VkPhysicalDeviceProperties *properties,
                        struct pt_vk_features *features)
{
    const uint32_t version = properties->apiVersion;

    memset(features, 0, sizeof(*features));
    features->core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features->of_11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    features->of_12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features->of_13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    if (version >= VK_API_VERSION_1_2) {
        features->core.pNext = &features->of_11;
        features->of_11.pNext = &features->of_12;
    }
    if (version >= VK_API_VERSION_1_3)
        features->of_12.pNext = &features->of_13;
    chain_extensions(physical, features);
    vkGetPhysicalDeviceFeatures2(physical, &features->core);
}

static VkBool32 value_of(const struct pt_vk_features *features, size_t offset)
{
    VkBool32 value;

    memcpy(&value, (const char *)features + offset, sizeof(value));
    return value;
}

static void add_bits(struct pt_string *names, const char *limit, uint32_t bits)
{
    for (uint32_t i = 1; i <= bits && i <= 32; i++)
        pt_string_add(names, " %s:%u", limit, i);
}

char *pt_vk_feature_names(const struct pt_vk_features *features,
                          const VkPhysicalDeviceProperties *properties)
{
    const VkPhysicalDeviceLimits *limits = &properties->limits;
    struct pt_string names = {0};

    pt_string_add(&names, "Vulkan");
    for (size_t i = 0; i < PT_COUNT(rows); i++) {
        if (value_of(features, rows[i].offset))
            pt_string_add(&names, " %s", rows[i].name);
    }
    add_bits(&names, "subTexelPrecisionBits", limits->subTexelPrecisionBits);
    add_bits(&names, "mipmapPrecisionBits", limits->mipmapPrecisionBits);
    if (properties->deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU)
        pt_string_add(&names, " hardware");
    return pt_string_take(&names);
}

bool pt_vk_has_feature(const struct pt_vk_features *features, const char *name)
{
    for (size_t i = 0; i < PT_COUNT(rows); i++) {
        if (!strcmp(rows[i].name, name))
            return value_of(features, rows[i].offset);
    }
    return false;
}

/* Capabilities are those of SPIR-V (section 3.31) that Vulkan's appendix on SPIR-V gives features.
 */
const char *pt_vk_capability_feature(uint32_t capability)
{
    static const struct {
        uint32_t capability;
        const char *feature;
    } needed[] = {
        {9, "shaderFloat16"},
        {10, "shaderFloat64"},
        {11, "shaderInt64"},
        {22, "shaderInt16"},
        {25, "shaderImageGatherExtended"},
        {27, "shaderStorageImageMultisample"},
        {34, "imageCubeArray"},
        {39, "shaderInt8"},
        {41, "shaderResourceResidency"},
        {42, "shaderResourceMinLod"},
        {45, "imageCubeArray"},
        {49, "shaderStorageImageExtendedFormats"},
        {55, "shaderStorageImageReadWithoutFormat"},
        {56, "shaderStorageImageWriteWithoutFormat"},
        {4433, "storageBuffer16BitAccess"},
        {4448, "storageBuffer8BitAccess"},
        {5345, "vulkanMemoryModel"},
    };

    for (size_t i = 0; i < PT_COUNT(needed); i++) {
        if (needed[i].capability == capability)
            return needed[i].feature;
    }
    return NULL;
}
