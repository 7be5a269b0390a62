/* SPDX-License-Identifier: MIT */
/* arena.c: a bump allocator over malloc'ed chunks. */
#include "driver/base/arena.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 64 * 1024, ALIGNMENT = 16 };

struct arena_chunk {
    struct arena_chunk *next;
    size_t used, size;
    _Alignas(ALIGNMENT) unsigned char data[];
};

static void out_of_memory(void)
{
    fputs("rootle: the code generator is out of memory\n", stderr);
    abort();
}

static struct arena_chunk *chunk_create(size_t size)
{
    struct arena_chunk *chunk;
    if (size > SIZE_MAX - sizeof(*chunk))
        out_of_memory();
    chunk = calloc(1, sizeof(*chunk) + size);
    if (!chunk)
        out_of_memory();
    chunk->size = size;
    return chunk;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    struct arena_chunk *chunk = arena->chunks;
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!chunk || chunk->size - chunk->used < size) {
        chunk = chunk_create(size > CHUNK_BYTES ? size : CHUNK_BYTES);
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    assert(size <= chunk->size - chunk->used);
    void *memory = chunk->data + chunk->used;
    chunk->used += size;
    return memory;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX - ALIGNMENT) / size)
        out_of_memory();
    return arena_alloc(arena, count * size);
}

void *arena_grow(struct arena *arena, void *old, size_t count, size_t *capacity, size_t size)
{
    assert(!old || count <= *capacity);
    if (count < *capacity)
        return old;
    *capacity = *capacity ? *capacity * 2 : 16;
    void *grown = arena_array(arena, *capacity, size);
    if (old)
        memcpy(grown, old, count * size);
    return grown;
}

void arena_release(struct arena *arena, void *memory)
{
    for (struct arena_chunk **link = &arena->chunks; memory && *link; link = &(*link)->next) {
        struct arena_chunk *chunk = *link;
        if (chunk->data != memory || chunk->size <= CHUNK_BYTES)
            continue;
        *link = chunk->next;
        free(chunk);
        return;
    }
}

void arena_finish(struct arena *arena)
{
    while (arena->chunks) {
        struct arena_chunk *next = arena->chunks->next;
        free(arena->chunks);
        arena->chunks = next;
    }
}
