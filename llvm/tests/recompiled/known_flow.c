/* SPDX-License-Identifier: MIT */
/* known_flow.c: see known_flow.h. */
#include "llvm/tests/recompiled/known_flow.h"

#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/isa.h"

enum { LANES = 16 };

/* The loop's target, behind which nothing jumps to it, is the other loop's end. */
static void break_to_other_loop(struct program *p)
{
    cf(p, HW_CF_LOOP_START_DX10, 3, 0);
    cf(p, HW_CF_LOOP_BREAK, 2, 0);
    cf(p, HW_CF_LOOP_END, 1, 0);
    cf(p, HW_CF_NOP, 0, 0);
    cf(p, HW_CF_LOOP_START_DX10, 3, 0);
    cf(p, HW_CF_LOOP_BREAK, 6, 0);
    cf(p, HW_CF_LOOP_END, 5, 0);
}

/* Turns off all lanes, or those with the lowest bit. */
static void turn_off(struct program *p, unsigned cf_op, bool all)
{
    alu_begin(p);
    if (all) {
        alu_predicate(p, HW_ALU_OP_PRED_SETNE_INT, r(1, 0), r(1, 0));
    } else {
        op(p, HW_ALU_OP_AND_INT, 2, 0, r(0, 0), lit(1), r(0, 0));
        alu_predicate(p, HW_ALU_OP_PRED_SETE_INT, r(2, 0), special(HW_SRC_0, 0));
    }
    alu_end(p, cf_op);
}

/* A loop that no lane enters sends the wavefront back. */
static void loop_start_back(struct program *p)
{
    turn_off(p, HW_CF_ALU_PUSH_BEFORE, true);
    cf(p, HW_CF_NOP, 0, 0);
    cf(p, HW_CF_LOOP_START_DX10, 1, 0);
    cf(p, HW_CF_LOOP_END, 3, 0);
}

static void jump_to_itself(struct program *p)
{
    turn_off(p, HW_CF_ALU_PUSH_BEFORE, true);
    cf(p, HW_CF_JUMP, 1, 0);
}

static void plain_loop(struct program *p)
{
    cf(p, HW_CF_LOOP_START_DX10, 2, 0);
    cf(p, HW_CF_LOOP_END, 1, 0);
}

/* From one barrier to the next there is one jump back. */
static void loop_of_barriers(struct program *p)
{
    cf(p, HW_CF_LOOP_START_DX10, 3, 0);
    alu_begin(p);
    group(p, &(struct alu){.op = HW_ALU_OP_GROUP_BARRIER, .masked = true}, 1);
    alu_end(p, HW_CF_ALU);
    cf(p, HW_CF_LOOP_END, 1, 0);
}

/* Lanes that have left the loop wander in it for ever. */
static void break_before_loop(struct program *p)
{
    cf(p, HW_CF_NOP, 0, 0);
    cf(p, HW_CF_LOOP_START_DX10, 4, 0);
    cf(p, HW_CF_LOOP_BREAK, 2, 0);
    cf(p, HW_CF_LOOP_END, 2, 0);
}

/* All lanes go on with the next turn, at whose start a branch keeps which of them run. */
static void continue_to_push(struct program *p)
{
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 5, 0, special(HW_SRC_0, 0), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
    cf(p, HW_CF_LOOP_START_DX10, 8, 0);
    turn_off(p, HW_CF_ALU_PUSH_BEFORE, false);
    cf(p, HW_CF_POP, 4, 1);
    alu_begin(p);
    op(p, HW_ALU_OP_ADD_INT, 5, 0, r(5, 0), special(HW_SRC_1_INT, 0), r(0, 0));
    op(p, HW_ALU_OP_SUB_INT, 6, 0, r(1, 0), r(1, 0), r(0, 0));
    alu_predicate(p, HW_ALU_OP_PRED_SETNE_INT, r(6, 0), special(HW_SRC_0, 0));
    alu_end(p, HW_CF_ALU_CONTINUE);
    cf(p, HW_CF_NOP, 0, 0);
    cf(p, HW_CF_LOOP_BREAK, 7, 0);
    cf(p, HW_CF_LOOP_END, 2, 0);
}

/* The end of the loop that lanes break to is not that of its start. */
static void break_to_far_end(struct program *p)
{
    cf(p, HW_CF_LOOP_START_DX10, 3, 0);
    cf(p, HW_CF_LOOP_BREAK, 4, 0);
    cf(p, HW_CF_LOOP_END, 1, 0);
    turn_off(p, HW_CF_ALU, false);
    cf(p, HW_CF_LOOP_END, 1, 0);
}

static void set(struct program *p, unsigned gpr, uint32_t value)
{
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, gpr, 0, lit(value), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
}

static void push_equal(struct program *p, unsigned gpr, uint32_t value)
{
    alu_test(p, HW_CF_ALU_PUSH_BEFORE, HW_ALU_OP_PRED_SETE_INT, r(gpr, 0), lit(value));
}

/* A test of a constant, which is another when the program jumps back to the test. */
static void test_again(struct program *p)
{
    set(p, 7, 0);
    push_equal(p, 7, 0);
    cf(p, HW_CF_JUMP, 7, 1);
    set(p, 7, 1);
    turn_off(p, HW_CF_ALU_PUSH_BEFORE, true);
    cf(p, HW_CF_JUMP, 1, 2);
    cf(p, HW_CF_POP, 7, 2);
}

/* A test of a constant, but for lanes that jump over its assignment to the same depth. */
static void jump_over_constant(struct program *p)
{
    set(p, 7, 0);
    cf(p, HW_CF_PUSH, 2, 0);
    turn_off(p, HW_CF_ALU_PUSH_BEFORE, true);
    cf(p, HW_CF_JUMP, 6, 1);
    cf(p, HW_CF_POP, 5, 1);
    set(p, 7, 5);
    push_equal(p, 7, 5);
    cf(p, HW_CF_JUMP, 10, 1);
    rat(p, HW_CF_MEM_RAT, HW_RAT_STORE_RAW, 0, 0, 0, 1);
    cf(p, HW_CF_POP, 10, 1);
    cf(p, HW_CF_POP, 11, 1);
}

/* The program ends at instruction `op`, to which no lane comes, and which pops more entries than
 * there are: a jump that is taken pops them, whether or not it ends the program. */
static void underflow_at_end(struct program *p, unsigned op)
{
    turn_off(p, HW_CF_ALU_PUSH_BEFORE, true);
    cf(p, op, here(p) + 2, 2);
    if (!p->has_cf_end)
        p->cf[p->cf_words - 1] |= HW_SET(CF_WORD1, END_OF_PROGRAM, 1);
    cf(p, HW_CF_NOP, 0, 0);
}

static void underflow_at_push(struct program *p)
{
    underflow_at_end(p, HW_CF_PUSH);
}

static void underflow_at_jump(struct program *p)
{
    underflow_at_end(p, HW_CF_JUMP);
}

static const char hangs[] = "hangs", underflows[] = "branch stack underflow";

static const struct known {
    void (*make)(struct program *p);
    const char *says; /* NULL: it ends */
} rows[] = {
    {break_to_other_loop, NULL}, {loop_start_back, hangs},        {jump_to_itself, hangs},
    {plain_loop, hangs},         {loop_of_barriers, hangs},       {break_before_loop, hangs},
    {continue_to_push, hangs},   {break_to_far_end, NULL},        {test_again, NULL},
    {jump_over_constant, NULL},  {underflow_at_push, underflows}, {underflow_at_jump, underflows}};

const unsigned known_flow_count = COUNT(rows);

void known_flow(struct program *p, struct machine *m, const struct hw_chip *chip, unsigned number)
{
    memset(p, 0, sizeof(*p));
    p->has_cf_end = chip->vliw == HW_VLIW4;
    m->local[0] = LANES;
    m->groups[0] = 1;
    m->stack = 8;
    if (rows[number].make == continue_to_push && !hw_cf_exists(HW_CF_ALU_CONTINUE, chip->vliw))
        plain_loop(p);
    else
        rows[number].make(p);
    finish(p);
}

bool known_flow_is_right(unsigned number, bool ended, const char *error)
{
    const char *says = rows[number].says;
    return says ? !ended && strstr(error, says) : ended;
}
