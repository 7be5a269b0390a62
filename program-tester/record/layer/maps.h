/* SPDX-License-Identifier: MIT */
/* maps.h: what the application has mapped. */
#pragma once

#include "program-tester/record/layer/layer.h"

struct mapping {
    struct mapping *next;
    cl_mem mem; /* NULL: shared virtual memory */
    uint64_t id;
    bool is_written;
    bool is_early; /* the recording does not have it */
    struct box box;
    size_t origin[4], region[3]; /* of a buffer: offset and size */
};

void mapping_add(struct mapping made);
/* Takes the latest mapping of the pointer off the list; the caller frees it. NULL: there is none.
 */
struct mapping *mapping_take(cl_mem mem, const void *pointer);
/* Whether some of this shared virtual memory is mapped. */
bool mapping_begins_in(const void *base, size_t size);
