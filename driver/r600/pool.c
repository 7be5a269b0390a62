/* SPDX-License-Identifier: MIT */
/* pool.c: the global memory pool of pool.h. */
#include "driver/r600/pool.h"

#include <assert.h>
#include <string.h>

/* Blocks from LARGE bytes on are cleared by the winsys, which may give their memory back. */
enum { GRANULE = 4096, LARGE = 16 << 20 };

bool r600_pool_init(struct r600_pool *pool, struct winsys *ws, uint64_t size, bool zeroed,
                    uint64_t quarantine)
{
    *pool = (struct r600_pool){.ws = ws, .size = size & ~(uint64_t)(GRANULE - 1)};
    pool->quarantine.most = quarantine;
    pool->used_before = zeroed ? 0 : pool->size;
    pool->bo = ws->ops->bo_create(ws, pool->size, GRANULE, WINSYS_DOMAIN_VRAM);
    if (!pool->bo)
        return false;
    pool->map = pool->bo->map;
    /* Nothing is live yet. An object that nobody annotated would not be checked. */
    if (ws->ops->bo_annotate(pool->bo, 0, pool->size, false) ||
        !r600_heap_init(&pool->heap, GRANULE, pool->size - GRANULE)) {
        winsys_bo_unreference(pool->bo);
        return false;
    }
    pthread_mutex_init(&pool->lock, NULL);
    return true;
}

void r600_pool_finish(struct r600_pool *pool)
{
    r600_heap_finish(&pool->heap);
    winsys_bo_unreference(pool->bo);
    pthread_mutex_destroy(&pool->lock);
}

static bool annotate(struct r600_pool *pool, const struct r600_pool_block *block, bool live)
{
    return !pool->ws->ops->bo_annotate(pool->bo, block->offset, block->size, live);
}

static uint64_t min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t whole_granules(uint64_t size)
{
    return (size + GRANULE - 1) & ~(uint64_t)(GRANULE - 1);
}

/* Memory that an earlier allocation had is cleared; the rest has not been touched since the object
 * was made. */
static void clear(struct r600_pool *pool, const struct r600_pool_block *block, uint64_t used_before)
{
    if (block->offset >= used_before)
        return;
    if (block->size >= LARGE)
        pool->ws->ops->bo_clear(pool->bo, block->offset, whole_granules(block->size));
    else
        memset(pool->map + block->offset, 0, min_u64(block->size, used_before - block->offset));
}

/* Memory of the host that a freed block keeps. */
static uint64_t kept_bytes(const struct r600_heap_block *block)
{
    return block->size > LARGE ? 0 : block->size;
}

/* Lets the oldest block go. */
static void let_go(struct r600_pool *pool)
{
    struct r600_quarantine *q = &pool->quarantine;
    assert(q->count > 0);
    struct r600_heap_block *oldest = q->blocks[q->first];
    q->first = (q->first + 1) % R600_QUARANTINE_BLOCKS;
    q->count--;
    assert(q->bytes >= kept_bytes(oldest));
    q->bytes -= kept_bytes(oldest);
    r600_heap_free(&pool->heap, oldest);
}

static void keep_apart(struct r600_pool *pool, struct r600_heap_block *block)
{
    struct r600_quarantine *q = &pool->quarantine;
    while (q->count &&
           (q->count == R600_QUARANTINE_BLOCKS || q->bytes + kept_bytes(block) > q->most))
        let_go(pool);
    assert(q->count < R600_QUARANTINE_BLOCKS);
    q->blocks[(q->first + q->count++) % R600_QUARANTINE_BLOCKS] = block;
    q->bytes += kept_bytes(block);
}

static struct r600_heap_block *take(struct r600_pool *pool, uint64_t size)
{
    struct r600_heap_block *block = r600_heap_alloc(&pool->heap, size);
    while (!block && pool->quarantine.count) {
        let_go(pool);
        block = r600_heap_alloc(&pool->heap, size);
    }
    return block;
}

static void give_back(struct r600_pool *pool, struct r600_pool_block *block)
{
    pthread_mutex_lock(&pool->lock);
    if (pool->quarantine.most)
        keep_apart(pool, block->block);
    else
        r600_heap_free(&pool->heap, block->block);
    pthread_mutex_unlock(&pool->lock);
    *block = (struct r600_pool_block){0};
}

bool r600_pool_alloc(struct r600_pool *pool, uint64_t size, struct r600_pool_block *block)
{
    *block = (struct r600_pool_block){0};
    if (!size || size > pool->size)
        return false;
    uint64_t taken = whole_granules(size) + GRANULE;

    pthread_mutex_lock(&pool->lock);
    struct r600_heap_block *heap_block = take(pool, taken);
    uint64_t used_before = pool->used_before;
    if (heap_block && heap_block->offset + size > used_before)
        pool->used_before = heap_block->offset + size;
    pthread_mutex_unlock(&pool->lock);
    if (!heap_block)
        return false;

    assert(heap_block->size >= size && heap_block->offset % GRANULE == 0);
    *block = (struct r600_pool_block){heap_block, heap_block->offset, size};
    clear(pool, block, used_before);
    if (annotate(pool, block, true))
        return true;
    give_back(pool, block);
    return false;
}

void r600_pool_free(struct r600_pool *pool, struct r600_pool_block *block)
{
    if (!block->block)
        return;
    annotate(pool, block, false); /* else strays into it are not noticed until it is used again */
    assert(block->offset + block->size <= pool->size);
    if (block->size >= LARGE)
        pool->ws->ops->bo_clear(pool->bo, block->offset, whole_granules(block->size));
    give_back(pool, block);
}
