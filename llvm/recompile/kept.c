/* SPDX-License-Identifier: MIT */
/* kept.c: see kept.h. Values are followed backwards, from where they are read, through all ways of
 * the wavefront: those that lanes which run may yet read, and those that lanes which do not run
 * there may read when they run again. */
#include "llvm/recompile/kept.h"

#include <stdlib.h>
#include <string.h>

#include "driver/base/free_all.h"
#include "driver/hw/isa.h"
#include "driver/sim/decode/operands.h"

/* Values that are followed at most: instructions of control flow times vectors. */
enum { MOST_KEPT = 1 << 20 };

/* By vector: whether lanes may read it that run and have passed the last test that set predicates,
 * that run and have failed it, and that do not run. */
enum { PASSED, FAILED, IDLE, SETS };

struct follower {
    const struct sim_program *program;
    struct flow *flow;
    bool *before[SETS]; /* by instruction, then vector */
    bool *now[SETS];
    bool changed;
};

static void join(struct follower *f, unsigned into, const bool *from)
{
    for (uint32_t v = 0; v < f->program->vector_count; v++)
        f->now[into][v] |= from[v];
}

static bool *at(const struct follower *f, unsigned set, uint32_t index)
{
    return f->before[set] + (size_t)index * f->program->vector_count;
}

/* Adds all that may be read behind an instruction, on the way to another one. Where all lanes run
 * none is idle. */
static void follow_way(struct follower *f, uint32_t to)
{
    const unsigned sets = to >= f->program->cf_count     ? 0
                          : flow_whole(&f->flow->at[to]) ? IDLE
                                                         : SETS;
    for (unsigned i = 0; i < sets; i++)
        join(f, i, at(f, i, to));
}

/* Lanes may pass where others fail. */
static void mix_tests(struct follower *f)
{
    join(f, PASSED, f->now[FAILED]);
    join(f, FAILED, f->now[PASSED]);
}

/* Lanes may begin to run, or end. */
static void mix(struct follower *f)
{
    mix_tests(f);
    join(f, IDLE, f->now[PASSED]);
    for (unsigned i = 0; i < IDLE; i++)
        join(f, i, f->now[IDLE]);
}

static void clear(struct follower *f, unsigned set)
{
    memset(f->now[set], 0, f->program->vector_count * sizeof(bool));
}

/* Whether the instruction has all lanes that run go on, and jumps if there are none. */
static bool jumps_idle(const struct sim_cf *cf, uint32_t index)
{
    return cf->items == SIM_ITEMS_NONE && cf->target != index + 1 &&
           (cf->flow == HW_FLOW_JUMP || cf->flow == HW_FLOW_PUSH ||
            cf->op == HW_CF_LOOP_START_DX10);
}

static void follow_ways(struct follower *f, uint32_t index)
{
    const struct sim_cf *cf = &f->program->cf[index];
    for (unsigned i = 0; i < SETS; i++)
        clear(f, i);
    if (cf->end)
        return;
    if (sim_cf_jumps(cf))
        follow_way(f, cf->target);
    if (jumps_idle(cf, index)) {
        mix(f);
        clear(f, PASSED);
        clear(f, FAILED);
    }
    follow_way(f, index + 1);
    if (cf->flow != HW_FLOW_NEXT && cf->flow != HW_FLOW_PUSH && !jumps_idle(cf, index))
        mix(f);
}

/* Whether lanes of one outcome take part in an operation. */
static bool takes_part(const struct sim_alu_op *op, unsigned outcome)
{
    return !op || !op->predicate || (op->predicate == HW_PRED_SEL_ONE) == (outcome == PASSED);
}

/* Finds whether lanes that the predicate leaves out keep their value. */
static void find_blended(struct follower *f, const struct sim_alu_op *op)
{
    const uint32_t to = op->dst / SIM_LANES;
    f->flow->blended[op - f->program->ops] =
        f->now[IDLE][to] || f->now[takes_part(op, PASSED) ? FAILED : PASSED][to];
}

/* Notes what any lane may read behind a barrier. */
static void find_behind(struct follower *f, uint32_t index)
{
    bool *behind = f->flow->behind + (size_t)index * f->program->vector_count;
    for (unsigned i = 0; i < SETS; i++)
        for (uint32_t v = 0; v < f->program->vector_count; v++)
            behind[v] |= f->now[i][v];
}

static void follow_item(struct follower *f, uint32_t index, uint32_t item)
{
    const struct sim_cf *cf = &f->program->cf[index];
    const struct sim_alu_op *op = cf->items == SIM_ITEMS_OPS ? &f->program->ops[item] : NULL;
    const struct sim_operands reads = sim_item_reads(f->program, cf, item),
                              writes = sim_item_writes(f->program, cf, item);
    if (op && op->action == SIM_ACTION_BARRIER)
        find_behind(f, index);
    if (op && op->update) {
        mix_tests(f);
        join(f, PASSED, f->now[IDLE]);
        join(f, FAILED, f->now[IDLE]);
    }
    if (op && op->predicate && op->dst != SIM_NO_DST)
        find_blended(f, op);
    for (unsigned i = 0; i < IDLE; i++) {
        if (!takes_part(op, i))
            continue;
        SIM_FOR_OPERANDS(to, writes)
            if (!to->indexed)
                f->now[i][to->vector] = false;
        SIM_FOR_OPERANDS(from, reads)
            if (from->kind != SIM_OPERAND_KEPT)
                SIM_FOR_VECTORS(v, from, f->program)
                    f->now[i][v] = true;
    }
}

static void follow(struct follower *f, uint32_t index)
{
    const struct sim_cf *cf = &f->program->cf[index];
    const size_t size = f->program->vector_count * sizeof(bool);
    follow_ways(f, index);
    for (uint32_t k = cf->first + cf->count; k-- > cf->first;)
        follow_item(f, index, k);
    for (unsigned i = 0; i < SETS; i++) {
        f->changed |= memcmp(at(f, i, index), f->now[i], size) != 0;
        memcpy(at(f, i, index), f->now[i], size);
    }
}

/* The end of a loop that all lanes leave at once is not reached, but the way leads over it. */
static void follow_all(struct follower *f)
{
    do {
        f->changed = false;
        for (uint32_t i = f->program->cf_count; i-- > 0;)
            follow(f, i);
    } while (f->changed);
}

/* Gives the flow what was found. */
static void give(struct follower *f, size_t all)
{
    for (size_t i = 0; i < all; i++)
        f->before[IDLE][i] &= f->flow->live_across[i % f->program->vector_count];
    f->flow->kept = f->before[IDLE];
    f->before[IDLE] = NULL;
    if (flow_indexed(f->program)) /* registers may be read at any time */
        FREE_ALL(f->flow->behind);
}

bool find_kept(const struct sim_program *program, struct flow *flow)
{
    const uint32_t count = program->vector_count;
    const size_t all = (size_t)program->cf_count * count;
    struct follower f = {.program = program, .flow = flow};
    bool sound = true;
    if (all > MOST_KEPT)
        return true;
    for (unsigned i = 0; i < SETS; i++) {
        f.before[i] = calloc(all, sizeof(bool));
        f.now[i] = calloc(count, sizeof(bool));
        sound = sound && f.before[i] && f.now[i];
    }
    flow->blended = calloc(program->op_count + 1, sizeof(bool));
    flow->behind = calloc(all, sizeof(bool));
    sound = sound && flow->blended && flow->behind;
    if (sound) {
        follow_all(&f);
        give(&f, all);
    }
    for (unsigned i = 0; i < SETS; i++)
        FREE_ALL(f.before[i], f.now[i]);
    return sound;
}
