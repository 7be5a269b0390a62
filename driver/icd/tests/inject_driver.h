/* SPDX-License-Identifier: MIT */
/* inject_driver.h: what the driver's scenarios share. They call the API without the ICD loader. */
#pragma once

#include <CL/cl.h>

#include "ci/inject/inject.h"

/* Errors that tell of short memory or failing calls, as the specification lists them for a call. */
enum errors {
    SHORT = 0,      /* CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY: every call's */
    OR_OBJECT = 1,  /* CL_MEM_OBJECT_ALLOCATION_FAILURE: whatever makes or uses memory objects */
    OR_WAITING = 2, /* CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: whatever blocks */
    OR_MAP = 4,     /* CL_MAP_FAILURE */
    OR_BUILD = 8,   /* failures to build and to find the compiler */
    OR_DEVICE = 16, /* CL_DEVICE_NOT_FOUND */
};

/* Whether the call succeeded. Complains of errors that it may not have, and of any when nothing was
 * made to fail. */
bool went(const char *call, cl_int error, unsigned may);

/* A context and a queue of their own, for scenarios that are not about them; nothing fails. */
extern cl_device_id device;
extern cl_context context;
extern cl_command_queue queue;
bool open_quietly(void);
/* For contexts: what the driver says of failures is many words. */
void CL_CALLBACK ignore_message(const char *message, const void *data, size_t size, void *user);

/* The binary of program_source, made once by the compiler. */
extern const char program_source[];
extern const void *program_image;
extern size_t program_image_size;

/* All in one: each returns with everything released. */
void scenario_objects(void);
void scenario_builds(void);
void scenario_transfers(void);
void scenario_maps(void);
void scenario_copies(void);
void scenario_launch(void);
void scenario_traced(void);
