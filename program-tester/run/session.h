/* SPDX-License-Identifier: MIT */
/* session.h: a context and a queue on one device, replaced when a fault has spoiled them. */
#pragma once

#include <pthread.h>

#include "program-tester/device/device.h"
#include "program-tester/parse/plan.h"

struct pt_session {
    const struct pt_device *device;
    cl_context context;                     /* NULL: not open */
    cl_command_queue queue;                 /* that of all but some steps */
    cl_command_queue others[PT_QUEUES - 1]; /* those of steps that ask for them; NULL: not made */
    bool has_opened;                        /* at least once */
    bool is_lost; /* it has opened, but did not do so again: the process is of no more use */
    pthread_mutex_t lock; /* drivers call back from their own threads */
    char **messages;      /* what the driver said since they were last taken */
    size_t message_count, message_capacity;
    cl_image_format *formats[4][6]; /* supported ones by access and image type, asked once */
    cl_uint format_counts[4][6];
};

void pt_session_init(struct pt_session *session, const struct pt_device *device);
/* Opens context and queue if they are not open. */
cl_int pt_session_open(struct pt_session *session, const char **step);
void pt_session_close(struct pt_session *session);
void pt_session_finish(struct pt_session *session);

/* A queue of an open session by its number, below PT_QUEUES; made when it is asked for first. */
cl_int pt_session_queue(struct pt_session *session, unsigned number, cl_command_queue *queue);

/* The driver's messages so far, one after the other (NULL when none is left), to free(). */
char *pt_session_take_message(struct pt_session *session);

/* Whether images of this type and format can be made with CL_MEM_READ_ONLY, WRITE_ONLY or
 * READ_WRITE. */
bool pt_session_supports(struct pt_session *session, cl_mem_flags access,
                         const struct pt_image *image);
