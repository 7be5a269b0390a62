/* SPDX-License-Identifier: MIT */
/* flow_test.c: branches and loops in which pixels disagree, written as Mesa's compiler writes them
 * (r500_fragprog_emit.c), against the same in C. */
#include "driver/sim/r500/tests/program.h"

#include "ci/tests/run_tests.h"

enum {
    INCR_ON_STAY = HW_SET(R500_FC_INST, B_OP0, HW_R500_B_INCR),
    INCR_ON_JUMP = HW_SET(R500_FC_INST, B_OP1, HW_R500_B_INCR),
    DECR_ON_STAY = HW_SET(R500_FC_INST, B_OP0, HW_R500_B_DECR),
    DECR_ON_JUMP = HW_SET(R500_FC_INST, B_OP1, HW_R500_B_DECR),
    POP_ONE = HW_SET(R500_FC_INST, B_POP_CNT, 1),
    ANY = HW_SET(R500_FC_INST, JUMP_ANY, 1),
    ELSE = HW_SET(R500_FC_INST, B_ELSE, 1),
};
#define FUNC(value) HW_SET(R500_FC_INST, JUMP_FUNC, value)

/* The ALU result is t[temp].r < value. */
static void compare(struct program *program, unsigned t, float value)
{
    ALU(program, .flags = HW_SET(R500_CMN, ALU_RESULT_OP, HW_R500_TEST_LT),
        .rgb = {.src = {T(t), I(value)},
                .a = ALL(0),
                .b = ONE,
                .c = {1, {0, 1, 2}, HW_R500_MOD_NEG}},
        .alpha = {.a = ZERO, .b = ZERO, .c = ZERO}, .writes_result = true);
}

/* t[dest] += value, in all channels */
static void add(struct program *program, unsigned dest, float value)
{
    ALU(program,
        .rgb = {.src = {T(dest), I(value)},
                .a = ALL(0),
                .b = ONE,
                .c = ALL(1),
                .dest = dest,
                .wmask = 7},
        .alpha = {.a = ZERO, .b = ZERO, .c = ZERO});
}

static uint32_t begin_if(struct program *program, bool has_else)
{
    return flow(program, HW_R500_FC_JUMP,
                FUNC(HW_R500_JUMP_NOT_RESULT) | INCR_ON_STAY | (has_else ? INCR_ON_JUMP : 0), 0);
}

static uint32_t begin_else(struct program *program, uint32_t of_if)
{
    const uint32_t at = flow(program, HW_R500_FC_JUMP, ELSE | DECR_ON_JUMP | POP_ONE, 0);
    aim(program, of_if, at + 1);
    return at;
}

static void end_if(struct program *program, uint32_t from)
{
    const uint32_t at = flow(program, HW_R500_FC_JUMP, ANY | DECR_ON_STAY | POP_ONE, 0);
    aim(program, at, at + 1);
    aim(program, from, at + 1);
}

static void test_if_else(void **state)
{
    struct program program = {0};

    set_all(&program, 1, 0);
    compare(&program, 0, 32);
    uint32_t outer = begin_if(&program, true);
    compare(&program, 0, 8);
    uint32_t inner = begin_if(&program, false);
    add(&program, 1, 1);
    end_if(&program, inner);
    add(&program, 1, 2);
    outer = begin_else(&program, outer);
    compare(&program, 0, 40);
    inner = begin_if(&program, true);
    add(&program, 1, 4);
    inner = begin_else(&program, inner);
    add(&program, 1, 8);
    end_if(&program, inner);
    end_if(&program, outer);
    add(&program, 1, 16);
    output(&program, 1);
    assert_true(run(&program));
    for (unsigned lane = 0; lane < 64; lane++) {
        float expected = 16;
        if (lane < 32)
            expected += 2 + (lane < 8);
        else
            expected += lane < 40 ? 4 : 8;
        assert_float_equal(out(0, lane), expected, 0);
    }
}

/* All pixels agree, so that arms are jumped over. */
static void test_uniform(void **state)
{
    for (int taken = 0; taken < 2; taken++) {
        struct program program = {0};
        (void)state;
        set_all(&program, 1, 0);
        compare(&program, 0, taken ? 64 : 0);
        uint32_t branch = begin_if(&program, true);
        add(&program, 1, 1);
        branch = begin_else(&program, branch);
        add(&program, 1, 2);
        end_if(&program, branch);
        output(&program, 1);
        assert_true(run(&program));
        for (unsigned lane = 0; lane < 64; lane++)
            assert_float_equal(out(0, lane), taken ? 1 : 2, 0);
    }
}

static void end_loop(struct program *program, uint32_t begin, unsigned op)
{
    const uint32_t at = flow(program, op, FUNC(HW_R500_JUMP_ALWAYS) | ANY, 0);
    aim(program, at, begin + 1);
    aim(program, begin, at + 1);
}

/* for (i = 0; i < 10; i++) { if (t0 < t1) break; t1 += 1; } with t0 the lane */
static void loop_with_break(unsigned loop, unsigned end, unsigned leave, bool nested)
{
    struct program program = {0};

    pixels->draw.integer[3] = HW_SET(R500_LOOP, COUNT, 10);
    set_all(&program, 1, 0);
    const uint32_t begin =
        flow(&program, loop, FUNC(HW_R500_JUMP_NEVER), HW_SET(R500_FC_ADDR, INT_ADDR, 3));
    ALU(&program, .flags = HW_SET(R500_CMN, ALU_RESULT_OP, HW_R500_TEST_LT),
        .rgb = {.src = {T(0), T(1)}, .a = ALL(0), .b = ONE, .c = {1, {0, 1, 2}, HW_R500_MOD_NEG}},
        .alpha = {.a = ZERO, .b = ZERO, .c = ZERO}, .writes_result = true);
    const uint32_t branch = nested ? begin_if(&program, false) : 0;
    const uint32_t way_out = flow(&program, leave,
                                  FUNC(nested ? HW_R500_JUMP_ALWAYS : HW_R500_JUMP_RESULT) |
                                      (nested ? DECR_ON_JUMP | POP_ONE : 0),
                                  0);
    if (nested)
        end_if(&program, branch);
    add(&program, 1, 1);
    end_loop(&program, begin, end);
    aim(&program, way_out, program.count);
    output(&program, 1);
    assert_true(run(&program));
    for (unsigned lane = 0; lane < 64; lane++)
        assert_float_equal(out(0, lane), lane < 10 ? (float)lane + 1 : 10, 0);
}

static void test_loops(void **state)
{
    loop_with_break(HW_R500_FC_LOOP, HW_R500_FC_ENDLOOP, HW_R500_FC_BREAKLOOP, false);
    loop_with_break(HW_R500_FC_REP, HW_R500_FC_ENDREP, HW_R500_FC_BREAKREP, false);
    loop_with_break(HW_R500_FC_LOOP, HW_R500_FC_ENDLOOP, HW_R500_FC_BREAKLOOP, true);
}

/* for (i = 0; i < 5; i++) { if (lane < 20) continue; t1 += 1; } inside of a loop of 3, where lanes
 * from 48 on break out of the outer one first. */
static void test_nested_loops(void **state)
{
    struct program program = {0};

    pixels->draw.integer[0] = HW_SET(R500_LOOP, COUNT, 3);
    pixels->draw.integer[1] = HW_SET(R500_LOOP, COUNT, 5);
    set_all(&program, 1, 0);
    const uint32_t outer = flow(&program, HW_R500_FC_REP, 0, 0);
    compare(&program, 0, 48);
    const uint32_t out_of_outer =
        flow(&program, HW_R500_FC_BREAKREP, FUNC(HW_R500_JUMP_NOT_RESULT), 0);
    add(&program, 1, 16);
    const uint32_t inner = flow(&program, HW_R500_FC_REP, 0, HW_SET(R500_FC_ADDR, INT_ADDR, 1));
    compare(&program, 0, 20);
    const uint32_t next = flow(&program, HW_R500_FC_CONTINUE, FUNC(HW_R500_JUMP_RESULT), 0);
    add(&program, 1, 1);
    aim(&program, next, program.count);
    end_loop(&program, inner, HW_R500_FC_ENDREP);
    end_loop(&program, outer, HW_R500_FC_ENDREP);
    aim(&program, out_of_outer, program.count);
    output(&program, 1);
    assert_true(run(&program));
    for (unsigned lane = 0; lane < 64; lane++) {
        const float expected = lane >= 48 ? 0 : 3 * (16 + (lane < 20 ? 0 : 5));
        assert_float_equal(out(0, lane), expected, 0);
    }
}

/* aL goes 2, 5, 8 and chooses constants; a count of 0 runs no round. */
static void test_loop_register(void **state)
{
    struct program program = {0};

    for (int i = 0; i < 16; i++)
        pixels->draw.constant[i][0] = (float)(1 << i);
    pixels->draw.integer[0] =
        HW_SET(R500_LOOP, COUNT, 3) | HW_SET(R500_LOOP, FIRST, 2) | HW_SET(R500_LOOP, STEP, 3);
    pixels->draw.integer[1] = 0;
    for (unsigned constant = 0; constant < 2; constant++) {
        if (!constant)
            set_all(&program, 1, 0);
        const uint32_t begin =
            flow(&program, HW_R500_FC_LOOP, 0, HW_SET(R500_FC_ADDR, INT_ADDR, constant));
        ALU(&program,
            .rgb = {.src = {C(0) | RELATIVE, T(1)},
                    .a = ALL(0),
                    .b = ONE,
                    .c = ALL(1),
                    .dest = 1,
                    .wmask = 1},
            .alpha = {.a = ZERO, .b = ZERO, .c = ZERO});
        end_loop(&program, begin, HW_R500_FC_ENDLOOP);
    }
    output(&program, 1);
    assert_true(run(&program));
    assert_float_equal(out(0, 3), 4 + 32 + 256, 0);
    program = (struct program){0};
    ALU(&program,
        .rgb = {.src = {C(0) | RELATIVE}, .a = ALL(0), .b = ONE, .c = ZERO, .dest = 1, .wmask = 1},
        .alpha = {.a = ZERO, .b = ZERO, .c = ZERO});
    output(&program, 1);
    assert_fault(&program, "outside of a loop");
}

static void test_misuse(void **state)
{
    struct program program = {0};

    compare(&program, 0, 32);
    begin_if(&program, false);
    aim(&program, 1, 2);
    output(&program, 0);
    assert_fault(&program, "ends inside of a branch");
    program = (struct program){0};
    flow(&program, HW_R500_FC_ENDREP, FUNC(HW_R500_JUMP_ALWAYS), 0);
    output(&program, 0);
    assert_fault(&program, "not of the innermost loop's kind");
    program = (struct program){0};
    flow(&program, HW_R500_FC_JUMP, FUNC(HW_R500_JUMP_ALWAYS) | ANY, 0);
    output(&program, 0);
    assert_fault(&program, "has not ended");
}

/* A boolean constant, the same for all pixels. */
static void test_booleans(void **state)
{
    struct program program = {0};

    set_all(&program, 1, 1);
    const uint32_t at = flow(&program, HW_R500_FC_JUMP, FUNC(HW_R500_JUMP_BOOL),
                             HW_SET(R500_FC_ADDR, BOOL_ADDR, 5));
    add(&program, 1, 1);
    aim(&program, at, program.count);
    output(&program, 1);
    for (unsigned set = 0; set < 2; set++) {
        pixels->draw.booleans = set << 5;
        assert_true(run(&program));
        assert_float_equal(out(0, 0), set ? 1 : 2, 0);
    }
}

int main(void)
{
    return RUN_TESTS_BETWEEN(pixels_create, pixels_destroy, cmocka_unit_test, test_if_else,
                             test_uniform, test_loops, test_nested_loops, test_loop_register,
                             test_misuse, test_booleans);
}
