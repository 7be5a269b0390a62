/* SPDX-License-Identifier: MIT */
/* released.c: the buffers of a context that were released last. */
#include "driver/clover/object/released.h"

#include <assert.h>
#include <stdlib.h>

struct clover_released *clover_released_create(void)
{
    struct clover_released *released = calloc(1, sizeof *released);

    if (released)
        pthread_mutex_init(&released->lock, NULL);
    return released;
}

void clover_released_destroy(struct clover_released *released)
{
    if (released)
        pthread_mutex_destroy(&released->lock);
    free(released);
}

void clover_released_note(struct clover_released *released,
                          const struct clover_released_buffer *buffer)
{
    pthread_mutex_lock(&released->lock);
    assert(released->next < CLOVER_RELEASED_MOST);
    released->ring[released->next] = *buffer;
    released->next = (released->next + 1) % CLOVER_RELEASED_MOST;
    pthread_mutex_unlock(&released->lock);
}

bool clover_released_find(struct clover_released *released, uint64_t address,
                          struct clover_released_buffer *buffer)
{
    bool found = false;

    pthread_mutex_lock(&released->lock);
    for (unsigned back = 1; back <= CLOVER_RELEASED_MOST && !found; back++) {
        const unsigned place =
            (released->next + CLOVER_RELEASED_MOST - back) % CLOVER_RELEASED_MOST;
        *buffer = released->ring[place];
        found = address - buffer->start < buffer->size;
    }
    pthread_mutex_unlock(&released->lock);
    return found;
}
