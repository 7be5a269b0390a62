/* SPDX-License-Identifier: MIT */
/* meets.c: whether all blocks of a group come to the same barriers in the same order, whatever the
 * data. Then one call can take each of them from one barrier to the next, in turns.
 *
 * Blocks go apart where they take different ways from an instruction. They are together again at
 * the first instruction that all these ways lead to, its nearest post-dominator. What lies between
 * is ragged: blocks may come there differently often. */
#include <assert.h>
#include <string.h>

#include "llvm/recompile/flow.h"

enum { WORDS = SIM_FLOW_WAYS / 64 };

struct set {
    uint64_t word[WORDS];
};

static bool has(const struct set *set, uint32_t index)
{
    return set->word[index / 64] >> index % 64 & 1u;
}

static void add(struct set *set, uint32_t index)
{
    set->word[index / 64] |= 1ull << index % 64;
}

static struct set next_of(const struct flow_ways *ways, uint32_t index)
{
    struct set next;
    memcpy(&next, ways->next[index], sizeof(next));
    return next;
}

static unsigned count(const struct set *set)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < WORDS; i++)
        sum += (unsigned)__builtin_popcountll(set->word[i]);
    return sum;
}

bool flow_may_meet(const struct sim_program *program, const struct recompile_state *state)
{
    return ((program->barriers && state->blocks > 1) || state->abreast > 1) &&
           program->cf_count <= SIM_FLOW_WAYS;
}

/* ---- post-dominators ---- */

struct dominators {
    const struct flow *flow;
    const struct sim_program *program;
    const struct flow_ways *ways;
    struct set behind[SIM_FLOW_WAYS]; /* instructions on all ways from one to an end, and itself */
};

/* Recomputes one instruction's. True when fewer are left. */
static bool narrow(struct dominators *d, uint32_t index)
{
    const struct set next = next_of(d->ways, index), before = d->behind[index];
    struct set *own = &d->behind[index];
    if (d->program->cf[index].end)
        memset(own, 0, sizeof(*own));
    for (uint32_t i = 0; i < d->program->cf_count; i++)
        for (unsigned w = 0; has(&next, i) && w < WORDS; w++)
            own->word[w] &= d->behind[i].word[w];
    add(own, index);
    return memcmp(own, &before, sizeof(before)) != 0;
}

static void find_dominators(struct dominators *d)
{
    bool changed = true;
    memset(d->behind, 0xff, sizeof(d->behind));
    while (changed) {
        changed = false;
        for (uint32_t i = d->program->cf_count; i-- > 0;)
            if (d->flow->at[i].reached)
                changed |= narrow(d, i);
    }
}

/* ---- ragged instructions ---- */

/* Adds those on the ways from `fork` up to where all of them meet. */
static bool spread(const struct dominators *d, uint32_t fork, bool *ragged)
{
    struct set seen = {0};
    uint32_t work[SIM_FLOW_WAYS], work_count = 0;
    bool more = false;
    work[work_count++] = fork;
    while (work_count) {
        const uint32_t from = work[--work_count];
        const struct set next = next_of(d->ways, from);
        for (uint32_t i = 0; i < d->program->cf_count; i++) {
            if (!has(&next, i) || has(&seen, i) || (i != fork && has(&d->behind[fork], i)))
                continue;
            add(&seen, i);
            more |= !ragged[i];
            ragged[i] = true;
            work[work_count++] = i;
            assert(work_count < SIM_FLOW_WAYS);
        }
    }
    return more;
}

static bool is_fork(const struct flow_ways *ways, uint32_t index)
{
    const struct set next = next_of(ways, index);
    return ways->apart[index] && count(&next) > 1;
}

bool flow_find_ragged(struct flow *flow, const struct sim_program *program,
                      const struct flow_ways *ways)
{
    struct dominators d = {.flow = flow, .program = program, .ways = ways};
    bool more = false;
    find_dominators(&d);
    for (uint32_t i = 0; i < program->cf_count; i++) {
        if (flow->at[i].reached && is_fork(ways, i))
            more |= spread(&d, i, flow->ragged);
        more |= ways->skipped[i] && !flow->ragged[i];
        flow->ragged[i] |= ways->skipped[i];
    }
    return more;
}

/* ---- barriers ---- */

/* Whether some way leads from each instruction to an end: else it has no post-dominator. */
static bool all_end(const struct flow *flow, const struct sim_program *program,
                    const struct flow_ways *ways)
{
    struct set ends = {0};
    unsigned before;
    do {
        before = count(&ends);
        for (uint32_t i = program->cf_count; i-- > 0;) {
            const struct set next = next_of(ways, i);
            bool leads = program->cf[i].end;
            for (unsigned w = 0; w < WORDS; w++)
                leads |= (next.word[w] & ends.word[w]) != 0;
            if (leads && flow->at[i].reached)
                add(&ends, i);
        }
    } while (count(&ends) != before);
    for (uint32_t i = 0; i < program->cf_count; i++)
        if (flow->at[i].reached && !has(&ends, i))
            return false;
    return true;
}

/* Whether all lanes run at the barriers of an instruction, whose tests come behind them. All ran
 * then when the stack's entries and the loops began, too: lanes that run are some of those. */
static bool is_met(const struct flow *flow, const struct sim_program *program, uint32_t index)
{
    const struct sim_cf *cf = &program->cf[index];
    bool tested = false;
    for (uint32_t i = cf->first; cf->items == SIM_ITEMS_OPS && i < cf->first + cf->count; i++) {
        tested |= (program->ops[i].update & SIM_UPDATE_EXEC) != 0;
        if (program->ops[i].action == SIM_ACTION_BARRIER &&
            (tested || flow->ragged[index] || !flow_whole(&flow->at[index])))
            return false;
    }
    return true;
}

static bool all_meet(const struct flow *flow, const struct sim_program *program,
                     const struct flow_ways *ways)
{
    for (uint32_t i = 0; i < program->cf_count; i++)
        if (flow->at[i].reached &&
            (!is_met(flow, program, i) || (program->cf[i].end && flow->ragged[i])))
            return false;
    return all_end(flow, program, ways);
}

/* ---- regions ---- */

uint32_t flow_region_behind(const struct flow *flow, const struct sim_program *program,
                            uint32_t index, uint32_t before)
{
    const struct sim_cf *cf = &program->cf[index];
    uint32_t region = flow->region[index];
    for (uint32_t i = cf->first; cf->items == SIM_ITEMS_OPS && i < cf->first + cf->count; i++)
        if (program->ops[i].action == SIM_ACTION_BARRIER && i < before)
            region = i + 1;
    return region;
}

/* Hands a region on to those that follow; true where that changes one. `seen`: has one already. */
static bool hand_on(struct flow *flow, const struct sim_program *program,
                    const struct flow_ways *ways, uint32_t index, struct set *seen)
{
    const struct set next = next_of(ways, index);
    const uint32_t region = flow_region_behind(flow, program, index, UINT32_MAX);
    bool changed = false;
    for (uint32_t i = 0; i < program->cf_count; i++) {
        if (!has(&next, i))
            continue;
        const uint32_t old = flow->region[i],
                       joined = has(seen, i) && old != region ? SIM_FLOW_MANY : region;
        changed |= !has(seen, i) || joined != old;
        add(seen, i);
        flow->region[i] = joined;
    }
    return changed;
}

static void find_regions(struct flow *flow, const struct sim_program *program,
                         const struct flow_ways *ways)
{
    struct set seen = {{1}};
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < program->cf_count; i++)
            if (has(&seen, i))
                changed |= hand_on(flow, program, ways, i, &seen);
    }
}

void flow_find_meets(struct flow *flow, const struct sim_program *program,
                     const struct flow_ways *ways)
{
    flow->meets = all_meet(flow, program, ways);
    if (flow->meets)
        find_regions(flow, program, ways);
}
