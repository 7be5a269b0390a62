/* SPDX-License-Identifier: MIT */
/* platform.c: the platform, and the opening and closing of its device. */
#include "driver/clover/platform/platform.h"

#include "driver/base/count.h"
#include "driver/clover/object/explainer.h"
#include "driver/clover/object/info.h"
#include "driver/clover/platform/device_versions.h"

#include <CL/cl_ext.h>
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "rootle_version.h"

static void destroy_never(void *object)
{
    (void)object;
}

static struct _cl_device_id the_device;
static struct clover_slots platform_slots, device_slots;

const struct clover_class clover_platform_class = {.name = "a platform",
                                                   .invalid = CL_INVALID_PLATFORM,
                                                   .size = sizeof(struct _cl_platform_id),
                                                   .slots = &platform_slots,
                                                   .permanent = &clover_platform,
                                                   .destroy = destroy_never};
const struct clover_class clover_device_class = {.name = "a device",
                                                 .invalid = CL_INVALID_DEVICE,
                                                 .size = sizeof(struct _cl_device_id),
                                                 .slots = &device_slots,
                                                 .permanent = &the_device,
                                                 .destroy = clover_device_destroy};

#define PERMANENT(kind) {.dispatch = &clover_dispatch, .class = &(kind), .refs = 1, .handles = 1}
struct _cl_platform_id clover_platform = {PERMANENT(clover_platform_class)};
static struct _cl_device_id the_device = {.base = PERMANENT(clover_device_class)};
static bool unloading;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static atomic_int users;

/* In the child of a fork: the device's threads are the parent's. Its memory is left alone, since
 * any lock in it may be held for ever. */
static void forget_device(void)
{
    clover_objects_orphaned();
    the_device.screen = NULL;
    atomic_store(&users, 0);
    opening = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

/* Whether a screen has all that its contract asks for. */
static inline bool is_complete(const struct pipe_screen_ops *ops)
{
    return ops->destroy && ops->get_caps && ops->format_support && ops->format_at &&
           ops->resource_create && ops->resource_destroy && ops->resource_address &&
           ops->context_create;
}

static void open_device(void)
{
    static bool forgets;
    char error[PIPE_ERROR_SIZE] = "";

    if (!forgets)
        forgets = pthread_atfork(NULL, NULL, forget_device) == 0;
    the_device.screen = pipe_screen_create(error);
    if (!the_device.screen) {
        fprintf(stderr, "rootle: no device: %s\n", error);
        return;
    }
    assert(is_complete(the_device.screen->ops));
    the_device.screen->ops->get_caps(the_device.screen, &the_device.caps);
    clover_device_describe(&the_device);
}

cl_device_id clover_device(void)
{
    pthread_mutex_lock(&opening);
    if (!the_device.screen && !unloading)
        open_device();
    bool open = the_device.screen;
    pthread_mutex_unlock(&opening);
    return open ? &the_device : NULL;
}

void clover_device_use(int difference)
{
    atomic_fetch_add(&users, difference);
}

/* An application that leaves without releasing its contexts may still have commands running. */
__attribute__((destructor)) static void close_device(void)
{
    unloading = true;
    if (the_device.screen && atomic_load(&users) == 0) {
        the_device.screen->ops->destroy(the_device.screen);
        the_device.screen = NULL;
    }
}

cl_int clover_check_devices(cl_uint count, const cl_device_id *devices)
{
    if ((count == 0) != (devices == NULL))
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < count; i++) {
        if (!clover_is(devices[i], &clover_device_class))
            return CL_INVALID_DEVICE;
    }
    return CL_SUCCESS;
}

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    if ((platforms && num_entries == 0) || (!platforms && !num_platforms))
        return CL_INVALID_VALUE;
    if (platforms)
        platforms[0] = &clover_platform;
    if (num_platforms)
        *num_platforms = 1;
    return CL_SUCCESS;
}

CLOVER_EXPORT cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                            cl_uint *num_platforms)
{
    if (clover_explainer)
        clover_explainer->begin();
    return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

static const struct {
    cl_platform_info name;
    const char *text;
} platform_strings[] = {
    {CL_PLATFORM_PROFILE, "FULL_PROFILE"},  {CL_PLATFORM_NAME, "Rootle"},
    {CL_PLATFORM_VENDOR, "Rootle"},         {CL_PLATFORM_EXTENSIONS, "cl_khr_icd"},
    {CL_PLATFORM_ICD_SUFFIX_KHR, "ROOTLE"},
};

CLOVER_EXPORT cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                       size_t param_value_size, void *param_value,
                                       size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (platform && !clover_is(platform, &clover_platform_class))
        return CL_INVALID_PLATFORM;
    for (size_t i = 0; i < COUNT(platform_strings); i++) {
        if (platform_strings[i].name == param_name)
            return clover_answer_string(to, platform_strings[i].text);
    }
    if (param_name == CL_PLATFORM_VERSION)
        return clover_answer_string(to, clover_version_text());
    return clover_platform_answer_new(param_name, to);
}
