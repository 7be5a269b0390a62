/* SPDX-License-Identifier: MIT */
/* beside.c: see beside.h. */
#include "llvm/evergreen/alloc/beside.h"

#include <assert.h>
#include <string.h>

enum role { FETCH_READS, FETCH_WRITES, WORK_READS, WORK_WRITES, ROLES };
enum {
    LEAST_GROUPS = 2, /* that are worth a clause (clauses.c) */
    MOST_GROUPS = 16, /* that are looked at */
    WORDS = 2         /* of a set of GPRs */
};

/* The roles that a role must not meet in one register. */
static const uint8_t foes[ROLES] = {
    [FETCH_READS] = 1 << WORK_WRITES,
    [FETCH_WRITES] = 1 << WORK_READS | 1 << WORK_WRITES,
    [WORK_READS] = 1 << FETCH_WRITES,
    [WORK_WRITES] = 1 << FETCH_READS | 1 << FETCH_WRITES,
};

struct use {
    struct use *next;
    uint32_t place;
    enum role role;
};

/* A clause of fetches, and the work behind it. */
struct place {
    uint64_t gprs[ROLES][WORDS];
};

struct mir_beside {
    struct mir_function *f;
    struct use **uses; /* by register */
    struct place *places;
    uint32_t count;
    size_t capacity;
};

static bool is_fetch(const struct mir_inst *inst)
{
    return inst->kind == MIR_VTX || inst->kind == MIR_TEX || inst->kind == MIR_SCRATCH_LOAD;
}

/* Operations that can run beside fetches. */
static bool is_work(const struct mir_inst *inst)
{
    return inst->kind == MIR_ALU || inst->kind == MIR_DOT || inst->kind == MIR_DOUBLE ||
           inst->kind == MIR_LDS;
}

static bool reads_result(const struct mir_inst *inst, const struct mir_inst *from,
                         const struct mir_inst *end)
{
    for (const struct mir_inst *fetch = from; fetch != end; fetch = fetch->next)
        for (uint32_t i = 0; i < inst->src_count; i++)
            for (unsigned d = 0; d < fetch->dst_count; d++)
                if (inst->src[i].kind == MIR_VREG && fetch->dst[d] &&
                    inst->src[i].value == fetch->dst[d])
                    return true;
    return false;
}

static void note(struct mir_beside *beside, uint32_t v, enum role role)
{
    struct use *use = arena_alloc(beside->f->arena, sizeof(*use));
    *use = (struct use){beside->uses[v], beside->count, role};
    beside->uses[v] = use;
}

static void note_all(struct mir_beside *beside, const struct mir_inst *inst, enum role reads,
                     enum role writes)
{
    for (uint32_t i = 0; i < inst->src_count; i++)
        if (inst->src[i].kind == MIR_VREG)
            note(beside, inst->src[i].value, reads);
    for (unsigned d = 0; d < inst->dst_count; d++)
        if (inst->dst[d])
            note(beside, inst->dst[d], writes);
}

/* The fetches from `first` up to `end`, and the groups behind them. */
static void add_place(struct mir_beside *beside, const struct mir_inst *first,
                      const struct mir_inst *end)
{
    uint32_t groups = 0, last = 0;
    const struct mir_inst *inst = end;
    while (inst && is_work(inst) && groups <= MOST_GROUPS && !reads_result(inst, first, end)) {
        groups += inst->group != last;
        last = inst->group;
        inst = inst->next;
    }
    /* Leaves out the group in whose midst the work ends. */
    const uint32_t stop = inst ? inst->group : 0;
    groups -= groups && last == stop;
    if (groups < LEAST_GROUPS)
        return;
    for (inst = first; inst != end; inst = inst->next)
        note_all(beside, inst, FETCH_READS, FETCH_WRITES);
    for (; inst && is_work(inst) && groups > 0 && inst->group != stop; inst = inst->next) {
        note_all(beside, inst, WORK_READS, WORK_WRITES);
        groups -= !inst->next || inst->next->group != inst->group;
    }
    beside->places = arena_grow(beside->f->arena, beside->places, beside->count, &beside->capacity,
                                sizeof(*beside->places));
    beside->count++;
}

struct mir_beside *mir_find_beside(struct mir_function *f)
{
    struct mir_beside *beside = arena_alloc(f->arena, sizeof(*beside));
    *beside = (struct mir_beside){.f = f};
    beside->uses = arena_array(f->arena, f->vreg_count, sizeof(*beside->uses));
    for (uint32_t b = 0; b < f->block_count; b++)
        for (const struct mir_inst *inst = f->blocks[b]->first, *end; inst; inst = end) {
            end = inst->next;
            if (!is_fetch(inst))
                continue;
            while (end && is_fetch(end) && !reads_result(end, inst, end))
                end = end->next;
            add_place(beside, inst, end);
        }
    return beside;
}

void mir_beside_clear(struct mir_beside *beside)
{
    if (beside->count)
        memset(beside->places, 0, beside->count * sizeof(*beside->places));
}

bool mir_beside_meets(const struct mir_beside *beside, uint32_t v, uint32_t gpr)
{
    for (const struct use *use = beside->uses[v]; use; use = use->next)
        for (unsigned role = 0; role < ROLES; role++)
            if (foes[use->role] >> role & 1 &&
                beside->places[use->place].gprs[role][gpr / 64] >> gpr % 64 & 1)
                return true;
    return false;
}

void mir_beside_take(struct mir_beside *beside, uint32_t v, uint32_t gpr)
{
    assert(gpr / 64 < WORDS);
    for (const struct use *use = beside->uses[v]; use; use = use->next)
        beside->places[use->place].gprs[use->role][gpr / 64] |= UINT64_C(1) << gpr % 64;
}
