/* SPDX-License-Identifier: MIT */
/* queue.h: in-order command queues.
 *
 * Each queue has a worker thread, which runs its commands one after another on the queue's own pipe
 * context. A thread that has to wait for a command runs the queue itself when the worker is not at
 * it, which saves two thread switches for every blocking call. */
#ifndef ROOTLE_CLOVER_QUEUE_H
#define ROOTLE_CLOVER_QUEUE_H

#include "driver/clover/event.h"
#include "driver/clover/properties.h"

struct clover_command {
    struct clover_command *next;
    cl_event event;
    cl_event *waits; /* references */
    cl_uint wait_count;
    bool blocking; /* who enqueues it waits for it, and hears how it ends */
    /* Does the work on the queue's pipe context: CL_SUCCESS or the negative status of the event. */
    cl_int (*run)(struct clover_command *command, struct pipe_context *pipe);
    /* Releases what the command holds, run or not. May be NULL. */
    void (*finish)(struct clover_command *command);
};

struct _cl_command_queue {
    struct clover_object base;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties properties;
    cl_command_queue device_default; /* NULL: the device has no queues of its own */
    struct clover_properties given;  /* to clCreateCommandQueueWithProperties */
    struct pipe_context *pipe;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* commands came, or the one that ran has ended */
    struct clover_command *first, **last;
    bool running; /* some thread, the runner, runs a command */
    pthread_t runner;
    bool blocked; /* ... which waits for events of its wait list */
    bool worker_waits;
    bool closed; /* the application has released it */
    bool failed; /* a command failed of which the application has heard nothing yet */
    pthread_t worker;
};

extern const struct clover_class clover_queue_class;

/* An empty command of `size` bytes (the struct begins with a clover_command) with its event; takes
 * references on the events it waits for. NULL when memory is short. */
void *clover_command_create(size_t size, cl_command_queue queue, cl_command_type type,
                            cl_uint wait_count, const cl_event *waits);
/* For a command that will not be submitted. */
void clover_command_destroy(struct clover_command *command);
/* Queues the command, which the queue owns from here on, hands the event to the application if it
 * wants it, and waits for the end if `blocking`. The result is that of the enqueue function. */
cl_int clover_queue_submit(cl_command_queue queue, struct clover_command *command, cl_bool blocking,
                           cl_event *event);
/* Runs commands until `event` (one of this queue's) has ended, or another thread is at it. */
void clover_queue_help(cl_command_queue queue, cl_event event);

#endif
