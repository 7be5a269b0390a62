/* SPDX-License-Identifier: MIT */
/* released.h: the buffers that were released last, so that an access by a pointer that has outlived
 * its buffer can be told by the buffer's name. Thread-safe. */
#pragma once

#include "driver/clover/memory/memory.h"

enum { CLOVER_USE_NAME = 48 };

/* The kernel that was last given a buffer, and as which of its arguments. */
struct clover_use {
    /* Cut off where they are longer; "": none was. */
    char kernel[CLOVER_USE_NAME], argument[CLOVER_USE_NAME];
    uint32_t number;
};

struct clover_released_buffer {
    cl_context context;   /* of old; NULL: none */
    uint64_t start, size; /* bytes of the pool */
    uint32_t number;      /* among the context's buffers, from 1 on */
    struct clover_use use;
};

/* Notes that a launch was given a buffer as an argument. */
void clover_note_used(cl_mem mem, const char *kernel, const char *argument, uint32_t number);
/* Notes that a buffer goes. */
void clover_note_released(cl_mem buffer);
/* The context's last one that had a byte of the pool. False: none that is known. */
bool clover_released_find(cl_context context, uint64_t address,
                          struct clover_released_buffer *buffer);
