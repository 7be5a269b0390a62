/* SPDX-License-Identifier: MIT */
/* released.h: the buffers of a context that were released last, so that an access by a pointer that
 * has outlived its buffer can be told by the buffer's name. */
#ifndef ROOTLE_CLOVER_RELEASED_H
#define ROOTLE_CLOVER_RELEASED_H

#include <stdbool.h>
#include <stdint.h>

#include <pthread.h>

/* The kernel that was last given a buffer, and as which of its arguments. */
struct clover_use {
    char kernel[48], argument[48]; /* cut off where they are longer; "": none was */
    uint32_t number;
};

struct clover_released_buffer {
    uint64_t start, size; /* bytes of the pool; size 0: none */
    uint32_t number;      /* among the context's buffers, from 1 on */
    struct clover_use use;
};

enum { CLOVER_RELEASED_MOST = 256 };

/* Thread-safe. */
struct clover_released {
    pthread_mutex_t lock;
    unsigned next; /* place in the ring */
    struct clover_released_buffer ring[CLOVER_RELEASED_MOST];
};

/* NULL: memory is short. */
struct clover_released *clover_released_create(void);
void clover_released_destroy(struct clover_released *released); /* NULL is legal */
void clover_released_note(struct clover_released *released,
                          const struct clover_released_buffer *buffer);
/* The last one that had a byte of the pool. False: none that is known. */
bool clover_released_find(struct clover_released *released, uint64_t address,
                          struct clover_released_buffer *buffer);

#endif
