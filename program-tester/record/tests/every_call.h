/* SPDX-License-Identifier: MIT */
/* every_call.h: an application that uses every call that is recorded, in parts. */
#pragma once

#include <CL/cl.h>
#include <stddef.h>

struct world {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue, other; /* in order; out of order where the device has that */
    cl_program program;
};

/* Ends the program where a call has failed. */
void every_must(cl_int error, const char *what);
/* Prints a line that depends on each byte. */
void every_tell(const char *what, const void *bytes, size_t size);

void every_buffer(struct world *world);
void every_image(struct world *world);
void every_program(struct world *world);
void every_event(struct world *world);
/* Returns at once where the device has no shared virtual memory. */
void every_svm(struct world *world);
