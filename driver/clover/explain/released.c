/* SPDX-License-Identifier: MIT */
/* released.c: the buffers that were released last, and what each was last used for. */
#include "driver/clover/explain/released.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned next; /* place in the ring */
static struct clover_released_buffer ring[MOST];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void take_lock(void)
{
    pthread_mutex_lock(&lock);
}

static void leave_lock(void)
{
    pthread_mutex_unlock(&lock);
}

/* A forked child has the ring in a state that it had between two uses. */
static void guard_fork(void)
{
    pthread_atfork(take_lock, leave_lock, leave_lock);
}

void clover_note_used(cl_mem mem, const char *kernel, const char *argument, uint32_t number)
{
    while (mem->parent)
        mem = mem->parent;
    pthread_mutex_lock(&mem->lock);
    if (!mem->use)
        mem->use = malloc(sizeof *mem->use);
    if (mem->use) {
        struct clover_use *use = mem->use;

        snprintf(use->kernel, sizeof use->kernel, "%s", kernel);
        snprintf(use->argument, sizeof use->argument, "%s", argument);
        use->number = number;
    }
    pthread_mutex_unlock(&mem->lock);
}

void clover_note_released(cl_mem buffer)
{
    assert(!buffer->parent && buffer->resource);
    pthread_once(&once, guard_fork);
    take_lock();
    struct clover_released_buffer *note = &ring[next++ % MOST];
    *note = (struct clover_released_buffer){
        .context = buffer->context,
        .start = clover_screen_ops(buffer->context)->resource_address(buffer->resource),
        .size = buffer->size,
        .number = buffer->number};
    if (buffer->use)
        note->use = *buffer->use;
    leave_lock();
}

bool clover_released_find(cl_context context, uint64_t address,
                          struct clover_released_buffer *buffer)
{
    bool found = false;

    pthread_once(&once, guard_fork);
    take_lock();
    for (unsigned back = 1; back <= MOST && !found; back++) {
        *buffer = ring[(next - back) % MOST];
        found = buffer->context == context && address - buffer->start < buffer->size;
    }
    leave_lock();
    return found;
}
