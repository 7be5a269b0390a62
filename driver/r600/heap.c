/* SPDX-License-Identifier: MIT */
/* heap.c: the range allocator of heap.h. */
#include "driver/r600/heap.h"

#include <assert.h>
#include <stdlib.h>

static void free_list_add(struct r600_heap *heap, struct r600_heap_block *block)
{
    assert(!block->free); /* it would be given out twice */
    block->free = true;
    block->free_previous = NULL;
    block->free_next = heap->free_list;
    if (heap->free_list)
        heap->free_list->free_previous = block;
    heap->free_list = block;
}

static void free_list_remove(struct r600_heap *heap, struct r600_heap_block *block)
{
    assert(block->free);
    block->free = false;
    if (block->free_previous)
        block->free_previous->free_next = block->free_next;
    else
        heap->free_list = block->free_next;
    if (block->free_next)
        block->free_next->free_previous = block->free_previous;
}

bool r600_heap_init(struct r600_heap *heap, uint64_t start, uint64_t size)
{
    *heap = (struct r600_heap){0};
    heap->first = calloc(1, sizeof(*heap->first));
    if (!heap->first)
        return false;
    heap->first->offset = start;
    heap->first->size = size;
    free_list_add(heap, heap->first);
    return true;
}

void r600_heap_finish(struct r600_heap *heap)
{
    for (struct r600_heap_block *block = heap->first, *after; block; block = after) {
        after = block->after;
        free(block);
    }
    *heap = (struct r600_heap){0};
}

static struct r600_heap_block *best_fit(const struct r600_heap *heap, uint64_t size)
{
    struct r600_heap_block *best = NULL;
    for (struct r600_heap_block *block = heap->free_list; block; block = block->free_next) {
        if (block->size == size)
            return block;
        if (block->size > size && (!best || block->size < best->size))
            best = block;
    }
    return best;
}

struct r600_heap_block *r600_heap_alloc(struct r600_heap *heap, uint64_t size)
{
    struct r600_heap_block *block = best_fit(heap, size);
    if (!block || !size)
        return NULL;
    if (block->size > size) {
        struct r600_heap_block *rest = calloc(1, sizeof(*rest));
        if (!rest)
            return NULL;
        rest->offset = block->offset + size;
        rest->size = block->size - size;
        rest->before = block;
        rest->after = block->after;
        if (rest->after)
            rest->after->before = rest;
        block->after = rest;
        block->size = size;
        free_list_add(heap, rest);
    }
    free_list_remove(heap, block);
    return block;
}

/* `block` takes in its right neighbour, which must be free. */
static void absorb_after(struct r600_heap *heap, struct r600_heap_block *block)
{
    struct r600_heap_block *gone = block->after;
    assert(gone->offset == block->offset + block->size); /* neighbours */
    free_list_remove(heap, gone);
    block->size += gone->size;
    block->after = gone->after;
    if (block->after)
        block->after->before = block;
    free(gone);
}

void r600_heap_free(struct r600_heap *heap, struct r600_heap_block *block)
{
    if (!block)
        return;
    free_list_add(heap, block);
    if (block->after && block->after->free)
        absorb_after(heap, block);
    if (block->before && block->before->free)
        absorb_after(heap, block->before);
}
