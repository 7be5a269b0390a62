/* SPDX-License-Identifier: MIT */
/* cluster_fetches.c: orders a block's instructions so that fetches stand side by side, as many as a
 * clause holds. Arithmetic comes as soon as it can, then fetches, and stores last. Effects on
 * memory keep their order, and reads of memory that effects may change stay between the same two
 * effects. SSA form in and out. More values are alive at once: evergreen.c does without this pass
 * when registers do not suffice. */
#include "llvm/evergreen/mir/passes.h"

#include <assert.h>

/* Bounds the search for a ready instruction, so that a block of n instructions takes n times this.
 * It always ends: the first instruction waits for none behind it. */
enum { WINDOW = 1024 };

enum phase { PHASE_ALU, PHASE_FETCH, PHASE_STORE, PHASES };

struct clusterer {
    struct mir_function *f;
    struct mir_inst **insts; /* of the block, in the old order; NULL: placed */
    uint32_t *epoch;         /* effects before it */
    uint32_t count, first;   /* those before `first` are placed */
    uint32_t *reads;         /* by epoch: ordered reads not placed yet */
    uint32_t effects;        /* placed so far */
    uint64_t *pending;       /* registers that the block defines later */
};

static enum phase phase_of(const struct mir_inst *inst)
{
    switch (inst->kind) {
    case MIR_VTX:
    case MIR_TEX:
    case MIR_SCRATCH_LOAD:
        return PHASE_FETCH;
    case MIR_RAT:
    case MIR_SCRATCH_STORE:
    case MIR_BARRIER:
        return PHASE_STORE;
    default:
        return PHASE_ALU;
    }
}

/* Instructions that keep their order among the effects: effects, reads of private memory, and the
 * fetch of an atomic's result. */
static bool is_ordered(const struct mir_inst *inst)
{
    return (mir_has_effect(inst) && inst->kind != MIR_INPUT) || inst->waits ||
           inst->kind == MIR_ARRAY_LOAD || inst->kind == MIR_SCRATCH_LOAD;
}

static bool is_ordered_read(const struct mir_inst *inst)
{
    return inst->kind == MIR_VTX && !inst->loads_input && !inst->waits;
}

static void set_pending(struct clusterer *o, const struct mir_inst *inst, bool value)
{
    for (unsigned d = 0; d < inst->dst_count; d++) {
        uint64_t bit = UINT64_C(1) << inst->dst[d] % 64;
        uint64_t *word = &o->pending[inst->dst[d] / 64];
        *word = value ? *word | bit : *word & ~bit;
    }
}

static bool is_ready(const struct clusterer *o, uint32_t n)
{
    const struct mir_inst *inst = o->insts[n];
    if (is_ordered_read(inst) && o->epoch[n] != o->effects)
        return false;
    if (is_ordered(inst) && (o->epoch[n] != o->effects || o->reads[o->epoch[n]]))
        return false;
    for (uint32_t i = 0; i < inst->src_count; i++)
        if (inst->src[i].kind == MIR_VREG && mir_bit(o->pending, inst->src[i].value))
            return false;
    return true;
}

/* Takes the instructions out of the block and notes what each waits for. */
static void take_block(struct clusterer *o, struct mir_block *block)
{
    uint32_t effects = 0;
    o->count = o->first = o->effects = 0;
    for (struct mir_inst *inst = block->first, *next; inst; inst = next) {
        next = inst->next;
        if (inst->kind == MIR_PHI)
            continue;
        mir_remove(block, inst);
        set_pending(o, inst, true);
        o->insts[o->count] = inst;
        o->epoch[o->count] = effects;
        effects += is_ordered(inst);
        o->reads[effects] = is_ordered(inst) ? 0 : o->reads[effects] + is_ordered_read(inst);
        o->count++;
    }
}

/* Places up to `limit` ready instructions of a phase. */
static uint32_t place(struct clusterer *o, struct mir_block *block, enum phase phase,
                      uint32_t limit)
{
    uint32_t placed = 0, end = o->count - o->first < WINDOW ? o->count : o->first + WINDOW;
    for (uint32_t n = o->first; n < end && placed < limit; n++) {
        struct mir_inst *inst = o->insts[n];
        if (!inst || phase_of(inst) != phase || !is_ready(o, n))
            continue;
        mir_append(block, inst);
        o->reads[o->epoch[n]] -= is_ordered_read(inst);
        o->effects += is_ordered(inst);
        o->insts[n] = NULL;
        placed++;
        /* Results of fetches are not there within the clause. */
        if (phase != PHASE_FETCH)
            set_pending(o, inst, false);
    }
    while (o->first < o->count && !o->insts[o->first])
        o->first++;
    return placed;
}

static void release_fetches(struct clusterer *o, const struct mir_inst *after,
                            const struct mir_block *block)
{
    for (const struct mir_inst *inst = after ? after->next : block->first; inst; inst = inst->next)
        set_pending(o, inst, false);
}

static void order_block(struct clusterer *o, struct mir_block *block)
{
    o->reads[0] = 0;
    take_block(o, block);
    while (o->first < o->count) {
        if (place(o, block, PHASE_ALU, o->count))
            continue;
        const struct mir_inst *last = block->last;
        if (place(o, block, PHASE_FETCH, mir_fetch_limit(o->f)))
            release_fetches(o, last, block);
        else
            place(o, block, PHASE_STORE, 1);
    }
}

void mir_cluster_fetches(struct mir_function *f)
{
    struct clusterer o = {
        .f = f, .pending = arena_array(f->arena, f->vreg_count / 64 + 1, sizeof(uint64_t))};
    assert(f->ssa);
    uint32_t most = 0;
    for (uint32_t b = 0; b < f->block_count; b++) {
        uint32_t count = 0;
        for (const struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            count++;
        most = count > most ? count : most;
    }
    o.insts = arena_array(f->arena, most, sizeof(struct mir_inst *));
    o.epoch = arena_array(f->arena, most, sizeof(uint32_t));
    o.reads = arena_array(f->arena, most + 1, sizeof(uint32_t));
    for (uint32_t b = 0; b < f->block_count; b++)
        order_block(&o, f->blocks[b]);
}
