/* SPDX-License-Identifier: MIT */
/* arena.h: memory of one compilation, freed at once. */
#pragma once

#include <stddef.h>

struct arena {
    struct arena_chunk *chunks;
};

/* Zeroed memory that lives until arena_finish. Never NULL: memory that is short ends the
 * compiler process, which its clients take for a failed build. */
void *arena_alloc(struct arena *arena, size_t size);
/* `count` zeroed elements of `size` bytes. */
void *arena_array(struct arena *arena, size_t count, size_t size);
/* The array with room for one more element: grown by doubling, contents kept. */
void *arena_grow(struct arena *arena, void *old, size_t count, size_t *capacity, size_t size);
/* Gives an allocation back early if it is a large one; others, and NULL, stay. */
void arena_release(struct arena *arena, void *memory);
void arena_finish(struct arena *arena);
