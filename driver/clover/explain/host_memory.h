/* SPDX-License-Identifier: MIT */
/* host_memory.h: the application's own memory that buffers use (CL_MEM_USE_HOST_PTR). All but
 * host_memory_fault and host_memory_sum are called with the lock of api_objects.c. */
#pragma once

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct api_call;

/* A sum that tells whether memory changes; of large memory only parts are added up.
 * 0: it is not there any more. */
uint64_t host_memory_sum(const void *start, size_t bytes);
/* Before a call: whether it uses a buffer whose memory the host has changed. */
void host_memory_look(const struct api_call *call);
/* After a call that succeeded, and returned `made`, or nothing. */
void host_memory_note(const struct api_call *call, void *made);
/* The last handle of a buffer goes. */
void host_memory_forget(const void *mem);
/* An access that may not be, in a signal handler. False: it is of no such memory. */
bool host_memory_fault(const unsigned char *at);
