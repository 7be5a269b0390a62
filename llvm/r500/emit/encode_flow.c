/* SPDX-License-Identifier: MIT */
/* encode_flow.c: the words of flow control: jumps, loops, and the counters of branches. */
#include "llvm/r500/emit/encode.h"

#include <assert.h>

static void set_jump(const struct r500_flow *e, size_t i, size_t to)
{
    R500_SET(e->words[i], FC_ADDR, R500_FC_ADDR, JUMP_ADDR, (uint32_t)to);
}

static void set_flow(const struct r500_flow *e, size_t i, unsigned op, unsigned function)
{
    uint32_t *w = e->words[i];
    R500_SET(w, CMN, R500_CMN, TYPE, HW_R500_TYPE_FC);
    R500_SET(w, CMN, R500_CMN, ALU_WAIT, 1);
    R500_SET(w, FC_INST, R500_FC_INST, OP, op);
    R500_SET(w, FC_INST, R500_FC_INST, JUMP_FUNC, function);
    R500_SET(w, FC_INST, R500_FC_INST, IGNORE_UNCOVERED, 1);
}

/* Jumps go to the end itself, which undoes what the if and all that end there have counted. */
static void encode_end_if(const struct r500_flow *e, size_t i, const struct r500_open *open)
{
    uint32_t *branch = e->words[open->at];
    R500_SET(branch, FC_INST, R500_FC_INST, B_OP0, HW_R500_B_INCR);
    R500_SET(branch, FC_INST, R500_FC_INST, B_OP1, HW_R500_B_INCR);
    set_jump(e, open->at, open->otherwise ? open->otherwise + 1 : i);
    if (open->otherwise)
        set_jump(e, open->otherwise, i);
}

static void encode_nested(struct r500_flow *e, size_t i)
{
    const struct row *row = &e->code->rows[i];
    uint32_t *w = e->words[i];
    switch (row->flow) {
    case FIR_FLOW_IF:
        set_flow(e, i, HW_R500_FC_JUMP, HW_R500_JUMP_NOT_RESULT);
        e->open[e->depth++] = (struct r500_open){.at = i};
        break;
    case FIR_FLOW_ELSE:
        set_flow(e, i, HW_R500_FC_JUMP, HW_R500_JUMP_NEVER);
        R500_SET(w, FC_INST, R500_FC_INST, B_ELSE, 1);
        e->open[e->depth - 1].otherwise = i;
        break;
    case FIR_FLOW_ENDIF:
        set_flow(e, i, HW_R500_FC_JUMP, HW_R500_JUMP_NEVER);
        R500_SET(w, FC_INST, R500_FC_INST, JUMP_ANY, 1);
        R500_SET(w, FC_INST, R500_FC_INST, B_OP0, HW_R500_B_DECR);
        R500_SET(w, FC_INST, R500_FC_INST, B_POP_CNT, row->pops);
        set_jump(e, i, i + 1);
        for (unsigned p = 0; p < row->pops; p++)
            encode_end_if(e, i, &e->open[--e->depth]);
        break;
    case FIR_FLOW_LOOP:
        set_flow(e, i, HW_R500_FC_LOOP, HW_R500_JUMP_NEVER);
        e->open[e->depth++] = (struct r500_open){.at = i};
        break;
    case FIR_FLOW_ENDLOOP:
        set_flow(e, i, HW_R500_FC_ENDLOOP, HW_R500_JUMP_ALWAYS);
        R500_SET(w, FC_INST, R500_FC_INST, JUMP_ANY, 1);
        set_jump(e, i, e->open[--e->depth].at + 1);
        set_jump(e, e->open[e->depth].at, i + 1);
        break;
    default:
        break;
    }
}

/* The jump functions of the ALU result, or of the predicate that is tested. */
static void set_condition(const struct r500_flow *e, size_t i, bool when)
{
    const struct row *row = &e->code->rows[i];
    const unsigned of_result = when ? HW_R500_JUMP_RESULT : HW_R500_JUMP_NOT_RESULT;
    const unsigned of_predicate = when ? HW_R500_JUMP_PREDICATE : HW_R500_JUMP_NOT_PREDICATE;
    uint32_t *w = e->words[i];
    R500_SET(w, FC_INST, R500_FC_INST, JUMP_FUNC, row->predicate ? of_predicate : of_result);
    R500_SET(w, CMN, R500_CMN, RGB_PRED_SEL, r500_predicate_select(row->predicate));
}

/* Leaving a loop from within ifs ends these, too. */
static void encode_leave(struct r500_flow *e, size_t i)
{
    const struct row *row = &e->code->rows[i];
    unsigned ifs = 0, level = 1;
    while (ifs < e->depth && e->code->rows[e->open[e->depth - 1 - ifs].at].flow == FIR_FLOW_IF)
        ifs++;
    size_t end = i;
    while (level && ++end < e->code->count)
        if (e->code->rows[end].kind == ROW_FLOW)
            level += (e->code->rows[end].flow == FIR_FLOW_LOOP) -
                     (e->code->rows[end].flow == FIR_FLOW_ENDLOOP);
    const bool leaves = row->flow == FIR_FLOW_BREAK;
    set_flow(e, i, leaves ? HW_R500_FC_BREAKLOOP : HW_R500_FC_CONTINUE, HW_R500_JUMP_ALWAYS);
    if (!row->always)
        set_condition(e, i, true);
    R500_SET(e->words[i], FC_INST, R500_FC_INST, B_OP1, HW_R500_B_DECR);
    R500_SET(e->words[i], FC_INST, R500_FC_INST, B_POP_CNT, ifs);
    set_jump(e, i, leaves ? end + 1 : end);
}

void r500_encode_flow(struct r500_flow *e, size_t i)
{
    const enum fir_flow kind = e->code->rows[i].flow;
    assert(e->code->rows[i].kind == ROW_FLOW && e->depth < R500_MAX_OPEN);
    if (kind == FIR_FLOW_BREAK || kind == FIR_FLOW_CONTINUE)
        encode_leave(e, i);
    else
        encode_nested(e, i);
    e->deepest = e->deepest > e->depth ? e->deepest : e->depth;
}
