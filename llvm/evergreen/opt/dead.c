/* SPDX-License-Identifier: MIT */
/* dead.c: removes instructions whose results nothing needs, and unneeded components of fetches. SSA
 * form. */
#include "llvm/evergreen/mir/passes.h"

#include <assert.h>

struct dead {
    struct mir_function *f;
    struct mir_inst **definition;
    uint64_t *needed;
    uint32_t *work;
    uint32_t work_count;
};

static void need(struct dead *d, const struct mir_operand *operand)
{
    if (operand->kind != MIR_VREG || mir_bit(d->needed, operand->value))
        return;
    assert(d->work_count < d->f->vreg_count); /* each register is put there once */
    d->needed[operand->value / 64] |= UINT64_C(1) << operand->value % 64;
    d->work[d->work_count++] = operand->value;
}

static void need_sources(struct dead *d, const struct mir_inst *inst)
{
    for (uint32_t i = 0; i < inst->src_count; i++)
        need(d, &inst->src[i]);
}

static bool is_needed(const struct dead *d, const struct mir_inst *inst)
{
    bool needed = mir_has_effect(inst);
    for (unsigned i = 0; i < inst->dst_count; i++)
        needed |= inst->dst[i] && mir_bit(d->needed, inst->dst[i]);
    return needed;
}

static void sweep(struct dead *d, struct mir_block *block)
{
    for (struct mir_inst *inst = block->first, *next; inst; inst = next) {
        next = inst->next;
        if (!is_needed(d, inst)) {
            mir_remove(block, inst);
            continue;
        }
        if (inst->kind == MIR_VTX || inst->kind == MIR_TEX)
            for (unsigned i = 0; i < inst->dst_count; i++)
                if (!mir_bit(d->needed, inst->dst[i]))
                    inst->dst[i] = 0;
    }
}

void mir_dead(struct mir_function *f)
{
    struct dead d = {.f = f};
    assert(f->ssa);
    d.definition = arena_array(f->arena, f->vreg_count, sizeof(*d.definition));
    d.needed = arena_array(f->arena, f->vreg_count / 64 + 1, sizeof(*d.needed));
    d.work = arena_array(f->arena, f->vreg_count, sizeof(*d.work));
    for (uint32_t b = 0; b < f->block_count; b++) {
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next) {
            for (unsigned i = 0; i < inst->dst_count; i++)
                d.definition[inst->dst[i]] = inst;
            if (mir_has_effect(inst))
                need_sources(&d, inst);
        }
        need(&d, &f->blocks[b]->cond);
        need(&d, &f->blocks[b]->cond_other);
    }
    while (d.work_count)
        if (d.definition[d.work[--d.work_count]])
            need_sources(&d, d.definition[d.work[d.work_count]]);
    for (uint32_t b = 0; b < f->block_count; b++)
        sweep(&d, f->blocks[b]);
}
