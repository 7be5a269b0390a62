/* SPDX-License-Identifier: MIT */
/* instance.c: this process's Vulkan instance, and what the validation layer says. */
#include "program-tester/vk/instance.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MESSAGES = 32 };

static VkInstance instance = VK_NULL_HANDLE;
static VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
static char *messages[MOST_MESSAGES];
static size_t message_count;

/* One line for each: the layer's have one, and drivers' may have several. */
static VKAPI_ATTR VkBool32 VKAPI_CALL take_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                   VkDebugUtilsMessageTypeFlagsEXT types,
                                                   const VkDebugUtilsMessengerCallbackDataEXT *data,
                                                   void *unused)
{
    (void)severity;
    (void)types;
    (void)unused;
    if (message_count < MOST_MESSAGES) {
        char *text = pt_copy(data->pMessage, strlen(data->pMessage));

        for (char *at = text; *at; at++)
            *at = *at == '\n' ? ' ' : *at;
        messages[message_count++] = text;
    }
    return VK_FALSE;
}

char *pt_vk_take_message(void)
{
    char *first = message_count ? messages[0] : NULL;

    if (first)
        memmove(messages, messages + 1, --message_count * sizeof(*messages));
    return first;
}

static const VkDebugUtilsMessengerCreateInfoEXT listening = {
    .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
    .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                       VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
    .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
    .pfnUserCallback = take_message,
};

static void listen_to_layer(void)
{
    PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT)(void *)vkGetInstanceProcAddr(
            instance, "vkCreateDebugUtilsMessengerEXT");

    if (create)
        create(instance, &listening, NULL, &messenger);
}

bool pt_vk_open(char **why)
{
    static const char *const layers[] = {"VK_LAYER_KHRONOS_validation"};
    static const char *const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    const char *asked = getenv("VK_TESTER_VALIDATE");
    const bool validate = asked && !strcmp(asked, "1");
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .pApplicationName = "vk-tester",
                                     .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &application,
                                 .enabledLayerCount = validate,
                                 .ppEnabledLayerNames = layers,
                                 .enabledExtensionCount = validate,
                                 .ppEnabledExtensionNames = extensions};

    if (instance)
        return true;
    VkResult result = vkCreateInstance(&info, NULL, &instance);
    if (result) {
        *why =
            pt_format("there is no Vulkan driver: vkCreateInstance gave %s%s", pt_vk_error(result),
                      validate ? " (package vulkan-validationlayers has the layer)" : "");
        return false;
    }
    if (validate)
        listen_to_layer();
    return true;
}

void pt_vk_close(void)
{
    char *message;

    while ((message = pt_vk_take_message()))
        free(message);
    if (messenger) {
        PFN_vkDestroyDebugUtilsMessengerEXT destroy =
            (PFN_vkDestroyDebugUtilsMessengerEXT)(void *)vkGetInstanceProcAddr(
                instance, "vkDestroyDebugUtilsMessengerEXT");

        destroy(instance, messenger, NULL);
    }
    if (instance)
        vkDestroyInstance(instance, NULL);
    messenger = VK_NULL_HANDLE;
    instance = VK_NULL_HANDLE;
}

VkInstance pt_vk_instance(void)
{
    return instance;
}

const char *pt_vk_error(VkResult result)
{
#define ROW(name) {name, #name}
    static const struct {
        VkResult result;
        const char *name;
    } rows[] = {ROW(VK_NOT_READY),
                ROW(VK_TIMEOUT),
                ROW(VK_INCOMPLETE),
                ROW(VK_ERROR_OUT_OF_HOST_MEMORY),
                ROW(VK_ERROR_OUT_OF_DEVICE_MEMORY),
                ROW(VK_ERROR_INITIALIZATION_FAILED),
                ROW(VK_ERROR_DEVICE_LOST),
                ROW(VK_ERROR_MEMORY_MAP_FAILED),
                ROW(VK_ERROR_LAYER_NOT_PRESENT),
                ROW(VK_ERROR_EXTENSION_NOT_PRESENT),
                ROW(VK_ERROR_FEATURE_NOT_PRESENT),
                ROW(VK_ERROR_INCOMPATIBLE_DRIVER),
                ROW(VK_ERROR_TOO_MANY_OBJECTS),
                ROW(VK_ERROR_FORMAT_NOT_SUPPORTED),
                ROW(VK_ERROR_FRAGMENTED_POOL),
                ROW(VK_ERROR_OUT_OF_POOL_MEMORY),
                ROW(VK_ERROR_INVALID_SHADER_NV)};

    for (size_t i = 0; i < PT_COUNT(rows); i++) {
        if (rows[i].result == result)
            return rows[i].name;
    }
    return "an unknown error";
}
