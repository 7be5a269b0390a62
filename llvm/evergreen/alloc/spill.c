/* SPDX-License-Identifier: MIT */
/* spill.c: moves values to the work-item's scratch memory until no more than a given number is
 * alive at once.
 *
 * Where too many values are live, it spills those that are not read or written there, the cheapest
 * first: with few accesses, in shallow loops, and long live ranges. A spilled value is stored after
 * each definition and loaded before its uses; one load serves uses close together. A value that
 * depends on constants alone is rematerialised instead. Loads shorten ranges and make new ones, so
 * it works in rounds. */
#include <assert.h>
#include <string.h>

#include "llvm/evergreen/alloc/ranges.h"
#include "llvm/evergreen/alloc/spill_code.h"
#include "llvm/evergreen/mir/passes.h"

enum {
    MAX_ROUNDS = 12,
    WEIGHT_BITS = 3, /* of a level of loops */
    MAX_DEPTH = 5,
    REMATERIALISED =
        4 /* computing a value anew costs a part, one in so many, of an access to memory */
};

struct activity {
    uint32_t vreg, to;
};

struct chooser {
    struct mir_function *f;
    struct spill *spill;
    const struct mir_ranges *ranges;
    uint32_t positions, target;
    uint32_t *pressure;      /* by position */
    uint32_t *excess_before; /* by position: how many positions before it have too much pressure */
    uint64_t *cost;          /* by register */
    struct mir_inst **inst;  /* by position / 2; NULL at ends of blocks */
    uint32_t *starts_at;     /* by position: first of `starts`, sorted by position */
    struct activity *starts;
    struct activity *active;
    uint32_t active_count;
};

/* --- What is alive, and what it costs to move it --- */

static void measure_pressure(struct chooser *c)
{
    uint32_t now = 0;
    uint32_t *change = arena_array(c->f->arena, c->positions + 1, sizeof(*change));
    for (uint32_t v = 1; v < c->f->vreg_count; v++)
        for (uint32_t i = 0; i < c->ranges[v].count; i++) {
            change[c->ranges[v].range[i].from]++;
            change[c->ranges[v].range[i].to]--;
        }
    for (uint32_t p = 0; p < c->positions; p++) {
        now += change[p];
        c->pressure[p] = now;
        c->excess_before[p + 1] = c->excess_before[p] + (now > c->target);
    }
}

static void add_cost(struct chooser *c, const struct mir_operand *operand, uint64_t weight)
{
    if (operand->kind == MIR_VREG)
        c->cost[operand->value] += weight;
}

static void measure_costs(struct chooser *c)
{
    for (uint32_t b = 0; b < c->f->block_count; b++) {
        const struct mir_block *block = c->f->blocks[b];
        uint32_t depth = block->loop_depth < MAX_DEPTH ? block->loop_depth : MAX_DEPTH;
        uint64_t weight = (uint64_t)REMATERIALISED << WEIGHT_BITS * depth;
        for (struct mir_inst *inst = block->first; inst; inst = inst->next) {
            c->inst[inst->position / 2] = inst;
            for (unsigned d = 0; d < inst->dst_count; d++)
                c->cost[inst->dst[d]] += weight;
            for (uint32_t i = 0; i < inst->src_count; i++)
                add_cost(c, &inst->src[i], weight);
        }
        add_cost(c, &block->cond, weight);
        add_cost(c, &block->cond_other, weight);
    }
    for (uint32_t v = 1; v < c->f->vreg_count; v++)
        if (c->spill->origin[v])
            c->cost[v] /= REMATERIALISED;
}

/* Ranges by the position where they start. */
static void sort_starts(struct chooser *c)
{
    for (uint32_t v = 1; v < c->f->vreg_count; v++)
        for (uint32_t i = 0; i < c->ranges[v].count; i++)
            c->starts_at[c->ranges[v].range[i].from + 1]++;
    for (uint32_t p = 0; p < c->positions; p++)
        c->starts_at[p + 1] += c->starts_at[p];
    uint32_t *next = arena_array(c->f->arena, c->positions + 1, sizeof(*next));
    memcpy(next, c->starts_at, (c->positions + 1) * sizeof(*next));
    c->starts = arena_array(c->f->arena, c->starts_at[c->positions] + 1, sizeof(*c->starts));
    c->active = arena_array(c->f->arena, c->starts_at[c->positions] + 1, sizeof(*c->active));
    for (uint32_t v = 1; v < c->f->vreg_count; v++)
        for (uint32_t i = 0; i < c->ranges[v].count; i++)
            c->starts[next[c->ranges[v].range[i].from]++] =
                (struct activity){v, c->ranges[v].range[i].to};
}

/* --- Choosing --- */

static bool touches(const struct mir_inst *inst, uint32_t v)
{
    for (unsigned d = 0; d < inst->dst_count; d++)
        if (inst->dst[d] == v)
            return true;
    for (uint32_t i = 0; i < inst->src_count; i++)
        if (inst->src[i].kind == MIR_VREG && inst->src[i].value == v)
            return true;
    return false;
}

/* Returns at how many positions with too many live values the register is live, so that spilling it
 * helps. */
static uint64_t relief(const struct chooser *c, uint32_t v)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < c->ranges[v].count; i++)
        count += c->excess_before[c->ranges[v].range[i].to] -
                 c->excess_before[c->ranges[v].range[i].from];
    return count;
}

/* The active register to move, or 0. */
static uint32_t find_victim(const struct chooser *c, uint32_t position)
{
    const struct mir_inst *inst = c->inst[position / 2];
    uint64_t best_cost = 0, best_relief = 0;
    uint32_t best = 0;
    for (uint32_t i = 0; i < c->active_count; i++) {
        uint32_t v = c->active[i].vreg;
        if (mir_bit(c->spill->chosen, v) || mir_bit(c->spill->fixed, v) ||
            (inst && touches(inst, v)))
            continue;
        uint64_t gain = relief(c, v);
        if (best && c->cost[v] * best_relief >= best_cost * gain)
            continue;
        best = v;
        best_cost = c->cost[v];
        best_relief = gain;
    }
    return best;
}

static void choose(struct chooser *c, uint32_t v)
{
    assert(!mir_bit(c->spill->chosen, v) && !mir_bit(c->spill->fixed, v));
    c->spill->chosen[v / 64] |= UINT64_C(1) << v % 64;
    for (uint32_t i = 0; i < c->ranges[v].count; i++)
        for (uint32_t p = c->ranges[v].range[i].from; p < c->ranges[v].range[i].to; p++)
            c->pressure[p]--;
}

static void update_active(struct chooser *c, uint32_t position)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->active_count; i++)
        if (c->active[i].to > position && !mir_bit(c->spill->chosen, c->active[i].vreg))
            c->active[kept++] = c->active[i];
    c->active_count = kept;
    for (uint32_t i = c->starts_at[position]; i < c->starts_at[position + 1]; i++)
        c->active[c->active_count++] = c->starts[i];
}

static bool choose_all(struct chooser *c)
{
    bool any = false;
    for (uint32_t p = 0; p < c->positions; p++) {
        update_active(c, p);
        while (c->pressure[p] > c->target) {
            uint32_t victim = find_victim(c, p);
            if (!victim)
                break;
            choose(c, victim);
            any = true;
        }
    }
    return any;
}

/* Returns whether anything was moved. */
static bool run_round(struct spill *spill, uint32_t target)
{
    struct mir_function *f = spill->f;
    struct chooser c = {.f = f, .spill = spill, .target = target};
    c.positions = mir_number(f) + 1;
    mir_liveness(f);
    spill_prepare(spill);
    c.ranges = mir_find_ranges(f);
    c.pressure = arena_array(f->arena, c.positions, sizeof(*c.pressure));
    c.excess_before = arena_array(f->arena, c.positions + 1, sizeof(*c.excess_before));
    measure_pressure(&c);
    if (!c.excess_before[c.positions])
        return false;
    c.cost = arena_array(f->arena, f->vreg_count, sizeof(*c.cost));
    c.inst = arena_array(f->arena, c.positions / 2 + 1, sizeof(struct mir_inst *));
    c.starts_at = arena_array(f->arena, c.positions + 2, sizeof(*c.starts_at));
    measure_costs(&c);
    sort_starts(&c);
    if (!choose_all(&c))
        return false;
    spill_rewrite(spill);
    return true;
}

void mir_spill(struct mir_function *f)
{
    struct spill spill = {.f = f, .first_load = f->vreg_count};
    assert(!f->ssa);
    while (spill.rounds < MAX_ROUNDS && run_round(&spill, f->value_limit))
        spill.rounds++;
}
