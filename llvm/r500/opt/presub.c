/* SPDX-License-Identifier: MIT */
/* presub.c: a sum, a difference, 1 - x or 1 - 2x that is only read as operands becomes part of
 * them. Whether the operands lie so that the hardware can do it is seen when they are placed: where
 * not, the scheduler makes an operation of it again. */
#include "llvm/r500/opt/opt.h"

enum { MAX_READERS = 4 };

static bool is_plain(const struct fir_src *src)
{
    return !src->absolute && src->presub == FIR_PRESUB_NONE;
}

/* The operand that a sum is; its own sign may be turned. */
static bool as_sum(const struct fir_src *x, const struct fir_src *y, struct fir_src *result)
{
    *result = (struct fir_src){.a = x->a, .b = y->a, .presub = FIR_PRESUB_ADD};
    if (x->a.kind != FIR_VAR && y->a.kind != FIR_VAR)
        return false;
    if (x->negative == y->negative) {
        result->negative = x->negative;
        return true;
    }
    result->presub = FIR_PRESUB_SUB;
    if (y->negative) {
        result->a = y->a;
        result->b = x->a;
    }
    return true;
}

static bool is_one_minus(const struct fir_op *op, struct fir_src *result)
{
    float factor;
    if (op->src[0].a.kind != FIR_VAR || !fir_is_number(&op->src[2], 1.0f) ||
        !fir_is_literal(&op->src[1], &factor))
        return false;
    factor = op->src[0].negative ? -factor : factor;
    *result = (struct fir_src){.a = op->src[0].a,
                               .presub = factor == -1.0f ? FIR_PRESUB_INV : FIR_PRESUB_BIAS};
    return factor == -1.0f || factor == -2.0f;
}

static bool as_presub(const struct fir_op *op, struct fir_src *result)
{
    if (op->code != FIR_MAD || op->omod || op->clamp || op->out || op->test ||
        !is_plain(&op->src[0]) || !is_plain(&op->src[2]))
        return false;
    if (is_one_minus(op, result))
        return true;
    return fir_is_number(&op->src[1], 1.0f) && !fir_is_number(&op->src[2], 0.0f) &&
           as_sum(&op->src[0], &op->src[2], result);
}

/* Operands that a source may be of: there is one presubtract a half, and look-ups have none. */
static unsigned foldable_reads(const struct fir_op *op, uint32_t var)
{
    unsigned reads = 0, others = 0;
    for (unsigned s = 0; s < fir_operands(op); s++) {
        const struct fir_src *src = &op->src[s];
        if (src->presub != FIR_PRESUB_NONE)
            others++;
        else if (src->a.kind == FIR_VAR && src->a.var == var)
            reads++;
    }
    return others || op->code == FIR_TEX ? 0 : reads;
}

/* All reads are behind the sum in its block, and nothing that it reads is written in between. */
static bool can_fold(const struct fir_program *p, const struct fir_use *uses, size_t block,
                     size_t at, const struct fir_src *folded)
{
    const struct fir_block *b = &p->blocks[block];
    const uint32_t var = b->ops[at].dst[0];
    unsigned found = 0;
    for (size_t i = at + 1; i < b->count; i++) {
        found += foldable_reads(&b->ops[i], var);
        for (unsigned d = 0; d < FIR_MAX_DST && found < uses[var].reads; d++)
            if (b->ops[i].dst[d] != FIR_NO_VAR &&
                ((folded->a.kind == FIR_VAR && folded->a.var == b->ops[i].dst[d]) ||
                 (folded->b.kind == FIR_VAR && folded->b.var == b->ops[i].dst[d])))
                return false;
    }
    return found == uses[var].reads && found <= MAX_READERS;
}

static void fold(struct fir_block *block, size_t at, const struct fir_src *folded)
{
    const uint32_t var = block->ops[at].dst[0];
    for (size_t i = at + 1; i < block->count; i++) {
        for (unsigned s = 0; s < fir_operands(&block->ops[i]); s++) {
            struct fir_src *src = &block->ops[i].src[s];
            if (src->presub != FIR_PRESUB_NONE || src->a.kind != FIR_VAR || src->a.var != var)
                continue;
            struct fir_src whole = *folded;
            whole.absolute = src->absolute;
            whole.negative = src->absolute ? src->negative : src->negative != folded->negative;
            *src = whole;
        }
    }
    block->ops[at].dst[0] = FIR_NO_VAR;
}

void fir_presub(struct fir_program *p)
{
    for (size_t b = 0; b < p->block_count; b++) {
        for (size_t i = 0; i < p->blocks[b].count; i++) {
            struct fir_src folded;
            const struct fir_op *op = &p->blocks[b].ops[i];
            if (op->dst[0] == FIR_NO_VAR || !as_presub(op, &folded))
                continue;
            const struct fir_use *uses = fir_find_uses(p);
            if (uses[op->dst[0]].writes == 1 && can_fold(p, uses, b, i, &folded))
                fold(&p->blocks[b], i, &folded);
        }
    }
    fir_dead(p);
}
