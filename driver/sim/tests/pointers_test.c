/* SPDX-License-Identifier: MIT */
/* pointers_test.c: which inputs the addresses of a program's loads are made of. A and B are inputs,
 * R3.x is the address. */
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/hw/formats.h"
#include "driver/sim/decode/program.h"
#include "driver/sim/tests/machine.h"

enum {
    ALU = HW_CF_ALU & 0xf,
    PUSH_BEFORE = HW_CF_ALU_PUSH_BEFORE & 0xf,
    BREAK = HW_CF_ALU_BREAK & 0xf,
    A = 1,
    B = 2
};

static struct src input(unsigned which)
{
    return special(HW_SRC_KCACHE0, which - 1);
}

static void one(struct program *p, int alu_op, struct src a, struct src b)
{
    alu_begin(p);
    op(p, alu_op, 3, 0, a, b, r(0, 0));
    alu_end(p, ALU);
}

static void point_to(struct program *p, unsigned which)
{
    one(p, HW_ALU_OP_ADD_INT, input(which), r(0, 0));
}

static void load_there(struct program *p)
{
    fetch_begin(p);
    load(p, 5, 3, 0, HW_FMT_32, 1);
    fetch_end(p);
}

/* Some lanes are turned off. */
static void turn_off(struct program *p, unsigned cf_op)
{
    alu_test(p, cf_op, HW_ALU_OP_PRED_SETGT_INT, lit(20), r(0, 0));
}

/* The inputs that a set of constants stands for. */
static unsigned inputs_of(const struct sim_program *program, uint64_t set)
{
    unsigned inputs = 0;
    for (uint32_t i = 0; i < program->const_count; i++)
        if (set >> i & 1u)
            inputs |= 1u << program->consts[i].channel;
    return inputs;
}

struct expected {
    unsigned added, mixed, loaded;
};

/* Decodes a program, and holds its loads against what is expected of them, in order. */
static void expect(struct program *p, const struct expected *loads, unsigned count)
{
    struct sim_program *program = finish_and_decode(p);
    assert_non_null(program->pointers);
    assert_int_equal(program->fetch_count, count);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(inputs_of(program, program->pointers[i].added), loads[i].added);
        assert_int_equal(inputs_of(program, program->pointers[i].mixed), loads[i].mixed);
        assert_int_equal(program->pointers[i].loaded, loads[i].loaded);
    }
    sim_program_destroy(program);
}
#define EXPECT(p, ...)                                                                             \
    expect(p, (const struct expected[]){__VA_ARGS__},                                              \
           sizeof((const struct expected[]){__VA_ARGS__}) / sizeof(struct expected))

static void test_sums(void **state)
{
    static struct program p;
    memset(&p, 0, sizeof(p));
    load_there(&p);
    point_to(&p, A);
    load_there(&p);
    one(&p, HW_ALU_OP_AND_INT, r(3, 0), lit(~3u));
    load_there(&p);
    one(&p, HW_ALU_OP_SUB_INT, input(B), r(3, 0));
    load_there(&p);
    one(&p, HW_ALU_OP_MULLO_INT, input(B), r(0, 0));
    load_there(&p);
    EXPECT(&p, {0, 0, 0}, {A, 0, 0}, {A, 0, 0}, {B, A, 0}, {0, B, 0});
}

static void test_loaded_values(void **state)
{
    static struct program p;
    memset(&p, 0, sizeof(p));
    point_to(&p, A);
    load_there(&p);
    one(&p, HW_ALU_OP_MOV, r(5, 0), r(0, 0));
    load_there(&p);
    one(&p, HW_ALU_OP_ADD_INT, r(5, 0), input(B));
    load_there(&p);
    EXPECT(&p, {A, 0, 0}, {0, 0, SIM_POINTER_SUM}, {B, 0, SIM_POINTER_SUM});
}

static void test_choices(void **state)
{
    static struct program p;
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    op(&p, HW_ALU_OP_CNDE_INT, 3, 0, r(0, 0), input(A), input(B));
    alu_end(&p, ALU);
    load_there(&p);
    alu_begin(&p);
    op(&p, HW_ALU_OP_CNDE_INT, 3, 0, r(0, 0), input(A), r(5, 0));
    alu_end(&p, ALU);
    load_there(&p);
    EXPECT(&p, {A | B, 0, 0}, {A, 0, SIM_POINTER_CHOICE});
}

/* if (...) { p = B; load } else load; load */
static void test_branches(void **state)
{
    static struct program p;
    memset(&p, 0, sizeof(p));
    point_to(&p, A);
    turn_off(&p, PUSH_BEFORE);
    const uint32_t jump = here(&p);
    cf(&p, HW_CF_JUMP, 0, 0);
    point_to(&p, B);
    load_there(&p);
    const uint32_t other = here(&p);
    cf(&p, HW_CF_ELSE, 0, 1);
    load_there(&p);
    cf(&p, HW_CF_POP, here(&p) + 1, 1);
    patch(&p, jump, other);
    patch(&p, other, here(&p));
    load_there(&p);
    EXPECT(&p, {B, 0, 0}, {A, 0, 0}, {A | B, 0, 0});
}

/* Lanes are turned off, and the others go on without a jump. */
static void test_branch_without_jump(void **state)
{
    static struct program p;
    memset(&p, 0, sizeof(p));
    point_to(&p, A);
    turn_off(&p, PUSH_BEFORE);
    point_to(&p, B);
    load_there(&p);
    cf(&p, HW_CF_POP, here(&p) + 1, 1);
    load_there(&p);
    EXPECT(&p, {B, 0, 0}, {A | B, 0, 0});
}

/* for (;;) { load; if (...) break; p = next; } load */
static void loop(struct program *p, void (*next)(struct program *))
{
    memset(p, 0, sizeof(*p));
    point_to(p, A);
    const uint32_t start = here(p);
    cf(p, HW_CF_LOOP_START_DX10, 0, 0);
    load_there(p);
    turn_off(p, BREAK);
    next(p);
    const uint32_t last = here(p);
    cf(p, HW_CF_LOOP_END, start + 1, 0);
    patch(p, start, last + 1);
    load_there(p);
}

static void step(struct program *p)
{
    one(p, HW_ALU_OP_ADD_INT, r(3, 0), lit(4));
}

static void change(struct program *p)
{
    point_to(p, B);
}

static void test_loops(void **state)
{
    static struct program p;
    loop(&p, step);
    EXPECT(&p, {A, 0, 0}, {A, 0, 0});
    loop(&p, change);
    EXPECT(&p, {A | B, 0, 0}, {A | B, 0, 0});
}

/* for (;;) { if (...) { p = B; continue; } load; break } : a turn that continues brings B. */
static void test_continue(void **state)
{
    static struct program p;
    memset(&p, 0, sizeof(p));
    point_to(&p, A);
    const uint32_t start = here(&p);
    cf(&p, HW_CF_LOOP_START_DX10, 0, 0);
    turn_off(&p, PUSH_BEFORE);
    point_to(&p, B);
    const uint32_t again = here(&p);
    cf(&p, HW_CF_LOOP_CONTINUE, 0, 0);
    cf(&p, HW_CF_POP, here(&p) + 1, 1);
    load_there(&p);
    const uint32_t leave = here(&p);
    cf(&p, HW_CF_LOOP_BREAK, 0, 0);
    const uint32_t last = here(&p);
    cf(&p, HW_CF_LOOP_END, start + 1, 0);
    patch(&p, start, last + 1);
    patch(&p, again, last);
    patch(&p, leave, last);
    EXPECT(&p, {A | B, 0, 0});
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_sums, test_loaded_values, test_choices, test_branches,
                     test_branch_without_jump, test_loops, test_continue);
}
