/* SPDX-License-Identifier: MIT */
/* context.h: contexts. */
#pragma once

#include "driver/clover/platform/platform.h"

#include <pthread.h>

struct clover_context_destructor;

struct _cl_context {
    struct clover_object base;
    cl_device_id device;   /* the first one; what all have in common is asked of it */
    cl_device_id *devices; /* references: the root device, parts of it, or both */
    size_t device_count;
    cl_context_properties *properties;
    size_t property_count; /* values, with the closing 0 */
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *);
    void *notify_data;
    /* For work outside queues: first contents of memory objects, code of kernels. */
    pthread_mutex_t lock;
    struct pipe_context *pipe;
    atomic_uint buffers, sub_buffers, images; /* that were made */
    struct clover_context_destructor *destructors;
};

extern const struct clover_class clover_context_class;

/* Tells the application, or stderr when it does not listen, what went wrong. */
void clover_report(cl_context context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether a device is one of the context's. */
bool clover_context_has(const struct _cl_context *context, const struct _cl_device_id *device);

/* Whether a pipe has all that its contract asks for. */
static inline bool clover_pipe_is_complete(const struct pipe_context_ops *ops)
{
    return ops->destroy && ops->transfer_map && ops->transfer_unmap && ops->sampler_view_create &&
           ops->sampler_view_destroy && ops->surface_create && ops->surface_destroy &&
           ops->sampler_create && ops->sampler_destroy && ops->compute_state_create &&
           ops->compute_state_destroy && ops->compute_state_rodata && ops->launch_grid &&
           ops->fence_wait && ops->fence_destroy;
}

static inline const struct pipe_screen_ops *clover_screen_ops(cl_context context)
{
    return context->device->screen->ops;
}
