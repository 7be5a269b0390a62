/* SPDX-License-Identifier: MIT */
/* clauses.c: packs scheduled steps into ALU and fetch clauses.
 *
 * Limits: 128 slots and two locked pairs of constant-cache lines an ALU clause; 16 fetches a fetch
 * clause, and none that reads what an earlier one of the same clause wrote. A barrier is in no
 * clause with what sets or uses AR or the predicate. The limits come from driver/hw/isa.h. */
#include "llvm/evergreen/sched/code.h"

#include <assert.h>

enum {
    LINE_CONSTANTS = 16 /* vec4 constants of a line; two lines are locked together */
};

bool evg_is_alu_clause(const struct evg_cf *cf)
{
    return (unsigned)cf->op & HW_CF_ALU_BIT;
}

bool evg_is_fetch_clause(const struct evg_cf *cf)
{
    return cf->op == HW_CF_TC;
}

uint32_t evg_append_cf(struct evg_code *code, enum hw_cf_op op)
{
    code->cf =
        arena_grow(code->f->arena, code->cf, code->cf_count, &code->cf_capacity, sizeof(*code->cf));
    assert(hw_cf_find((unsigned)op));
    code->cf[code->cf_count] = (struct evg_cf){.op = op, .line = code->line};
    /* Forgets which stores have been waited for: behind a branch or a join that is not known. */
    if (hw_cf_find((unsigned)op)->kind == HW_CF_KIND_JUMP)
        code->scratch_pending = code->f->scratch_bytes != 0;
    return code->cf_count++;
}

void evg_remove_cf(struct evg_code *code, uint32_t index)
{
    assert(index < code->cf_count && !code->cf[index].count); /* no clause is lost */
    code->cf_count--;
    for (uint32_t i = index; i < code->cf_count; i++) {
        code->cf[i] = code->cf[i + 1];
        code->cf[i].target -= code->cf[i].target > index;
    }
}

static struct evg_cf *new_clause(struct evg_code *code, enum hw_cf_op op)
{
    uint32_t index = evg_append_cf(code, op);
    return &code->cf[index];
}

/* Returns the last instruction if it is a clause of that kind that may grow. An ALU clause that
 * pushes or pops may not: the operation for which it does is its last. */
static struct evg_cf *open_clause(struct evg_code *code, enum hw_cf_op op)
{
    struct evg_cf *last = code->cf_count ? &code->cf[code->cf_count - 1] : NULL;
    return last && last->op == op && !last->closed ? last : NULL;
}

/* --- ALU clauses --- */

static uint32_t kcache_line(const struct evg_source *source)
{
    return source->value / (2 * LINE_CONSTANTS) * 2;
}

/* Locks the lines a group needs; false when the clause has no set left. */
static bool lock_lines(struct evg_kcache sets[EVG_KCACHE_SETS], const struct evg_group *group)
{
    for (unsigned i = 0; i < EVG_SLOTS; i++)
        for (unsigned k = 0; group->slot[i].used && k < hw_alu_info[group->slot[i].op].nsrc; k++) {
            const struct evg_source *source = &group->slot[i].src[k];
            if (source->kind != SOURCE_KCACHE)
                continue;
            unsigned n = 0;
            while (n < EVG_KCACHE_SETS && sets[n].used && sets[n].line != kcache_line(source))
                n++;
            if (n == EVG_KCACHE_SETS)
                return false;
            sets[n] = (struct evg_kcache){true, kcache_line(source)};
        }
    return true;
}

/* The steps from `item` on whose groups must share a clause. */
static uint32_t glued_steps(const struct evg_item *item)
{
    uint32_t count = 1;
    assert(item->group);
    while (item[count - 1].glued)
        count++;
    return count;
}

static bool is_barrier(const struct evg_group *group)
{
    return group->slot[0].used && group->slot[0].op == HW_ALU_OP_GROUP_BARRIER;
}

/* Whether a group sets or uses AR or the predicate. */
static bool has_state(const struct evg_group *group)
{
    bool found = false;
    for (unsigned n = 0; n < EVG_SLOTS; n++) {
        const struct evg_slot *slot = &group->slot[n];
        found |= slot->used &&
                 (slot->predicate || slot->dst_rel || slot->src[0].rel || slot->src[1].rel ||
                  slot->src[2].rel || hw_alu_info[slot->op].flags & (HW_ALU_PRED | HW_ALU_MOVA));
    }
    return found;
}

static bool fits_clause(const struct evg_cf *clause, const struct evg_item *items, uint32_t count)
{
    struct evg_kcache sets[EVG_KCACHE_SETS] = {clause->kcache[0], clause->kcache[1]};
    unsigned slots = clause->slots;
    bool barrier = clause->has_barrier, state = clause->has_state;
    for (uint32_t i = 0; i < count; i++) {
        slots += evg_group_slots(items[i].group);
        barrier |= is_barrier(items[i].group);
        state |= has_state(items[i].group);
        if (!lock_lines(sets, items[i].group) || (barrier && state))
            return false;
    }
    return slots <= HW_ALU_CLAUSE_SLOTS;
}

static int written_gpr(const struct mir_function *f, const struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->dst_count; i++)
        if (inst->dst[i])
            return f->vregs[inst->dst[i]].gpr;
    return -1;
}

static bool reads_gpr(const struct mir_function *f, const struct mir_inst *inst, int gpr)
{
    for (uint32_t i = 0; i < inst->src_count; i++)
        if (inst->src[i].kind == MIR_VREG && f->vregs[inst->src[i].value].gpr == gpr)
            return true;
    return false;
}

bool evg_meets_fetches(const struct mir_function *f, const struct evg_group *group,
                       const struct mir_inst *const *fetches, uint32_t count)
{
    for (unsigned n = 0; n < EVG_SLOTS; n++) {
        const struct evg_slot *slot = &group->slot[n];
        bool relative = slot->dst_rel;
        for (unsigned i = 0; slot->used && i < evg_source_count(slot); i++) {
            const struct evg_source *source = &slot->src[i];
            relative |= source->rel;
            for (uint32_t k = 0; k < count && source->kind == SOURCE_SELECT; k++)
                if ((int)source->value == written_gpr(f, fetches[k]))
                    return true;
        }
        if (slot->used && relative)
            return true;
        for (uint32_t k = 0; slot->used && slot->write && k < count; k++)
            if (slot->gpr == written_gpr(f, fetches[k]) || reads_gpr(f, fetches[k], slot->gpr))
                return true;
    }
    return is_barrier(group);
}

/* How many of the steps from the first on can run beside the fetches before them. */
static uint32_t steps_beside(const struct evg_code *code, const struct evg_item *items,
                             uint32_t count)
{
    const struct evg_cf *last = code->cf_count ? &code->cf[code->cf_count - 1] : NULL;
    uint32_t n = 0, whole = 0;
    if (!last || !evg_is_fetch_clause(last))
        return 0;
    while (n < count && items[n].kind == ITEM_ALU &&
           !evg_meets_fetches(code->f, items[n].group, last->insts, last->count)) {
        n++;
        whole = items[n - 1].glued ? whole : n; /* glued ones are of one clause */
    }
    return whole;
}

static void append_groups(struct evg_code *code, const struct evg_item *items, uint32_t count,
                          bool beside)
{
    struct evg_cf *clause = open_clause(code, HW_CF_ALU);
    if (!clause || clause->beside != beside || !fits_clause(clause, items, count)) {
        /* A clause runs beside fetches only right behind their clause; the next one waits for them.
         */
        beside &= code->cf_count && evg_is_fetch_clause(&code->cf[code->cf_count - 1]);
        clause = new_clause(code, HW_CF_ALU);
        clause->beside = beside;
    }
    for (uint32_t i = 0; i < count; i++) {
        clause->groups = arena_grow(code->f->arena, clause->groups, clause->count,
                                    &clause->capacity, sizeof(*clause->groups));
        clause->groups[clause->count++] = items[i].group;
        clause->slots += evg_group_slots(items[i].group);
        clause->has_barrier |= is_barrier(items[i].group);
        clause->has_state |= has_state(items[i].group);
        const bool locked = lock_lines(clause->kcache, items[i].group);
        assert(locked);
        (void)locked;
    }
}

/* --- Fetch clauses --- */

/* Whether two fetches write the same channel of a register. */
static bool write_same(const struct mir_function *f, const struct mir_inst *a,
                       const struct mir_inst *b)
{
    for (unsigned i = 0; i < a->dst_count; i++)
        for (unsigned k = 0; k < b->dst_count; k++) {
            const struct mir_vreg *first = &f->vregs[a->dst[i]], *second = &f->vregs[b->dst[k]];
            if (a->dst[i] && b->dst[k] && first->gpr == second->gpr &&
                first->assigned_channel == second->assigned_channel)
                return true;
        }
    return false;
}

static bool uses_result(const struct mir_inst *inst, const struct mir_inst *of)
{
    for (uint32_t i = 0; i < inst->src_count; i++)
        for (unsigned d = 0; d < of->dst_count; d++)
            if (inst->src[i].kind == MIR_VREG && of->dst[d] && inst->src[i].value == of->dst[d])
                return true;
    return false;
}

/* Whether a fetch can be in a clause behind another one. */
static bool may_follow(const struct mir_function *f, const struct mir_inst *inst,
                       const struct mir_inst *before)
{
    int gpr = written_gpr(f, before);
    return gpr < 0 || !reads_gpr(f, inst, gpr);
}

/* Whether a fetch may move before one that it came after, though that one may write registers which
 * it reads. */
static bool may_precede(const struct mir_function *f, const struct mir_inst *inst,
                        const struct mir_inst *after)
{
    return !uses_result(inst, after) && may_follow(f, after, inst) && !write_same(f, inst, after);
}

uint32_t evg_fetches_of(const struct evg_cf *clause)
{
    uint32_t fetches = 0;
    assert(evg_is_fetch_clause(clause));
    for (uint32_t i = 0; i < clause->count; i++)
        fetches += mir_fetch_count(clause->insts[i]);
    return fetches;
}

/* Where in the clause the fetch can be: at its end, or before the first that writes a register
 * which it reads; -1: nowhere. */
static int find_room(const struct evg_code *code, const struct evg_cf *clause,
                     const struct mir_inst *inst)
{
    uint32_t at = 0;
    if (evg_fetches_of(clause) + mir_fetch_count(inst) > mir_fetch_limit(code->f))
        return -1;
    while (at < clause->count && may_follow(code->f, inst, clause->insts[at]))
        at++;
    for (uint32_t i = at; i < clause->count; i++)
        if (!may_precede(code->f, inst, clause->insts[i]))
            return -1;
    return (int)at;
}

static void append_inst(struct evg_code *code, struct evg_cf *cf, const struct mir_inst *inst)
{
    cf->insts = arena_grow(code->f->arena, cf->insts, cf->count, &cf->capacity, sizeof(*cf->insts));
    cf->insts[cf->count++] = inst;
}

/* Emits a wait if the fetch reads memory that an earlier store may still be writing. */
static void wait_for_stores(struct evg_code *code, const struct mir_inst *inst)
{
    if (!inst->waits && !(inst->kind == MIR_SCRATCH_LOAD && code->scratch_pending))
        return;
    code->line = inst->line;
    evg_append_cf(code, HW_CF_WAIT_ACK);
    code->scratch_pending = false;
}

static void append_fetch(struct evg_code *code, const struct mir_inst *inst)
{
    wait_for_stores(code, inst);
    struct evg_cf *clause = open_clause(code, HW_CF_TC);
    const int at = clause ? find_room(code, clause, inst) : -1;
    if (at < 0)
        clause = new_clause(code, HW_CF_TC);
    append_inst(code, clause, inst);
    for (uint32_t i = clause->count - 1; at >= 0 && i > (uint32_t)at; i--) {
        clause->insts[i] = clause->insts[i - 1];
        clause->insts[i - 1] = inst;
    }
}

static void append_store(struct evg_code *code, const struct mir_inst *inst)
{
    enum hw_cf_op op = HW_CF_MEM_RAT;
    assert(inst->kind == MIR_RAT || inst->kind == MIR_SCRATCH_STORE);
    if (inst->kind == MIR_SCRATCH_STORE) {
        op = HW_CF_MEM_SCRATCH;
        code->scratch_pending = true;
    }
    if (inst->kind == MIR_RAT && inst->op == HW_RAT_STORE_RAW)
        op = HW_CF_MEM_RAT_CACHELESS;
    append_inst(code, new_clause(code, op), inst);
}

void evg_append_items(struct evg_code *code, const struct evg_items *items)
{
    uint32_t beside = 0; /* where the steps end that run beside fetches */
    assert(!items->count || !items->item[items->count - 1].glued);
    for (uint32_t i = 0, count = 1; i < items->count; i += count) {
        const struct evg_item *item = &items->item[i];
        count = 1;
        if (i >= beside) {
            const uint32_t steps = steps_beside(code, item, items->count - i);
            beside = code->overlap && steps >= EVG_LEAST_BESIDE ? i + steps : 0;
        }
        switch (item->kind) {
        case ITEM_ALU:
        case ITEM_DOUBLE:
        case ITEM_BARRIER:
            count = glued_steps(item);
            append_groups(code, item, count, i < beside);
            break;
        case ITEM_FETCH:
            append_fetch(code, item->inst);
            break;
        case ITEM_STORE:
            append_store(code, item->inst);
            break;
        }
    }
}
