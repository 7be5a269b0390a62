/* SPDX-License-Identifier: MIT */
/* load_test.c: a block's loads from a buffer give what lies there, and its stores leave there what
 * they should, however lanes lie to each other; both touch nothing behind its end. Linked with the
 * functions made for one host instruction set. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "driver/sim/recompile/block.h"

typedef uint32_t block[SIM_NATIVE_LANES] __attribute__((aligned(64)));

enum { FIRST = 1000, ROUNDS = 2000 };

/* How lanes lie: element of a lane, by a number that is the same in all of them. */
static uint32_t neighbours(uint32_t lane, uint32_t by)
{
    (void)by;
    return lane;
}

static uint32_t halves(uint32_t lane, uint32_t by) /* as a step of a sort reads */
{
    const uint32_t apart = 1u << by % 5, low = lane & (apart - 1);
    return ((lane - low) << 1) + low;
}

static uint32_t exchanged(uint32_t lane, uint32_t by)
{
    return lane ^ by % 16;
}

static uint32_t backwards(uint32_t lane, uint32_t by)
{
    (void)by;
    return SIM_NATIVE_LANES - 1 - lane;
}

static uint32_t same(uint32_t lane, uint32_t by)
{
    (void)lane, (void)by;
    return 0;
}

static uint32_t anywhere(uint32_t lane, uint32_t by) /* the last one furthest, if by chance */
{
    return lane == SIM_NATIVE_LANES - 1 ? 15 + by % 20 : (lane * 7 + by) % (16 + by % 17);
}

static uint32_t rising(uint32_t lane, uint32_t by)
{
    return lane + (uint32_t)__builtin_popcount(by & ((1u << 2 * lane) - 1));
}

static uint32_t rising_but_once(uint32_t lane, uint32_t by) /* two lanes lie at one place */
{
    return rising(lane == (by >> 16) % SIM_NATIVE_LANES ? lane ^ 1 : lane, by);
}

typedef uint32_t place_fn(uint32_t lane, uint32_t by);
static place_fn *const places[] = {neighbours, halves, exchanged,       backwards,
                                   same,       rising, rising_but_once, anywhere};

/* A page whose end nothing may be read behind. */
static uint32_t *make_page(size_t *dwords)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *map = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(map, MAP_FAILED);
    assert_int_equal(mprotect(map + page, page, PROT_NONE), 0);
    uint32_t *memory = (uint32_t *)(void *)map;
    *dwords = page / 4;
    for (size_t i = 0; i < *dwords; i++)
        memory[i] = (uint32_t)rand() * 3u;
    return memory;
}

/* Lanes of a buffer of so many elements, up to its end or somewhere; those outside the mask have
 * any index. */
static void choose(block index, block mask, uint32_t count, place_fn *place)
{
    const uint32_t by = (uint32_t)rand();
    const bool whole = rand() % 2;
    uint32_t most = 0;
    for (uint32_t i = 0; i < SIM_NATIVE_LANES; i++) {
        index[i] = place(i, by);
        most = index[i] > most ? index[i] : most;
        mask[i] = whole || rand() % 4 ? ~0u : 0;
    }
    const uint32_t start = rand() % 2 ? count - 1 - most : (uint32_t)rand() % (count - most);
    for (uint32_t i = 0; i < SIM_NATIVE_LANES; i++)
        index[i] = mask[i] ? FIRST + start + index[i] : (uint32_t)rand();
}

static void check_load(uint32_t *memory, uint32_t dwords, place_fn *place, uint32_t stride)
{
    const uint32_t count = dwords / stride;
    block index, mask, values = {0};
    choose(index, mask, count, place);
    const struct sim_native_range range = {(uint8_t *)memory, FIRST, count};
    sim_block_load(values, &range, index, mask, stride * 4, stride - 1);
    for (uint32_t i = 0; i < SIM_NATIVE_LANES; i++)
        if (mask[i])
            assert_int_equal(values[i], memory[(index[i] - FIRST) * stride + stride - 1]);
}

/* Where two lanes name one place the last one stays; nothing else changes. */
static void check_store(uint32_t *memory, uint32_t dwords, place_fn *place, uint32_t dword)
{
    const uint32_t count = dwords - dword, bytes = dwords * 4;
    uint32_t *expected = malloc(bytes), bits = 0;
    block index, mask, values;
    assert_non_null(expected);
    memcpy(expected, memory, bytes);
    choose(index, mask, count, place);
    for (uint32_t i = 0; i < SIM_NATIVE_LANES; i++) {
        values[i] = (uint32_t)rand();
        bits |= (mask[i] & 1u) << i;
        if (mask[i])
            expected[index[i] - FIRST + dword] = values[i];
    }
    const struct sim_native_range range = {(uint8_t *)memory, FIRST, count};
    sim_block_store(values, &range, index, bits, dword);
    assert_memory_equal(memory, expected, bytes);
    free(expected);
}

/* Checks rounds of each way to lie, with strides or dwords from `least` on. */
static void check_all(void check(uint32_t *, uint32_t, place_fn *, uint32_t), uint32_t least)
{
    size_t dwords;
    if (!HOST_IS_ENOUGH)
        skip();
    uint32_t *memory = make_page(&dwords);
    for (unsigned i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        for (unsigned round = 0; round < ROUNDS; round++)
            check(memory, (uint32_t)dwords, places[i], least + round % 2);
    munmap(memory, dwords * 8);
}

static void test_loads(void **state)
{
    check_all(check_load, 1);
}

static void test_stores(void **state)
{
    check_all(check_store, 0);
}

/* The elements that lanes' strides name, read and written together, are lanes' own; lanes are
 * said to be near one another, to be neighbours, and to rise, if they are. */
static void check_look(uint32_t *memory, uint32_t dwords, place_fn *place, uint32_t shift)
{
    const uint32_t by = (uint32_t)rand(), odd = rand() % 8 ? 0 : (uint32_t)rand() % 2,
                   start = (uint32_t)rand() % 64;
    uint32_t strides[SIM_STRIDES], most = 0, step = 0, expected[64], seen[64];
    bool neighbours = true, rises = true, whole = true;
    block value, near, read;
    for (uint32_t i = 0; i < SIM_NATIVE_LANES; i++) {
        value[i] = ((start + place(i, by)) << shift) + (i == 7 ? odd : 0);
        most = value[i] > most ? value[i] : most;
        neighbours &= value[i] == value[0] + (i << shift);
        rises &= !i || value[i] > value[i - 1];
        whole &= (value[i] - value[0]) % (1u << shift) == 0;
    }
    sim_block_strides(near, strides, value, shift);
    assert_int_equal(strides[SIM_STRIDES_MORE] == SIM_NATIVE_LANES - 1, neighbours);
    if (neighbours || strides[SIM_STRIDES_MORE] == UINT32_MAX)
        return;
    assert_true(whole && strides[SIM_STRIDES_MORE] == 2 * SIM_NATIVE_LANES - 1);
    assert_int_equal(strides[SIM_STRIDES_TAKEN] != 0, rises);
    const uint32_t first = (value[0] >> shift) - strides[SIM_STRIDES_LEAD];
    step = (uint32_t)rand() % (dwords - 64);
    memcpy(expected, memory + step, sizeof(expected));
    memcpy(seen, expected, sizeof(seen));
    sim_block_load_near(read, (const uint8_t *)expected, near);
    if (rises)
        sim_block_store_near((uint8_t *)seen, value, strides[SIM_STRIDES_TAKEN]);
    for (uint32_t i = 0; i < SIM_NATIVE_LANES; i++) {
        const uint32_t own = (value[i] >> shift) - first;
        assert_true(own < 2 * SIM_NATIVE_LANES);
        assert_int_equal(read[i], memory[step + own]);
        if (rises)
            expected[own] = value[i];
    }
    assert_memory_equal(seen, expected, sizeof(seen));
}

static void test_looks(void **state)
{
    for (uint32_t shift = 0; shift < 3; shift++)
        check_all(check_look, shift);
}

/* Both stores of a sort's step fill what lies between lanes, where it goes by less than a block. */
static void test_filled(void **state)
{
    block a, b;
    if (!HOST_IS_ENOUGH)
        skip();
    for (uint32_t step = 0; step < 5; step++) {
        uint32_t taken = 0, seen[2 * SIM_NATIVE_LANES] = {0};
        for (uint32_t i = 0; i < SIM_NATIVE_LANES; i++) {
            a[i] = halves(i, step);
            b[i] = a[i] + (1u << step);
            taken |= step < 4 ? 1u << a[i] : 0;
        }
        assert_int_equal(sim_block_filled(taken, 4u << step), step < 4);
        assert_false(sim_block_filled(taken, 8u << step) ||
                     sim_block_filled(taken ^ 1, 4u << step));
        if (step < 4)
            sim_block_store_filled((uint8_t *)seen, a, b, taken);
        for (uint32_t i = 0; i < 2 * SIM_NATIVE_LANES && step < 4; i++)
            assert_int_equal(seen[i], i);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_loads, test_stores, test_looks, test_filled);
}
