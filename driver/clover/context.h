/* SPDX-License-Identifier: MIT */
/* context.h: contexts. */
#ifndef ROOTLE_CLOVER_CONTEXT_H
#define ROOTLE_CLOVER_CONTEXT_H

#include "driver/clover/platform.h"

#include <pthread.h>

struct _cl_context {
    struct clover_object base;
    cl_device_id device;
    cl_uint device_count;
    cl_context_properties *properties;
    size_t property_count; /* values, with the closing 0 */
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *);
    void *notify_data;
    /* For work outside queues: first contents of memory objects, code of kernels. */
    pthread_mutex_t lock;
    struct pipe_context *pipe;
};

extern const struct clover_class clover_context_class;

/* Tells the application, or stderr when it does not listen, what went wrong. */
void clover_report(cl_context context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static inline const struct pipe_screen_ops *clover_screen_ops(cl_context context)
{
    return context->device->screen->ops;
}

#endif
