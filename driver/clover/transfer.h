/* SPDX-License-Identifier: MIT */
/* transfer.h: the command behind all reads, writes and copies. */
#ifndef ROOTLE_CLOVER_TRANSFER_H
#define ROOTLE_CLOVER_TRANSFER_H

#include "driver/clover/copy.h"
#include "driver/clover/queue.h"

/* The parameters that all clEnqueue* functions share, and the command type they report. */
struct clover_enqueue {
    cl_command_queue queue;
    cl_command_type type;
    cl_bool blocking;
    cl_uint wait_count;
    const cl_event *waits;
    cl_event *event;
};

/* Checks queue, objects (`other` may be NULL) and wait list. Objects are known to be memory
 * objects. */
cl_int clover_check_enqueue(const struct clover_enqueue *enqueue, cl_mem mem, cl_mem other);
/* Queues a copy, holding on to the memory objects. */
cl_int clover_enqueue_copy(const struct clover_enqueue *enqueue, struct clover_end to,
                           struct clover_end from, struct clover_extent extent);
/* CL_INVALID_OPERATION when the object's flags forbid the host to read, or write. */
cl_int clover_check_host_access(cl_mem mem, bool write);

#endif
