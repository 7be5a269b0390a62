/* SPDX-License-Identifier: MIT */
/* queue.h: command queues (queue.c), and the commands in them and the threads that run these
 * (commands.c).
 *
 * A queue has lanes, each with a pipe context of its own: one in order of submission, several for a
 * queue out of order. A command is ready when the events of its wait list have ended, and nothing
 * that it must follow is before it in the queue: in order that is every command, else what a marker
 * or barrier says. As many worker threads as there are lanes take the first command that is ready.
 * A thread that has to wait for a command runs it itself when a lane is free, which saves two
 * thread switches for every blocking call. To wake a worker takes as long as a small launch: while
 * a queue in order is in use, its worker looks for work by itself, and leaves what is new to who
 * queued it, who waits for it as a rule. clFlush has it begin. */
#pragma once

#include "driver/clover/object/properties.h"
#include "driver/clover/queue/event.h"

struct clover_command;

/* Lanes of a queue out of order. */
enum { CLOVER_LANES = 4 };

struct clover_wait {
    struct clover_watch watch;
    struct clover_command *command;
    cl_event event; /* a reference */
};

/* The order that a command imposes on the commands around it. */
enum clover_order {
    CLOVER_UNORDERED = 0,
    CLOVER_FOLLOWS = 1, /* runs when all that is before it in the queue has ended */
    CLOVER_LEADS = 2,   /* what is behind it in the queue runs when it has ended */
};

struct clover_command {
    struct clover_command *next; /* which a queue's `last` points to */
    cl_event event;
    struct clover_wait *waits;
    cl_uint wait_count;
    cl_uint pending; /* waits that have not ended; guarded by the queue's lock, as is `runner` */
    unsigned order;  /* of CLOVER_FOLLOWS, CLOVER_LEADS */
    bool running;
    pthread_t runner;
    bool blocking; /* who enqueues it waits for it, and hears how it ends */
    /* Does the work on a lane's pipe context: CL_SUCCESS or the negative status of the event. */
    cl_int (*run)(struct clover_command *command, struct pipe_context *pipe);
    /* Releases what the command holds, run or not. May be NULL. */
    void (*finish)(struct clover_command *command);
};

struct clover_lane {
    struct pipe_context *pipe;
    bool busy; /* some thread runs a command on it */
    pthread_t worker;
};

struct _cl_command_queue {
    struct clover_object base;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties properties;
    cl_command_queue device_default; /* NULL: the device has no queues of its own */
    struct clover_properties given;  /* to clCreateCommandQueueWithProperties */
    pthread_mutex_t lock;
    pthread_cond_t changed;               /* some command is ready, or the queue is closed */
    struct clover_command *first, **last; /* that have not ended, in the order of submission */
    size_t startable; /* of these, those that do not run and whose wait list has ended */
    struct clover_lane lanes[CLOVER_LANES];
    unsigned lane_count;
    unsigned workers, idle; /* worker threads; those that sleep */
    unsigned looks;         /* that the worker takes by itself before it has to be woken */
    unsigned pace;          /* of these, log2: slower where they find nothing to do */
    bool looking;           /* it sleeps until the next of these */
    bool closed;            /* the application has released it */
    bool failed;            /* a command failed of which the application has heard nothing yet */
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
/* CL_INVALID_OPERATION, which the context reports, where the caller may not wait for what is queued
 * last, as it would for ever: it is a callback that the queue's running command has called, and
 * that command ends when it returns. (OpenCL 3.0, clSetEventCallback: what comes of waiting there
 * is undefined.) Of queues in order; others may go on by another lane. */
cl_int clover_queue_check_wait(cl_command_queue queue);
/* Runs what has to run for `event` (one of this queue's) to end, as far as other threads are not at
 * it. */
void clover_queue_help(cl_command_queue queue, cl_event event);

/* Waits for what is queued last. Of queues in order. */
cl_int clover_queue_wait(cl_command_queue queue);

/* Lanes for a new queue, `lane_count` or fewer, and their threads, each of which holds a reference
 * on the queue. CL_OUT_OF_RESOURCES when there is not one. */
cl_int clover_queue_start(cl_command_queue queue, unsigned lane_count);
/* Has what is queued begin. */
void clover_queue_flush(cl_command_queue queue);
/* Has the threads run what is queued and end. They are waited for unless that could take for ever.
 */
void clover_queue_close(cl_command_queue queue);
