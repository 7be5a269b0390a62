/* SPDX-License-Identifier: MIT */
/* progress.c: see progress.h. Two walks over the loop: the first finds the vectors that count
 * turns, the second what is computed of them. */
#include "llvm/recompile/progress.h"

#include "driver/sim/decode/operands.h"
#include "driver/sim/decode/traits.h"

/* How a vector goes from turn to turn: anyhow; it stays the same; by equal steps. */
enum course_kind { ANYHOW, SAME, STEADY };
struct course {
    uint8_t kind;
    uint32_t of; /* 1 + the vector that it is, as it was when the turn began, and what is the same
                    in all turns more; 0: it is no such sum */
};

static const struct course anyhow = {ANYHOW, 0}, same = {SAME, 0}, steady = {STEADY, 0};

struct walk {
    const struct sim_program *program;
    struct progress *progress;
    struct course *now; /* by vector; whether the loop writes it */
    bool *written;
};

static uint32_t count_items(const struct sim_cf *cf)
{
    return cf->items == SIM_ITEMS_STORE ? 1 : cf->count;
}

/* ---- operations ---- */

static struct course source(const struct walk *w, const struct sim_src *src)
{
    if (src->relative || src->special)
        return anyhow;
    const struct course own = src->space == SIM_SPACE_WAVE ? w->now[src->offset / SIM_LANES] : same;
    return src->mods && own.kind != SAME ? anyhow : own;
}

static struct course sum(struct course a, struct course b)
{
    if (!a.kind || !b.kind)
        return anyhow;
    return b.kind == SAME ? a : a.kind == SAME ? b : steady;
}

static struct course difference(struct course a, struct course b)
{
    return b.kind == STEADY && a.kind ? steady : sum(a, b);
}

/* Steps scaled by a factor that is the same in all turns. */
static struct course product(struct course a, struct course factor)
{
    return a.kind == STEADY && factor.kind == SAME ? steady : anyhow;
}

static struct course result(const struct walk *w, const struct sim_alu_op *op)
{
    struct course s[3];
    for (unsigned i = 0; i < 3; i++)
        s[i] = source(w, &op->src[i]);
    if (op->action != SIM_ACTION_NONE || op->predicate || op->map < 0)
        return anyhow;
    if (s[0].kind == SAME && s[1].kind == SAME && s[2].kind == SAME)
        return same;
    switch (op->finish ? SIM_AFFINE_UNIFORM : (enum sim_affine)sim_op_traits(op).affine) {
    case SIM_AFFINE_COPY:
        return s[0];
    case SIM_AFFINE_SUM:
        return sum(s[0], s[1]);
    case SIM_AFFINE_DIFFERENCE:
        return difference(s[0], s[1]);
    case SIM_AFFINE_THIRD:
        return s[0].kind == SAME && s[1].kind == SAME ? s[2] : anyhow;
    case SIM_AFFINE_LEFT:
        return product(s[0], s[1]);
    case SIM_AFFINE_PRODUCT:
        return product(s[0].kind == SAME ? s[1] : s[0], s[0].kind == SAME ? s[0] : s[1]);
    default:
        return anyhow;
    }
}

/* ---- walks ---- */

static void set_writes(struct walk *w, const struct sim_cf *cf, uint32_t item, struct course value)
{
    const struct sim_operands writes = sim_item_writes(w->program, cf, item);
    SIM_FOR_OPERANDS(to, writes)
        w->now[to->vector] = value;
}

static void follow_item(struct walk *w, const struct sim_cf *cf, uint32_t item)
{
    bool *is_steady = w->progress->steady;
    if (cf->items == SIM_ITEMS_OPS) {
        set_writes(w, cf, item, result(w, &w->program->ops[item]));
        return;
    }
    if (cf->items == SIM_ITEMS_FETCHES) {
        const struct sim_fetch *fetch = &w->program->fetches[item];
        is_steady[sim_fetch_access(w->program, fetch)] = w->now[sim_fetch_index(fetch)].kind;
    } else {
        const struct sim_store *store = &w->program->stores[item];
        is_steady[sim_store_access(w->program, store)] = w->now[store->index / SIM_LANES].kind;
    }
    set_writes(w, cf, item, anyhow);
}

static void for_items(struct walk *w,
                      void (*visit)(struct walk *w, const struct sim_cf *cf, uint32_t item))
{
    for (uint32_t i = w->progress->start + 1; i < w->progress->end; i++)
        for (uint32_t k = 0; k < count_items(&w->program->cf[i]); k++)
            visit(w, &w->program->cf[i], w->program->cf[i].first + k);
}

static void note_written(struct walk *w, const struct sim_cf *cf, uint32_t item)
{
    const struct sim_operands writes = sim_item_writes(w->program, cf, item);
    SIM_FOR_OPERANDS(to, writes)
        w->written[to->vector] = true;
}

/* Vectors that nothing in the loop writes stay. At first the others may all count turns. */
static void follow(struct walk *w)
{
    const uint32_t count = w->program->vector_count;
    for_items(w, note_written);
    for (uint32_t v = 0; v < count; v++)
        w->now[v] = w->written[v] ? (struct course){STEADY, v + 1} : same;
    for_items(w, follow_item);
    for (uint32_t v = 0; v < count; v++)
        w->now[v] = !w->written[v] ? same : w->now[v].of == v + 1 ? steady : anyhow;
    for_items(w, follow_item);
}

/* ---- loops ---- */

static bool may_have_op(const struct sim_alu_op *op)
{
    return op->action == SIM_ACTION_NONE || op->action == SIM_ACTION_PREDICATE ||
           op->action == SIM_ACTION_LDS || op->action == SIM_ACTION_DOUBLE;
}

/* Whether a loop may have an item. */
static bool may_have(const struct sim_program *p, const struct recompile_state *state,
                     const struct sim_cf *cf, uint32_t item)
{
    if (cf->items == SIM_ITEMS_OPS)
        return may_have_op(&p->ops[item]);
    if (cf->items == SIM_ITEMS_FETCHES)
        return state->fetches[sim_fetch_access(p, &p->fetches[item])].kind == RECOMPILE_FETCH_PLAIN;
    const struct sim_store *store = &p->stores[item];
    return store->cf_op != HW_CF_MEM_SCRATCH && store->rat_op != HW_RAT_STORE_TYPED &&
           !sim_store_is_lockstep(store);
}

/* Whether the loop goes straight on at an instruction. */
static bool goes_on(const struct flow *flow, const struct sim_program *p,
                    const struct recompile_state *state, uint32_t start, uint32_t index)
{
    const struct sim_cf *cf = &p->cf[index];
    const struct flow_state *at = &flow->at[index];
    if (at->target && index != start + 1)
        return false;
    if (!cf->items || cf->pop_count || cf->end ||
        (cf->flow != HW_FLOW_NEXT && (cf->flow != HW_FLOW_BREAK || cf->items != SIM_ITEMS_OPS)))
        return false;
    for (uint32_t i = cf->first; i < cf->first + count_items(cf); i++)
        if (!may_have(p, state, cf, i))
            return false;
    return true;
}

/* How long an instruction is, in operations. An access to local memory is as long as some. */
static uint32_t length(const struct sim_program *p, const struct sim_cf *cf)
{
    enum { ACCESS = 8 };
    uint32_t sum = 0;
    for (uint32_t i = cf->first; cf->items == SIM_ITEMS_OPS && i < cf->first + cf->count; i++)
        sum += p->ops[i].action == SIM_ACTION_LDS ? ACCESS : 1;
    return sum;
}

/* The instruction that ends a loop that goes straight on; 0: it does not, or is too long to be
 * written twice. */
static uint32_t find_end(const struct flow *flow, const struct sim_program *p,
                         const struct recompile_state *state, uint32_t start)
{
    enum { MOST_LENGTH = 40 };
    const struct flow_state *first = &flow->at[start + 1];
    uint32_t sum = 0;
    for (uint32_t i = start + 1; i < p->cf_count && sum <= MOST_LENGTH; i++) {
        const struct flow_state *at = &flow->at[i];
        if (!at->reached || !flow_whole(at) || at->loops != first->loops ||
            at->depth != first->depth)
            return 0;
        if (p->cf[i].flow == HW_FLOW_LOOP_END && !p->cf[i].items)
            return flow_turns(p, at) && p->cf[i].target == start + 1 ? i : 0;
        if (!goes_on(flow, p, state, start, i))
            return 0;
        sum += length(p, &p->cf[i]);
    }
    return 0;
}

struct progress progress_find(const struct flow *flow, const struct sim_program *program,
                              const struct recompile_state *state, uint32_t start,
                              struct arena *arena)
{
    struct progress progress = {.start = start};
    if (flow_indexed(program) || program->cf[start].op != HW_CF_LOOP_START_DX10)
        return progress;
    progress.end = find_end(flow, program, state, start);
    if (!progress.end)
        return progress;
    progress.steady = arena_array(arena, sim_program_accesses(program), sizeof(bool));
    struct walk w = {program, &progress,
                     arena_array(arena, program->vector_count, sizeof(struct course)),
                     arena_array(arena, program->vector_count, sizeof(bool))};
    follow(&w);
    return progress;
}
