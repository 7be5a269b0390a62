/* SPDX-License-Identifier: MIT */
/* context.c: contexts: creation, queries, messages to the application. */
#include "driver/clover/platform/context.h"

#include "driver/base/count.h"
#include "driver/clover/object/info.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct clover_context_destructor {
    struct clover_context_destructor *next;
    void(CL_CALLBACK *notify)(cl_context, void *);
    void *data;
};

/* Destructor callbacks are called in the reverse order of their registration: the list has the
 * newest one first. */
static void context_destroy(void *object)
{
    cl_context context = object;

    if (context->pipe)
        context->pipe->ops->destroy(context->pipe);
    pthread_mutex_destroy(&context->lock);
    free(context->properties);
    clover_drop_devices(context->devices, context->device_count);
    struct clover_context_destructor *due = context->destructors;
    context->destructors = NULL;
    while (due) {
        struct clover_context_destructor *destructor = due;
        due = destructor->next;
        destructor->notify(context, destructor->data);
        free(destructor);
    }
    clover_device_use(-1);
}

static struct clover_slots slots;
const struct clover_class clover_context_class = {.name = "a context",
                                                  .invalid = CL_INVALID_CONTEXT,
                                                  .size = sizeof(struct _cl_context),
                                                  .slots = &slots,
                                                  .destroy = context_destroy};

void clover_report(cl_context context, const char *format, ...)
{
    char message[PIPE_ERROR_SIZE + 256];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (context->notify)
        context->notify(message, NULL, 0, context->notify_data);
    else
        fprintf(stderr, "rootle: %s\n", message);
}

static cl_int check_property(const cl_context_properties *pair)
{
    switch (pair[0]) {
    case CL_CONTEXT_PLATFORM:
        return (cl_platform_id)pair[1] == &clover_platform ? CL_SUCCESS : CL_INVALID_PLATFORM;
    case CL_CONTEXT_INTEROP_USER_SYNC:
        return pair[1] == CL_TRUE || pair[1] == CL_FALSE ? CL_SUCCESS : CL_INVALID_PROPERTY;
    default:
        return CL_INVALID_PROPERTY;
    }
}

/* Checks a list of pairs that a 0 ends; *count receives its values with that 0, or
 * 0 for no list. */
static cl_int check_properties(const cl_context_properties *properties, size_t *count)
{
    *count = 0;
    if (!properties)
        return CL_SUCCESS;
    for (; properties[*count]; *count += 2) {
        cl_int error = check_property(properties + *count);
        for (size_t i = 0; i < *count; i += 2) {
            if (properties[i] == properties[*count])
                error = CL_INVALID_PROPERTY;
        }
        if (error)
            return error;
    }
    *count += 1;
    return CL_SUCCESS;
}

static cl_int keep_properties(cl_context context, const cl_context_properties *properties,
                              size_t count)
{
    if (!count)
        return CL_SUCCESS;
    context->properties = malloc(count * sizeof *properties);
    if (!context->properties)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(context->properties, properties, count * sizeof *properties);
    context->property_count = count;
    return CL_SUCCESS;
}

bool clover_context_has(const struct _cl_context *context, const struct _cl_device_id *device)
{
    return clover_is(device, &clover_device_class) &&
           clover_lists_device(context->devices, context->device_count, device);
}

static cl_int keep_devices(cl_context context, cl_uint count, const cl_device_id *devices)
{
    context->devices = clover_keep_devices(devices, count, &context->device_count);
    if (!context->devices)
        return CL_OUT_OF_HOST_MEMORY;
    context->device = devices[0];
    return CL_SUCCESS;
}

static cl_int open_pipe(cl_context context)
{
    struct pipe_screen *screen = context->device->screen;

    context->pipe = screen->ops->context_create(screen);
    assert(!context->pipe || clover_pipe_is_complete(context->pipe->ops));
    return context->pipe ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

static cl_int context_create(const cl_context_properties *properties, size_t property_count,
                             cl_uint device_count, const cl_device_id *devices, cl_context *out)
{
    cl_context context = clover_object_create(&clover_context_class);

    if (!context)
        return CL_OUT_OF_HOST_MEMORY;
    pthread_mutex_init(&context->lock, NULL);
    clover_device_use(1);
    cl_int error = keep_devices(context, device_count, devices);
    if (!error)
        error = keep_properties(context, properties, property_count);
    if (!error)
        error = open_pipe(context);
    if (error) {
        clover_unref(context);
        return error;
    }
    *out = context;
    return CL_SUCCESS;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                           const cl_device_id *devices,
                           void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t,
                                                         void *),
                           void *user_data, cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_context context = NULL;
    size_t count;
    cl_int error = check_properties(properties, &count);

    if (!error && (num_devices == 0 || !devices || (!pfn_notify && user_data)))
        error = CL_INVALID_VALUE;
    if (!error)
        error = clover_check_devices(num_devices, devices);
    if (!error && !clover_device()) /* a child of fork() may know the device, but has to open it */
        error = CL_DEVICE_NOT_AVAILABLE;
    if (!error)
        error = context_create(properties, count, num_devices, devices, &context);
    if (!error) {
        context->notify = pfn_notify;
        context->notify_data = user_data;
    }
    return clover_result(context, error, errcode_ret);
}

cl_context
clCreateContextFromType(const cl_context_properties *properties, cl_device_type device_type,
                        void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t, void *),
                        void *user_data, cl_int *errcode_ret)
{
    cl_device_id device;
    size_t count;
    cl_int error = check_properties(properties, &count);

    if (!error && !pfn_notify && user_data)
        error = CL_INVALID_VALUE;
    if (!error)
        error = clGetDeviceIDs(&clover_platform, device_type, 1, &device, NULL);
    if (error)
        return clover_result(NULL, error, errcode_ret);
    return clCreateContext(properties, 1, &device, pfn_notify, user_data, errcode_ret);
}

cl_int clSetContextDestructorCallback(cl_context context,
                                      void(CL_CALLBACK *pfn_notify)(cl_context, void *),
                                      void *user_data)
{
    CLOVER_CALL;
    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    if (!pfn_notify)
        return CL_INVALID_VALUE;
    struct clover_context_destructor *destructor = malloc(sizeof *destructor);
    if (!destructor)
        return CL_OUT_OF_HOST_MEMORY;
    pthread_mutex_lock(&context->lock);
    *destructor = (struct clover_context_destructor){context->destructors, pfn_notify, user_data};
    context->destructors = destructor;
    pthread_mutex_unlock(&context->lock);
    return CL_SUCCESS;
}

static const struct clover_info context_table[] = {
    CLOVER_HANDLES(CL_CONTEXT_REFERENCE_COUNT),
    CLOVER_OBJECTS(CL_CONTEXT_DEVICES, struct _cl_context, devices, device_count),
    CLOVER_ARRAY(CL_CONTEXT_PROPERTIES, struct _cl_context, properties, property_count),
};

cl_int clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (clover_is(context, &clover_context_class) && param_name == CL_CONTEXT_NUM_DEVICES)
        return clover_answer(to, &(cl_uint){(cl_uint)context->device_count}, sizeof(cl_uint));
    return clover_info_of(context, &clover_context_class, context_table, COUNT(context_table),
                          param_name, to);
}
