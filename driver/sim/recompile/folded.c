/* SPDX-License-Identifier: MIT */
/* folded.c: follows a program from its start, in order, and notes which vectors hold what only
 * constants and literals went into. What a branch writes is known in that branch alone, where the
 * lanes that wrote it run, and no others; what a loop writes is not known. Nothing is known of a
 * program that jumps back but within a loop. */
#include "driver/sim/recompile/folded.h"

#include <assert.h>
#include <stdlib.h>

#include "driver/base/free_all.h"
#include "driver/hw/isa.h"
#include "driver/sim/decode/operands.h"
#include "driver/sim/decode/traits.h"

enum { DEPTHS = 64 }; /* of the stack; programs that need more are not followed */

struct finder {
    const struct sim_program *program;
    uint32_t *known;       /* by vector that has the result of a folded operation: the stack's
                              depth where it got that, and 1; 0: it has not */
    bool *folded, *needed; /* by operation */
    uint32_t depth, loops;
    uint32_t outermost, outer_depth; /* of the loop around all others: where it begins */
    uint32_t end[DEPTHS];            /* by depth: lanes that run there at instructions from this on
                                        may have jumped over those before it */
};

static void forget(struct finder *f, const struct sim_operands *written)
{
    SIM_FOR_OPERANDS(to, *written)
        SIM_FOR_VECTORS(v, to, f->program)
            f->known[v] = 0;
}

/* Whether the result is that of constants and literals alone, in all lanes that run. */
static bool is_folded(const struct finder *f, const struct sim_alu_op *op)
{
    if (op->flags & ~SIM_OP_ACTION || op->map < 0 || f->loops ||
        sim_op_traits(op).affine == SIM_AFFINE_OWN)
        return false;
    const struct sim_operands reads = sim_op_reads(f->program, op);
    SIM_FOR_OPERANDS(from, reads)
        if (!f->known[from->vector])
            return false;
    return true;
}

/* Marks a folded operation and those whose results it reads: of each vector the last one before
 * it, as any other write would have left nothing known. */
static void need(struct finder *f, uint32_t number)
{
    const struct sim_alu_op *ops = f->program->ops;
    if (f->needed[number])
        return;
    f->needed[number] = true;
    const struct sim_operands reads = sim_op_reads(f->program, &ops[number]);
    SIM_FOR_OPERANDS(from, reads) {
        uint32_t writer = number;
        do {
            assert(writer); /* a vector that is known has been written */
            writer--;
        } while (!f->folded[writer] || ops[writer].dst != from->vector * SIM_LANES);
        need(f, writer);
    }
}

/* Whether lanes may have jumped over an instruction that get to run at its depth. */
static bool is_jumped_over(const struct finder *f, uint32_t index)
{
    for (uint32_t depth = f->depth; depth < DEPTHS; depth++)
        if (index < f->end[depth])
            return true;
    return f->depth >= DEPTHS;
}

static void follow_op(struct finder *f, uint32_t number, uint32_t index,
                      const struct sim_operands *writes)
{
    const struct sim_alu_op *op = &f->program->ops[number];
    const bool folded = is_folded(f, op);
    if (folded && op->action == SIM_ACTION_PREDICATE && op->update & SIM_UPDATE_EXEC)
        need(f, number);
    forget(f, writes);
    if (!folded || op->action != SIM_ACTION_NONE || op->dst == SIM_NO_DST ||
        is_jumped_over(f, index))
        return;
    f->folded[number] = true;
    f->known[op->dst / SIM_LANES] = f->depth + 1;
}

/* Follows the operations or fetches of an instruction. */
static void follow_items(struct finder *f, const struct sim_cf *cf, uint32_t index)
{
    for (uint32_t i = cf->first; i < cf->first + cf->count; i++) {
        const struct sim_operands writes = sim_item_writes(f->program, cf, i);
        if (cf->items == SIM_ITEMS_OPS)
            follow_op(f, i, index, &writes);
        else
            forget(f, &writes);
    }
}

/* Other lanes run from here on than in branches from that depth on. */
static void leave_branches(struct finder *f, uint32_t depth)
{
    for (uint32_t v = 0; v < f->program->vector_count; v++)
        if (f->known[v] > depth)
            f->known[v] = 0;
}

static bool pop(struct finder *f, uint32_t count)
{
    if (f->depth < count)
        return false;
    leave_branches(f, f->depth - count + 1);
    f->depth -= count;
    return true;
}

static bool turn(struct finder *f)
{
    leave_branches(f, f->depth);
    return true;
}

static bool start_loop(struct finder *f, uint32_t index)
{
    if (!f->loops++) {
        f->outermost = index;
        f->outer_depth = f->depth;
    }
    return true;
}

static bool end_loop(struct finder *f)
{
    if (!f->loops)
        return false;
    if (!--f->loops) {
        f->depth = f->outer_depth;
        leave_branches(f, f->depth + 1);
    }
    return true;
}

/* False where it is not followed further. */
static bool follow(struct finder *f, const struct sim_cf *cf, uint32_t index)
{
    f->depth += cf->flow == HW_FLOW_PUSH;
    follow_items(f, cf, index);
    switch (cf->flow) {
    case HW_FLOW_POP:
        return pop(f, cf->pop_count);
    case HW_FLOW_LOOP:
        return start_loop(f, index);
    case HW_FLOW_LOOP_END:
        return end_loop(f);
    case HW_FLOW_ELSE:
        return turn(f);
    default:
        return true;
    }
}

/* The depth of what lanes go on with that jump. In a loop, where nothing is known, it is any. */
static uint32_t depth_behind(const struct finder *f, const struct sim_cf *cf)
{
    const struct sim_program *p = f->program;
    const struct sim_cf *to = cf->target < p->cf_count ? &p->cf[cf->target] : cf;
    const uint32_t own = cf->flow == HW_FLOW_JUMP || cf->flow == HW_FLOW_ELSE ||
                                 cf->flow == HW_FLOW_PUSH
                             ? cf->pop_count
                             : 0,
                   there = to->items                 ? 0
                           : to->flow == HW_FLOW_POP ? to->pop_count
                                                     : to->flow == HW_FLOW_ELSE;
    if (f->loops)
        return DEPTHS - 1;
    return f->depth > own + there ? f->depth - own - there : 0;
}

/* Whether an instruction does not jump back to `index` or before it, but within a loop. */
static bool jumps_on(const struct finder *f, const struct sim_cf *cf, uint32_t index)
{
    return !sim_cf_jumps(cf) || cf->target > index || (f->loops && cf->target > f->outermost);
}

static bool follow_jump(struct finder *f, const struct sim_cf *cf, uint32_t index)
{
    if (!jumps_on(f, cf, index))
        return false;
    if (sim_cf_jumps(cf) && cf->target > index) {
        uint32_t *end = &f->end[depth_behind(f, cf)];
        *end = cf->target > *end ? cf->target : *end;
    }
    return true;
}

/* As far as the program does what is known; false if it jumps back there, so that nothing is. */
static bool follow_all(struct finder *f)
{
    const struct sim_program *p = f->program;
    uint32_t i = 0;
    for (; i < p->cf_count; i++) {
        if (!follow_jump(f, &p->cf[i], i))
            return false;
        if (!follow(f, &p->cf[i], i) || f->depth >= DEPTHS || p->cf[i].end)
            break;
    }
    for (uint32_t k = i + 1; k < p->cf_count; k++)
        if (!jumps_on(f, &p->cf[k], i))
            return false;
    return true;
}

/* All that is needed, or as much as there is room for: whole tests, since they come last. */
static void keep(struct sim_folded *folded, const struct sim_program *p, const bool *needed)
{
    for (uint32_t i = 0; i < p->op_count && folded->count < SIM_FOLDED; i++) {
        if (!needed[i])
            continue;
        folded->tests += p->ops[i].action == SIM_ACTION_PREDICATE;
        folded->ops[folded->count++] = i;
    }
}

bool sim_find_folded(const struct sim_program *program, struct sim_folded *folded)
{
    struct finder f = {.program = program,
                       .known = calloc(program->vector_count + 1u, sizeof(*f.known)),
                       .folded = calloc(program->op_count + 1u, sizeof(bool)),
                       .needed = calloc(program->op_count + 1u, sizeof(bool))};
    const bool room = f.known && f.folded && f.needed;
    *folded = (struct sim_folded){0};
    if (room && follow_all(&f))
        keep(folded, program, f.needed);
    FREE_ALL(f.known, f.folded, f.needed);
    return room;
}

int sim_folded_test(const struct sim_folded *folded, const struct sim_program *program,
                    const struct sim_alu_op *op)
{
    int number = 0;
    for (unsigned i = 0; i < folded->count; i++) {
        const struct sim_alu_op *other = &program->ops[folded->ops[i]];
        if (other == op)
            return op->action == SIM_ACTION_PREDICATE ? number : -1;
        number += other->action == SIM_ACTION_PREDICATE;
    }
    return -1;
}

/* An operand, spread over a vector: a constant, a literal, or the result of the last operation
 * before number `count` that wrote there. */
static const uint32_t *operand(const struct sim_folded *folded, const struct sim_program *p,
                               const struct sim_src *src, const uint32_t *consts,
                               sim_vector *results, unsigned count)
{
    if (src->space != SIM_SPACE_WAVE)
        return (src->space == SIM_SPACE_CONST ? consts : p->literals) + src->offset;
    while (count && p->ops[folded->ops[count - 1]].dst != src->offset)
        count--;
    return results[count ? count - 1 : 0];
}

uint32_t sim_folded_outcomes(const struct sim_folded *folded, const struct sim_program *program,
                             const uint32_t *consts, const struct sim_alu_lanes *lanes)
{
    sim_vector results[SIM_FOLDED];
    uint32_t outcomes = 0, number = 0;
    for (unsigned i = 0; folded->tests && i < folded->count; i++) {
        const struct sim_alu_op *op = &program->ops[folded->ops[i]];
        const uint32_t *source[3];
        for (unsigned k = 0; k < 3; k++)
            source[k] = operand(folded, program, &op->src[k], consts, results, i);
        lanes->alu[op->map](results[i], source[0], source[1], source[2], SIM_LANE_STEP);
        if (op->action == SIM_ACTION_PREDICATE)
            outcomes |= (results[i][0] >> 31) << number++;
    }
    assert(number == folded->tests);
    return outcomes;
}
