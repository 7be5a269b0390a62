/* SPDX-License-Identifier: MIT */
/* transfer.h: the command behind all reads, writes and copies. */
#pragma once

#include "driver/clover/memory/copy.h"
#include "driver/clover/queue/queue.h"

/* The parameters that all clEnqueue* functions share, and the command type they report. */
struct clover_enqueue {
    cl_command_queue queue;
    cl_command_type type;
    cl_bool blocking;
    cl_uint wait_count;
    const cl_event *waits;
    cl_event *event;
};
/* The parameters have the names that cl.h gives them. */
#define CLOVER_ENQUEUE(type, blocking)                                                             \
    {command_queue, type, blocking, num_events, event_wait_list, event}

/* Check the queue, that the objects are of the kind, that all belong together, and the wait list.
 * One object may be given twice. */
cl_int clover_check_buffers(const struct clover_enqueue *enqueue, cl_mem buffer, cl_mem other);
cl_int clover_check_images(const struct clover_enqueue *enqueue, cl_mem image, cl_mem other);
cl_int clover_check_image_and_buffer(const struct clover_enqueue *enqueue, cl_mem image,
                                     cl_mem buffer);
/* Queues a copy, holding on to the memory objects. */
cl_int clover_enqueue_copy(const struct clover_enqueue *enqueue, struct clover_end to,
                           struct clover_end from, struct clover_extent extent);
/* CL_INVALID_OPERATION when the object's flags forbid the host to read, or write. */
cl_int clover_check_host_access(cl_mem mem, bool write);
