/* SPDX-License-Identifier: MIT */
/* device.c: the physical devices that the Vulkan loader finds. */
#include "program-tester/device/device.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/vk/context.h"

enum { MOST_DEVICES = 16 };

static char *version_text(uint32_t version)
{
    return pt_format("%u.%u.%u", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

static char *extensions_of(VkPhysicalDevice physical)
{
    struct pt_string list = {0};
    uint32_t count = 0;

    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, NULL);
    VkExtensionProperties *found = pt_alloc(count + 1, sizeof(*found));
    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, found);
    for (uint32_t i = 0; i < count; i++)
        pt_string_add(&list, "%s%s", i ? " " : "", found[i].extensionName);
    free(found);
    return pt_string_take(&list);
}

/* The driver's name and what it says of its version. */
static VkPhysicalDeviceDriverProperties driver_of(VkPhysicalDevice physical)
{
    VkPhysicalDeviceDriverProperties driver = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &driver};

    vkGetPhysicalDeviceProperties2(physical, &properties);
    return driver;
}

static void describe(struct pt_device *device, VkPhysicalDevice physical)
{
    VkPhysicalDeviceProperties properties;
    struct pt_vk_features features;
    char *version;

    vkGetPhysicalDeviceProperties(physical, &properties);
    pt_vk_features_ask(physical, &properties, &features);
    device->device = (cl_device_id)(void *)physical;
    device->platform_name = pt_format("%s", driver_of(physical).driverName);
    device->device_name = pt_format("%s", properties.deviceName);
    device->label = pt_format("%s / %s", device->platform_name, device->device_name);
    device->platform_extensions = pt_copy("", 0);
    device->device_extensions = extensions_of(physical);
    device->features = pt_vk_feature_names(&features, &properties);
    version = version_text(properties.apiVersion);
    device->language = pt_format("Vulkan %s", version);
    free(version);
    device->images = true;
}

/* Whether what the user gave selects the thing with that index and name. */
static bool selects(const char *wanted, size_t index, const char *name)
{
    if (wanted && isdigit((unsigned char)*wanted) && !wanted[strspn(wanted, "0123456789")])
        return strtoul(wanted, NULL, 10) == index;
    return !wanted || strcasestr(name, wanted);
}

static void add(struct pt_devices *devices, VkPhysicalDevice physical)
{
    devices->items =
        pt_grow(devices->items, &devices->capacity, devices->count + 1, sizeof(*devices->items));
    memset(&devices->items[devices->count], 0, sizeof(*devices->items));
    describe(&devices->items[devices->count++], physical);
}

static void drop_last(struct pt_devices *devices)
{
    pt_device_finish(&devices->items[--devices->count]);
}

bool pt_devices_find(struct pt_devices *devices, const char *platform, const char *device,
                     char **why)
{
    VkPhysicalDevice found[MOST_DEVICES];
    uint32_t count = MOST_DEVICES;
    struct pt_string others = {0};

    memset(devices, 0, sizeof(*devices));
    if (!pt_vk_open(why))
        return false;
    if (vkEnumeratePhysicalDevices(pt_vk_instance(), &count, found) < 0)
        count = 0;
    for (uint32_t i = 0; i < count; i++) {
        add(devices, found[i]);
        const struct pt_device *one = &devices->items[devices->count - 1];
        if (selects(platform, 0, one->platform_name) && selects(device, i, one->device_name))
            continue;
        pt_string_add(&others, "%s%s", others.length ? ", " : "", one->label);
        drop_last(devices);
    }
    if (!devices->count)
        *why = count ? pt_format("no Vulkan device is what was asked for: there is %s", others.text)
                     : pt_format("there is no Vulkan device");
    free(others.text);
    if (devices->count)
        return true;
    pt_devices_finish(devices);
    return false;
}

void pt_devices_finish(struct pt_devices *devices)
{
    while (devices->count)
        drop_last(devices);
    free(devices->items);
    memset(devices, 0, sizeof(*devices));
    pt_vk_close();
}

void pt_device_strings(const struct pt_device *device,
                       struct pt_device_string strings[PT_DEVICE_STRINGS])
{
    VkPhysicalDevice physical = (VkPhysicalDevice)(void *)device->device;
    const VkPhysicalDeviceDriverProperties driver = driver_of(physical);
    VkPhysicalDeviceProperties properties;
    size_t count = 0;

    vkGetPhysicalDeviceProperties(physical, &properties);
    strings[count++] = (struct pt_device_string){"platform", pt_copy("Vulkan", 6)};
    strings[count++] =
        (struct pt_device_string){"platform_version", version_text(properties.apiVersion)};
    strings[count++] = (struct pt_device_string){"name", pt_format("%s", device->device_name)};
    strings[count++] = (struct pt_device_string){"vendor", pt_format("%s", device->platform_name)};
    strings[count++] = (struct pt_device_string){"version", version_text(properties.apiVersion)};
    strings[count++] =
        (struct pt_device_string){"driver_version", pt_format("%s", driver.driverInfo)};
    strings[count++] = (struct pt_device_string){"c_version", pt_format("%s", device->language)};
}

void pt_device_strings_finish(struct pt_device_string strings[PT_DEVICE_STRINGS])
{
    for (size_t i = 0; i < PT_DEVICE_STRINGS; i++)
        free(strings[i].text);
}
