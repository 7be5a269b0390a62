/* SPDX-License-Identifier: MIT */
/* heap.h: which parts of a range of addresses are taken. It never touches the memory itself.
 *
 * Best fit; freed neighbours merge at once. Not locked: see pool.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct r600_heap_block {
    uint64_t offset, size;
    struct r600_heap_block *before, *after;            /* neighbours by address */
    struct r600_heap_block *free_previous, *free_next; /* the free list, in no order */
    bool free;
};

struct r600_heap {
    struct r600_heap_block *free_list;
    struct r600_heap_block *first;
};

/* Manages [start, start + size). False when memory is short. */
bool r600_heap_init(struct r600_heap *heap, uint64_t start, uint64_t size);
void r600_heap_finish(struct r600_heap *heap);

/* A block of exactly `size` bytes (not 0), or NULL. Offsets keep the alignment that start and all
 * sizes share. The heap owns the block; it is valid until freed. */
struct r600_heap_block *r600_heap_alloc(struct r600_heap *heap, uint64_t size);
void r600_heap_free(struct r600_heap *heap, struct r600_heap_block *block); /* NULL is legal */
