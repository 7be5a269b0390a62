/* SPDX-License-Identifier: MIT */
/* flow.c: arms that have nothing to do, and ifs that only hold a break. */
#include "driver/hw/r500/r500.h"
#include "llvm/r500/opt/opt.h"

/* The block behind which the if that block `from` begins has its ELSE or ENDIF. */
static size_t arm_end(const struct fir_program *p, size_t from)
{
    size_t depth = 0;
    for (size_t b = from + 1; b < p->block_count; b++) {
        const enum fir_flow flow = p->blocks[b].flow;
        if (!depth && (flow == FIR_FLOW_ELSE || flow == FIR_FLOW_ENDIF))
            return b;
        depth += flow == FIR_FLOW_IF;
        depth -= flow == FIR_FLOW_ENDIF;
    }
    return p->block_count - 1;
}

static bool is_empty_arm(const struct fir_program *p, size_t from, size_t to)
{
    return to == from + 1 && !p->blocks[to].count;
}

static struct fir_op *test_of(const struct fir_program *p, size_t b)
{
    for (size_t i = p->blocks[b].count; i-- > 0;)
        if (p->blocks[b].ops[i].test)
            return &p->blocks[b].ops[i];
    return NULL;
}

static void clean_if(struct fir_program *p, size_t from)
{
    size_t middle = arm_end(p, from);
    struct fir_op *test = test_of(p, from);
    if (!test || p->blocks[middle].flow != FIR_FLOW_ELSE)
        return;
    const size_t end = arm_end(p, middle);
    const bool no_then = is_empty_arm(p, from, middle), no_else = is_empty_arm(p, middle, end);
    if (no_then && no_else) {
        test->test = false;
        p->blocks[from].flow = p->blocks[end].flow = FIR_FLOW_NONE;
    } else if (no_then) {
        test->test_op = (uint8_t)(HW_R500_TEST_NE - test->test_op);
    }
    if (no_then || no_else)
        p->blocks[middle].flow = FIR_FLOW_NONE;
}

/* if (test) break; */
static void clean_leave(struct fir_program *p, size_t from)
{
    const size_t end = arm_end(p, from);
    size_t leave = from + 1;
    while (leave < end && p->blocks[leave].flow == FIR_FLOW_NONE && !p->blocks[leave].count)
        leave++;
    struct fir_block *block = &p->blocks[leave];
    if (p->blocks[end].flow != FIR_FLOW_ENDIF || leave >= end || block->count ||
        (block->flow != FIR_FLOW_BREAK && block->flow != FIR_FLOW_CONTINUE) || !block->always)
        return;
    for (size_t b = leave + 1; b <= end; b++)
        if (p->blocks[b].count || (b < end && p->blocks[b].flow != FIR_FLOW_NONE))
            return;
    p->blocks[from].flow = block->flow;
    p->blocks[from].always = false;
    block->flow = FIR_FLOW_NONE;
    p->blocks[end].flow = FIR_FLOW_NONE;
}

/* Blocks with nothing between them are one. */
static void join_blocks(struct fir_program *p)
{
    size_t kept = 0;
    for (size_t b = 0; b < p->block_count; b++) {
        if (p->blocks[b].count || p->blocks[b].flow != FIR_FLOW_NONE || b + 1 == p->block_count)
            p->blocks[kept++] = p->blocks[b];
    }
    p->block_count = kept;
    for (size_t b = 0; b + 1 < p->block_count;) {
        if (p->blocks[b].flow != FIR_FLOW_NONE) {
            b++;
            continue;
        }
        for (size_t i = 0; i < p->blocks[b + 1].count; i++)
            *fir_add(p, &p->blocks[b], FIR_MAD) = p->blocks[b + 1].ops[i];
        p->blocks[b].flow = p->blocks[b + 1].flow;
        p->blocks[b].always = p->blocks[b + 1].always;
        p->blocks[b].predicate = p->blocks[b + 1].predicate;
        for (size_t next = b + 1; next + 1 < p->block_count; next++)
            p->blocks[next] = p->blocks[next + 1];
        p->block_count--;
    }
}

void fir_flow(struct fir_program *p)
{
    for (size_t b = p->block_count; b-- > 0;) {
        if (p->blocks[b].flow == FIR_FLOW_IF)
            clean_if(p, b);
        if (p->blocks[b].flow == FIR_FLOW_IF)
            clean_leave(p, b);
    }
    join_blocks(p);
    fir_dead(p);
}
