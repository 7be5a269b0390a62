/* SPDX-License-Identifier: MIT */
/* arena.h: memory of one compilation, freed at once. */
#ifndef ROOTLE_BASE_ARENA_H
#define ROOTLE_BASE_ARENA_H

#include <stddef.h>

struct evg_arena {
    struct evg_arena_chunk *chunks;
};

/* Zeroed memory that lives until evg_arena_finish. Never NULL: memory that is short ends the
 * compiler process, which its clients take for a failed build. */
void *evg_arena_alloc(struct evg_arena *arena, size_t size);
/* `count` zeroed elements of `size` bytes. */
void *evg_arena_array(struct evg_arena *arena, size_t count, size_t size);
/* The array with room for one more element: grown by doubling, contents kept. */
void *evg_arena_grow(struct evg_arena *arena, void *old, size_t count, size_t *capacity,
                     size_t size);
/* Gives an allocation back early if it is a large one; others, and NULL, stay. */
void evg_arena_release(struct evg_arena *arena, void *memory);
void evg_arena_finish(struct evg_arena *arena);

#endif
