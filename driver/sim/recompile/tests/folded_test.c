/* SPDX-License-Identifier: MIT */
/* folded_test.c: which tests of branches constants settle, and how. A is an input, R3.x what is
 * tested: each test asks whether 20 is greater. */
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/hw/formats.h"
#include "driver/sim/recompile/folded.h"
#include "driver/sim/tests/machine.h"

enum { ALU = HW_CF_ALU & 0xf, PUSH_BEFORE = HW_CF_ALU_PUSH_BEFORE & 0xf, SMALL = 5, LARGE = 50 };

static struct src input(void)
{
    return special(HW_SRC_KCACHE0, 0);
}

/* R3.x = A + b. */
static void add(struct program *p, struct src b)
{
    alu_begin(p);
    op(p, HW_ALU_OP_ADD_INT, 3, 0, input(), b, r(0, 0));
    alu_end(p, ALU);
}

static void pop(struct program *p)
{
    cf(p, HW_CF_POP, here(p) + 1, 1);
}

/* A branch with nothing in it. */
static void test_x(struct program *p)
{
    alu_test(p, PUSH_BEFORE, HW_ALU_OP_PRED_SETGT_INT, lit(20), r(3, 0));
    pop(p);
}

static void branch_on_lanes(struct program *p)
{
    alu_test(p, PUSH_BEFORE, HW_ALU_OP_PRED_SETGT_INT, lit(20), r(0, 0));
}

static struct program *begin(void)
{
    static struct program p;
    memset(&p, 0, sizeof(p));
    return &p;
}

/* Returns the tests that pass where A has this value. */
static uint32_t outcomes_at(const struct sim_folded *folded, const struct sim_program *program,
                            uint32_t value)
{
    _Alignas(64) sim_vector consts[4];
    assert_in_range(program->const_count, 0, 4);
    for (unsigned i = 0; i < SIM_LANES; i++)
        consts[0][i] = value;
    return sim_folded_outcomes(folded, program, consts[0], sim_lanes_at(0)->alu);
}

/* So many tests are folded; those that pass where A is small, as bits. None does where it is
 * large. */
static void expect(struct program *p, unsigned tests, uint32_t pass)
{
    struct sim_program *program = finish_and_decode(p);
    struct sim_folded folded;
    assert_true(sim_find_folded(program, &folded));
    assert_int_equal(folded.tests, tests);
    assert_int_equal(outcomes_at(&folded, program, SMALL), pass);
    assert_int_equal(outcomes_at(&folded, program, LARGE), 0);
    sim_program_destroy(program);
}

static void test_constants(void **state)
{
    struct program *p = begin();
    add(p, lit(1));
    test_x(p);
    add(p, lit(17));
    test_x(p);
    add(p, lit(14));
    add(p, r(3, 0)); /* A + A + 14 */
    test_x(p);
    add(p, lit(2));
    test_x(p);
    expect(p, 4, 1 | 8);
}

/* Values that are lanes' own, or loaded, settle nothing, also where they replace a constant. */
static void test_lanes(void **state)
{
    struct program *p = begin();
    add(p, r(0, 0));
    test_x(p);
    add(p, lit(1));
    add(p, r(0, 0));
    test_x(p);
    add(p, lit(1));
    fetch_begin(p);
    load(p, 3, 0, 0, HW_FMT_32, 1);
    fetch_end(p);
    test_x(p);
    expect(p, 0, 0);
}

/* A value that a branch writes is known in the branch, not behind it, and not to lanes that went
 * another way. */
static void test_branches(void **state)
{
    struct program *p = begin();
    branch_on_lanes(p);
    add(p, lit(1));
    test_x(p); /* folded */
    cf(p, HW_CF_ELSE, here(p) + 1, 0);
    test_x(p);
    pop(p);
    test_x(p);
    expect(p, 1, 1);
}

/* A branch that replaces what was known of all lanes. */
static void test_replaced(void **state)
{
    struct program *p = begin();
    add(p, lit(1));
    branch_on_lanes(p);
    test_x(p); /* folded */
    add(p, lit(30));
    pop(p);
    test_x(p);
    expect(p, 1, 1);
}

static uint32_t begin_loop(struct program *p)
{
    const uint32_t start = here(p);
    cf(p, HW_CF_LOOP_START_DX10, 0, 0);
    return start;
}

static void end_loop(struct program *p, uint32_t start)
{
    branch_on_lanes(p);
    const uint32_t leave = here(p);
    cf(p, HW_CF_LOOP_BREAK, 0, 0);
    pop(p);
    patch(p, leave, here(p));
    cf(p, HW_CF_LOOP_END, start + 1, 0);
    patch(p, start, here(p));
}

/* Loops are not followed, but what they leave alone stays known. */
static void test_loops(void **state)
{
    for (unsigned writes = 0; writes < 2; writes++) {
        struct program *p = begin();
        (void)state;
        add(p, lit(1));
        const uint32_t start = begin_loop(p);
        test_x(p);
        if (writes)
            add(p, lit(1));
        end_loop(p, start);
        test_x(p); /* folded, if the loop does not write */
        expect(p, !writes, !writes);
    }
}

/* As many as there is room for. */
static void test_many(void **state)
{
    struct program *p = begin();
    add(p, lit(1));
    for (unsigned i = 0; i < 40; i++)
        test_x(p);
    expect(p, SIM_FOLDED - 1, (1u << (SIM_FOLDED - 1)) - 1);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_constants, test_lanes, test_branches, test_replaced,
                     test_loops, test_many);
}
