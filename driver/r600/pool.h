/* SPDX-License-Identifier: MIT */
/* pool.h: the global memory pool: one buffer object in which all OpenCL buffers live.
 *
 * A pointer of a kernel is a byte offset into it; offset 0 is never given out. Allocations start at
 * multiples of 4 KiB and have a gap of at least 4 KiB behind them, and their extent in dwords is
 * annotated, so that the simulated device can report accesses that stray. */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "driver/r600/heap.h"
#include "driver/winsys.h"

/* Blocks that were freed, and are not to be used again before others have been: the oldest one
 * first. A pointer that is used behind the end of its object then meets nobody else's. */
enum { R600_QUARANTINE_BLOCKS = 1024 };
struct r600_quarantine {
    struct r600_heap_block *blocks[R600_QUARANTINE_BLOCKS]; /* a ring */
    unsigned first, count;
    uint64_t bytes, most; /* in memory of the host; 0: freed blocks may be used at once */
};

struct r600_pool {
    struct winsys *ws;
    struct winsys_bo *bo;
    uint8_t *map;
    uint64_t size;
    pthread_mutex_t lock;
    struct r600_heap heap;
    struct r600_quarantine quarantine;
    uint64_t used_before; /* memory from here on still holds zeros */
};

struct r600_pool_block {
    struct r600_heap_block *block;
    uint64_t offset, size; /* bytes, as asked for */
};

/* `zeroed`: new objects of the winsys hold zeros. `quarantine`: how many bytes of freed blocks are
 * kept apart until there is no room without them; 0: none. */
bool r600_pool_init(struct r600_pool *pool, struct winsys *ws, uint64_t size, bool zeroed,
                    uint64_t quarantine);
void r600_pool_finish(struct r600_pool *pool);

/* `size` bytes of zeros. False when the pool is full. Thread-safe, like free. */
bool r600_pool_alloc(struct r600_pool *pool, uint64_t size, struct r600_pool_block *block);
/* A block that is all zeros is legal. */
void r600_pool_free(struct r600_pool *pool, struct r600_pool_block *block);
