/* SPDX-License-Identifier: MIT */
/* released.c: the buffers that were released last, and what each was last used for. */
#include "driver/clover/explain/released.h"

#include "driver/clover/object/slots.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1024 };

/* Under the lock of slots. */
static unsigned next; /* place in the ring */
static struct clover_released_buffer ring[MOST];

static void keep_name(char to[CLOVER_USE_NAME], const char *name)
{
    const size_t length = strnlen(name, CLOVER_USE_NAME - 1);

    memcpy(to, name, length);
    to[length] = '\0';
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

        keep_name(use->kernel, kernel);
        keep_name(use->argument, argument);
        use->number = number;
    }
    pthread_mutex_unlock(&mem->lock);
}

void clover_note_released(cl_mem buffer)
{
    assert(!buffer->parent && buffer->resource);
    struct clover_released_buffer note = {
        .context = buffer->context,
        .start = clover_screen_ops(buffer->context)->resource_address(buffer->resource),
        .size = buffer->size,
        .number = buffer->number};
    if (buffer->use)
        note.use = *buffer->use;
    clover_slots_lock();
    ring[next++ % MOST] = note;
    clover_slots_unlock();
}

bool clover_released_find(cl_context context, uint64_t address,
                          struct clover_released_buffer *buffer)
{
    bool found = false;

    clover_slots_lock();
    for (unsigned back = 1; back <= MOST && !found; back++) {
        *buffer = ring[(next - back) % MOST];
        found = buffer->context == context && address - buffer->start < buffer->size;
    }
    clover_slots_unlock();
    return found;
}
