/* SPDX-License-Identifier: MIT */
/* block_test.c: the operations on blocks of lanes, made into machine code from their bitcode, give
 * the same bits as the lane tables; each operation of the tables is there. */
#include <string.h>

#include "ci/tests/run_tests.h"
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
    (void)state;
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
    (void)state;
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
    (void)state;
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

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_operations, test_doubles, test_flush_and_finish);
}
