/* SPDX-License-Identifier: MIT */
/* event.h: events, of commands and of the application. */
#pragma once

#include "driver/clover/platform/context.h"

struct clover_event_callback;

/* A callback of the driver itself, which runs when an event ends, before the application's
 * callbacks. */
struct clover_watch {
    struct clover_watch *next;
    void (*ended)(struct clover_watch *watch); /* may free the watch */
};

struct _cl_event {
    struct clover_object base;
    cl_context context;
    cl_command_queue queue; /* NULL for user events; holds a reference */
    cl_command_type type;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    atomic_int status; /* changed under the lock */
    cl_ulong times[4]; /* ns; indexed by status: CL_COMPLETE ... CL_QUEUED */
    struct clover_event_callback *callbacks;
    struct clover_watch *watches;
};

extern const struct clover_class clover_event_class;

/* The time of events, of the device and of the host: nanoseconds. */
cl_ulong clover_now(void);
/* A queued command's event, to which the application has no handle yet, or with no queue a user
 * event. NULL when memory is short. */
cl_event clover_event_create(cl_context context, cl_command_queue queue, cl_command_type type);
/* Moves on to a later status (or a negative one, which ends it), notes the time, calls callbacks.
 * False when the event had ended before. */
bool clover_event_set(cl_event event, cl_int status);
/* Has `watch` called when the event ends, in the thread that ends it. False when it has ended. */
bool clover_event_watch(cl_event event, struct clover_watch *watch);
/* Waits until the event has ended; returns CL_COMPLETE or its negative status. */
cl_int clover_event_wait(cl_event event);

static inline cl_int clover_event_status(cl_event event)
{
    return atomic_load_explicit(&event->status, memory_order_acquire);
}

/* An event wait list for a command in this context: CL_SUCCESS, CL_INVALID_EVENT_WAIT_LIST or
 * CL_INVALID_CONTEXT. */
cl_int clover_check_waits(cl_context context, cl_uint count, const cl_event *events);
