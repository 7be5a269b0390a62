/* SPDX-License-Identifier: MIT */
/* block_test.c: the operations on blocks of lanes, made into machine code from their bitcode, give
 * the same bits as the lane tables; each operation of the tables is there. */
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/sim/lanes/double.h"
#include "driver/sim/recompile/block.h"
#include "driver/sim/tests/operands.h"

typedef void (*alu_fn)(SIM_BLOCK_ALU);
typedef void (*double_fn)(SIM_BLOCK_DOUBLE);
typedef uint32_t block[SIM_NATIVE_LANES] __attribute__((aligned(64)));

static const alu_fn alu[HW_ALU_OP_COUNT] = {
#define SIM_OP(name, in, out, expression) [HW_ALU_OP_##name] = sim_block_alu_##name,
#define SIM_SAME_OP(name, other)          [HW_ALU_OP_##name] = sim_block_alu_##name,
#include "driver/sim/lanes/alu_ops.def"
};

static const double_fn doubles[HW_ALU_OP_COUNT] = {
#define SIM_DOUBLE_OP(name, sources, result, expression)                                           \
    [HW_ALU_OP_##name] = sim_block_double_##name,
#include "driver/sim/lanes/double_ops.def"
};

enum { ROUNDS = 200 };

static void fill(uint32_t *lanes, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        lanes[i] = interesting_bits();
}

static void check_operation(const struct sim_alu_lanes *lanes, int op)
{
    static sim_vector source[3], expected;
    static block actual;
    fill(&source[0][0], 3 * SIM_LANES);
    lanes->alu[op](expected, source[0], source[1], source[2], SIM_NATIVE_LANES);
    alu[op](actual, source[0], source[1], source[2]);
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        if (!same_result(op, actual[i], expected[i]))
            fail_msg("%s(%08x, %08x, %08x): block %08x, lanes %08x", hw_alu_info[op].name,
                     source[0][i], source[1][i], source[2][i], actual[i], expected[i]);
}

static void test_operations(void **state)
{
    const struct sim_alu_lanes *lanes = sim_lanes_at(0)->alu;
    for (int op = 0; op < HW_ALU_OP_COUNT; op++) {
        assert_true(!alu[op] == !lanes->alu[op]);
        for (unsigned round = 0; alu[op] && round < ROUNDS; round++)
            check_operation(lanes, op);
    }
}

static bool is_double_nan(uint32_t low, uint32_t high)
{
    const uint64_t bits = (uint64_t)(high & 0x7fffffffu) << 32 | low;
    return bits > 0x7ff0000000000000u;
}

/* A double, or, where only the low word is a result, that. */
static void check_double(int op)
{
    static sim_vector source[6], expected[2];
    static block actual[2];
    fill(&source[0][0], 6 * SIM_LANES);
    memset(expected, 0, sizeof(expected));
    memset(actual, 0, sizeof(actual));
    sim_double_find(op)(expected[0], source[0], source[2], source[4], SIM_NATIVE_LANES);
    doubles[op](actual[0], actual[1], source[0], source[1], source[2], source[3], source[4],
                source[5]);
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++) {
        const bool nan = is_double_nan(actual[0][i], actual[1][i]) &&
                         is_double_nan(expected[0][i], expected[1][i]);
        const bool narrow = is_nan(actual[0][i]) && is_nan(expected[0][i]);
        if (!nan && !narrow)
            assert_int_equal(actual[0][i], expected[0][i]);
        if (!nan)
            assert_int_equal(actual[1][i], expected[1][i]);
    }
}

static void test_doubles(void **state)
{
    for (int op = 0; op < HW_ALU_OP_COUNT; op++) {
        assert_true(!doubles[op] == !sim_double_find(op));
        for (unsigned round = 0; doubles[op] && round < ROUNDS; round++)
            check_double(op);
    }
}

static void test_flush_and_finish(void **state)
{
    static sim_vector source, expected;
    static block actual;
    const struct sim_alu_lanes *lanes = sim_lanes_at(0)->alu;
    for (uint32_t how = 0; how < 4u << SIM_OUT_OMOD_SHIFT; how++)
        for (unsigned round = 0; round < ROUNDS; round++) {
            fill(source, SIM_LANES);
            lanes->flush(expected, source, SIM_NATIVE_LANES);
            sim_block_flush(actual, source);
            assert_memory_equal(actual, expected, sizeof(actual));
            memcpy(expected, source, sizeof(expected));
            memcpy(actual, source, sizeof(actual));
            lanes->finish(expected, how, SIM_NATIVE_LANES);
            sim_block_finish(actual, how);
            for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
                assert_true(same_result(HW_ALU_OP_MUL, actual[i], expected[i]));
        }
}

/* Arguments that overlap, that are too small for some accesses, and a base that is of none. */
static const struct sim_provenance objects[] = {
    {.start = 0x1000, .end = 0x1100, .object = 1, .space = GUIDE_POOL},
    {.start = 0x1000, .end = 0x1040, .object = 2, .space = GUIDE_POOL},
    {.start = 0x2000, .end = 0x2003, .object = 3, .space = GUIDE_POOL},
    {.start = 0x3000, .end = 0x3080, .object = 4, .space = GUIDE_POOL}};
static const uint32_t bases[] = {0x1000, 0x2000, 0x3000, 0x5000};

static uint32_t below(uint32_t count)
{
    return random_bits() % count;
}

static bool all_stay(const uint32_t *address, const uint32_t *base, const uint32_t *mask,
                     uint32_t bytes)
{
    bool stay = true;
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++) {
        const struct sim_provenance *object = sim_provenance_at(objects, COUNT(objects), base[i]);
        stay &= !mask[i] || !object || !sim_provenance_leaves(object, address[i], bytes);
    }
    return stay;
}

/* Lanes anyhow, some of which run. */
static bool check_selected(struct sim_native_range *ranges, uint32_t bytes)
{
    static block address, base, mask;
    const uint32_t one = bases[below(COUNT(bases))], alike = below(2), room = 1 + below(0x110);
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++) {
        base[i] = alike ? one : bases[below(COUNT(bases))];
        address[i] = base[i] - !below(64) + below(room);
        mask[i] = below(4) ? ~0u : 0;
    }
    const bool stay = all_stay(address, base, mask, bytes);
    assert_int_equal(
        sim_block_selected(ranges, address, base, mask, objects, COUNT(objects), bytes), stay);
    return stay;
}

/* Lanes by equal steps, before and after it is known whether they stay in their argument. */
static bool check_selected_steps(struct sim_native_range *ranges, uint32_t bytes)
{
    static block address, base, mask;
    const uint32_t one = bases[below(COUNT(bases))], first = one + below(0x110) - 8,
                   step = below(17), more = step * (SIM_NATIVE_LANES - 1);
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        base[i] = one, address[i] = first + i * step, mask[i] = ~0u;
    const bool stay = all_stay(address, base, mask, bytes);
    assert_true(stay || !sim_block_selected_steps(ranges, one, first, more));
    assert_int_equal(
        sim_block_selected(ranges, address, base, mask, objects, COUNT(objects), bytes), stay);
    const bool known = sim_block_selected_steps(ranges, one, first, more);
    assert_true(known == stay || (stay && first < one));
    return stay;
}

static void test_selected(void **state)
{
    unsigned stayed = 0, rounds = 0;
    for (uint32_t bytes = 1; bytes <= 16; bytes *= 2) {
        struct sim_native_range ranges[2] = {{NULL, 0, 0}};
        for (unsigned round = 0; round < 50 * ROUNDS; round++, rounds += 2) {
            stayed += check_selected(ranges, bytes);
            stayed += check_selected_steps(ranges, bytes);
        }
    }
    assert_in_range(stayed, rounds / 8, rounds * 7 / 8);
}

enum { ROOM = 64 };

/* Finds the range of two that an element lies in, by one comparison each; 2: none. */
static unsigned which(const struct sim_native_range *ranges, uint32_t index)
{
    for (unsigned r = 0; r < 2; r++)
        if (index >= ranges[r].first && index - ranges[r].first < ranges[r].count)
            return r;
    return 2;
}

static bool check_either(const struct sim_native_range *ranges)
{
    static block index, mask, loaded;
    const uint32_t room = below(8) ? ROOM : ROOM + 2;
    bool inside = true;
    uint32_t first = 0;
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++) {
        index[i] = ranges[below(2)].first + below(room);
        mask[i] = below(4) ? ~0u : 0;
        inside &= !mask[i] || which(ranges, index[i]) < 2;
        first |= (uint32_t)(which(ranges, index[i]) == 0) << i;
    }
    assert_int_equal(sim_block_inside_either(ranges, index, mask), inside);
    assert_int_equal(sim_block_inside_first(ranges, index), first);
    if (!inside)
        return false;
    sim_block_load_either(loaded, ranges, index, mask, 8, 1);
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++) {
        const struct sim_native_range *range = &ranges[which(ranges, index[i]) % 2];
        uint32_t dword;
        if (!mask[i])
            continue;
        memcpy(&dword, range->memory + 8 * (size_t)(index[i] - range->first) + 4, sizeof(dword));
        assert_int_equal(loaded[i], dword);
    }
    return true;
}

/* Elements of two dwords, in ranges in any order of addresses. */
static void test_either(void **state)
{
    static uint32_t memory[2][2 * ROOM];
    unsigned inside = 0;
    fill(memory[0], 2 * ROOM);
    fill(memory[1], 2 * ROOM);
    for (unsigned round = 0; round < 50 * ROUNDS; round++) {
        struct sim_native_range ranges[2];
        for (unsigned r = 0; r < 2; r++)
            ranges[r] = (struct sim_native_range){(uint8_t *)memory[r],
                                                  1000 + 500 * ((round ^ r) & 1u), ROOM};
        inside += check_either(ranges);
    }
    assert_in_range(inside, 25 * ROUNDS, 50 * ROUNDS - 1);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_operations, test_doubles, test_flush_and_finish,
                     test_selected, test_either);
}
