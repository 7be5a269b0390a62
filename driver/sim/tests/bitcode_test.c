/* SPDX-License-Identifier: MIT */
/* bitcode_test.c: the operations in lanes.bc, made into machine code, give the same bits as the
 * lane tables; all that the tables have are there by their names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "driver/sim/lanes/bitcode.h"
#include "driver/sim/lanes/double.h"
#include "driver/sim/tests/operands.h"

typedef uint32_t (*alu_fn)(uint32_t a, uint32_t b, uint32_t c, uint32_t lane);
typedef uint64_t (*double_fn)(uint64_t a, uint64_t b, uint64_t c);

static const alu_fn alu[HW_ALU_OP_COUNT] = {
#define SIM_OP(name, in, out, expression) [HW_ALU_OP_##name] = sim_alu_##name,
#define SIM_SAME_OP(name, other)          [HW_ALU_OP_##name] = sim_alu_##name,
#include "driver/sim/lanes/alu_ops.def"
};

static const double_fn doubles[HW_ALU_OP_COUNT] = {
#define SIM_DOUBLE_OP(name, sources, result, expression) [HW_ALU_OP_##name] = sim_double_##name,
#include "driver/sim/lanes/double_ops.def"
};

enum { ROUNDS = 200 };

static void check_operation(const struct sim_alu_lanes *lanes, int op)
{
    static sim_vector source[3], result;
    for (unsigned i = 0; i < 3 * SIM_LANES; i++)
        source[i / SIM_LANES][i % SIM_LANES] = interesting_bits();
    lanes->alu[op](result, source[0], source[1], source[2], SIM_LANES);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const uint32_t value = alu[op](source[0][i], source[1][i], source[2][i], i);
        if (!same_result(op, value, result[i]))
            fail_msg("%s(%08x, %08x, %08x) in lane %u: bitcode %08x, lanes %08x",
                     hw_alu_info[op].name, source[0][i], source[1][i], source[2][i], i, value,
                     result[i]);
    }
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

static uint64_t lane_of(const uint32_t *vector, unsigned lane)
{
    return (uint64_t)vector[SIM_LANES + lane] << 32 | vector[lane];
}

static bool is_double_nan(uint64_t bits)
{
    return (bits & INT64_MAX) > 0x7ff0000000000000u;
}

/* What an operation leaves unwritten is 0 on both sides. */
static void check_double(int op)
{
    static uint32_t source[3][2 * SIM_LANES] __attribute__((aligned(64)));
    static uint32_t result[2 * SIM_LANES] __attribute__((aligned(64)));
    for (unsigned i = 0; i < 3 * 2 * SIM_LANES; i++)
        source[i / (2 * SIM_LANES)][i % (2 * SIM_LANES)] = interesting_bits();
    memset(result, 0, sizeof(result));
    sim_double_find(op)(result, source[0], source[1], source[2], SIM_LANES);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const uint64_t wanted = lane_of(result, i);
        const uint64_t value =
            doubles[op](lane_of(source[0], i), lane_of(source[1], i), lane_of(source[2], i));
        const bool nans = (is_double_nan(value) && is_double_nan(wanted)) ||
                          (op == HW_ALU_OP_FLT64_TO_FLT32 && is_nan((uint32_t)value) &&
                           is_nan((uint32_t)wanted) && !(value >> 32));
        if (value != wanted && !nans)
            fail_msg("%s: bitcode %016llx, lanes %016llx", hw_alu_info[op].name,
                     (unsigned long long)value, (unsigned long long)wanted);
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
    static sim_vector source, result;
    const struct sim_alu_lanes *lanes = sim_lanes_at(0)->alu;
    (void)state;
    for (uint32_t how = 0; how < 4u << SIM_OUT_OMOD_SHIFT; how++)
        for (unsigned round = 0; round < ROUNDS; round++) {
            for (unsigned i = 0; i < SIM_LANES; i++)
                source[i] = interesting_bits();
            lanes->flush(result, source, SIM_LANES);
            for (unsigned i = 0; i < SIM_LANES; i++)
                assert_int_equal(sim_flush(source[i]), result[i]);
            memcpy(result, source, sizeof(result));
            lanes->finish(result, how, SIM_LANES);
            for (unsigned i = 0; i < SIM_LANES; i++)
                assert_true(same_result(HW_ALU_OP_MUL, sim_finish(source[i], how), result[i]));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_flush_and_finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
