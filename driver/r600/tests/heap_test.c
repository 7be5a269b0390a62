/* SPDX-License-Identifier: MIT */
/* Tests of the range allocator and of the pool over it. */
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/r600/pool.h"
#include "driver/r600/tests/fake_winsys.h"

static uint64_t seed = 7;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

/* Neighbours touch, free neighbours have merged, and the sizes add up. */
static void assert_consistent(const struct r600_heap *heap, uint64_t start, uint64_t size)
{
    uint64_t at = start;
    unsigned free_blocks = 0, listed = 0;
    for (const struct r600_heap_block *b = heap->first; b; b = b->after) {
        assert_int_equal(b->offset, at);
        at += b->size;
        free_blocks += b->free;
        if (b->after) {
            assert_ptr_equal(b->after->before, b);
            assert_false(b->free && b->after->free);
        }
    }
    assert_int_equal(at, start + size);
    for (const struct r600_heap_block *b = heap->free_list; b; b = b->free_next)
        listed++;
    assert_int_equal(listed, free_blocks);
}

static void heap_survives_a_storm(void **state)
{
    enum { SIZE = 100000, START = 64, LIVE = 200 };
    struct r600_heap heap;
    struct r600_heap_block *live[LIVE] = {0};
    static uint8_t owner[START + SIZE];
    memset(owner, 0, sizeof(owner));
    assert_true(r600_heap_init(&heap, START, SIZE));
    for (unsigned step = 0; step < 20000; step++) {
        unsigned i = random_below(LIVE);
        if (live[i]) {
            memset(owner + live[i]->offset, 0, live[i]->size);
            r600_heap_free(&heap, live[i]);
            live[i] = NULL;
        } else if ((live[i] = r600_heap_alloc(&heap, 1 + random_below(1500)))) {
            for (uint64_t b = 0; b < live[i]->size; b++)
                assert_int_equal(owner[live[i]->offset + b]++, 0);
        }
        if (step % 100 == 0)
            assert_consistent(&heap, START, SIZE);
    }
    for (unsigned i = 0; i < LIVE; i++)
        r600_heap_free(&heap, live[i]);
    assert_consistent(&heap, START, SIZE);
    assert_null(heap.first->after); /* one free block is left */
    struct r600_heap_block *all = r600_heap_alloc(&heap, SIZE);
    assert_non_null(all);
    assert_null(r600_heap_alloc(&heap, 1));
    r600_heap_finish(&heap);
}

static void check_pool_blocks(bool zeroed)
{
    struct fake_winsys *ws = fake_winsys_create("juniper");
    struct r600_pool pool;
    assert_true(r600_pool_init(&pool, &ws->base, 1 << 20, zeroed, 0));
    if (!zeroed)
        memset(pool.map, 0xa5, 1 << 20); /* what another program left in the card's memory */
    struct r600_pool_block blocks[20];
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 20; i++) {
            uint64_t size = 1 + random_below(20000);
            assert_true(r600_pool_alloc(&pool, size, &blocks[i]));
            assert_true(blocks[i].offset > 0);
            assert_int_equal(blocks[i].offset % 4096, 0);
            for (uint64_t b = 0; b < size; b++)
                assert_int_equal(pool.map[blocks[i].offset + b], 0);
            memset(pool.map + blocks[i].offset, 0xff, size);
            for (unsigned other = 0; other < i; other++)
                assert_true(blocks[i].offset >= blocks[other].offset + blocks[other].size + 4096 ||
                            blocks[other].offset >= blocks[i].offset + size + 4096);
        }
        for (unsigned i = 0; i < 20; i++)
            r600_pool_free(&pool, &blocks[i]);
        assert_int_equal(ws->live_bytes, 0);
    }
    r600_pool_finish(&pool);
    assert_int_equal(ws->objects, 0);
    ws->base.ops->destroy(&ws->base);
}

static void pool_blocks_are_zero_and_apart(void **state)
{
    check_pool_blocks(true);
    check_pool_blocks(false);
}

static void pool_says_when_it_is_full(void **state)
{
    struct fake_winsys *ws = fake_winsys_create("juniper");
    struct r600_pool pool;
    struct r600_pool_block block;
    assert_true(r600_pool_init(&pool, &ws->base, 1 << 20, true, 0));
    assert_false(r600_pool_alloc(&pool, 1 << 20, &block));
    assert_null(block.block);
    assert_false(r600_pool_alloc(&pool, UINT64_MAX, &block));
    assert_false(r600_pool_alloc(&pool, 0, &block));
    assert_true(r600_pool_alloc(&pool, (1 << 20) - 8192, &block));
    r600_pool_free(&pool, &block);
    r600_pool_free(&pool, &block); /* empty now */
    r600_pool_finish(&pool);
    ws->base.ops->destroy(&ws->base);
}

/* Freed blocks come back when their quarantine is full, the oldest first, or when nothing else is
 * left. */
static void pool_keeps_freed_blocks_apart(void **state)
{
    enum { BLOCK = 8192 /* with the gap behind it */, MOST = 4 };
    struct fake_winsys *ws = fake_winsys_create("juniper");
    struct r600_pool pool;
    struct r600_pool_block block, large;
    uint64_t offset[MOST + 1];
    assert_true(r600_pool_init(&pool, &ws->base, 1 << 20, true, MOST * BLOCK));
    for (unsigned i = 0; i <= MOST; i++) {
        assert_true(r600_pool_alloc(&pool, 100, &block));
        offset[i] = block.offset;
        for (unsigned before = 0; before < i; before++)
            assert_int_not_equal(offset[i], offset[before]);
        r600_pool_free(&pool, &block);
    }
    assert_int_equal(ws->live_bytes, 0);
    assert_true(r600_pool_alloc(&pool, 100, &block));
    assert_int_equal(block.offset, offset[0]);
    r600_pool_free(&pool, &block);
    assert_true(r600_pool_alloc(&pool, (1 << 20) - 8192, &large));
    r600_pool_free(&pool, &large);
    r600_pool_finish(&pool);
    ws->base.ops->destroy(&ws->base);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, heap_survives_a_storm, pool_blocks_are_zero_and_apart,
                     pool_says_when_it_is_full, pool_keeps_freed_blocks_apart);
}
