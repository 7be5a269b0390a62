/* SPDX-License-Identifier: MIT */
/* svm.h: allocations of shared virtual memory, as commands see them. */
#pragma once

#include "program-tester/record/layer/layer.h"

/* Where a pointer points to: a buffer, and how far behind its start. Id 0: it is no allocation's.
 */
struct svm_spot {
    uint64_t id;
    size_t offset;
};

void *CL_API_CALL svm_alloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                            cl_uint alignment);
/* Forgets an allocation that is given back. */
void svm_forget(const void *base);
struct svm_spot svm_spot_of(const void *pointer);
/* Keeps what lies in the box, as if the application had written it with a command. */
void svm_put_written(cl_command_queue queue, struct svm_spot spot, const struct box *box);
