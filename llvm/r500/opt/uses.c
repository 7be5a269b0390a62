/* SPDX-License-Identifier: MIT */
/* uses.c: who writes and reads variables. */
#include "driver/base/arena.h"
#include "llvm/r500/opt/opt.h"

static void count_read(struct fir_use *uses, const struct fir_atom *atom)
{
    if (atom->kind == FIR_VAR)
        uses[atom->var].reads++;
}

struct fir_use *fir_find_uses(const struct fir_program *p)
{
    struct fir_use *uses = arena_array(p->arena, p->var_count + 1, sizeof(*uses));
    for (size_t b = 0; b < p->block_count; b++) {
        for (size_t i = 0; i < p->blocks[b].count; i++) {
            const struct fir_op *op = &p->blocks[b].ops[i];
            for (unsigned s = 0; s < fir_operands(op); s++) {
                count_read(uses, &op->src[s].a);
                count_read(uses, &op->src[s].b);
            }
            for (unsigned d = 0; d < FIR_MAX_DST; d++) {
                if (op->dst[d] == FIR_NO_VAR)
                    continue;
                struct fir_use *use = &uses[op->dst[d]];
                use->writes++;
                use->block = b;
                use->op = i;
            }
        }
    }
    return uses;
}

struct fir_op *fir_maker(const struct fir_program *p, const struct fir_use *uses, uint32_t var,
                         size_t block)
{
    if (uses[var].writes != 1 || uses[var].block != block)
        return NULL;
    struct fir_op *op = &p->blocks[block].ops[uses[var].op];
    return op->code == FIR_TEX || op->out || op->test ? NULL : op;
}

bool fir_is_move(const struct fir_op *op)
{
    return op->code == FIR_MAD && !op->guard && !op->omod && !op->clamp &&
           fir_is_number(&op->src[1], 1.0f) && fir_is_number(&op->src[2], 0.0f);
}

static bool writes_operand(const struct fir_op *writer, const struct fir_op *reader)
{
    for (unsigned s = 0; s < fir_operands(reader); s++)
        for (unsigned d = 0; d < FIR_MAX_DST; d++)
            if (reader->src[s].a.kind == FIR_VAR && writer->dst[d] == reader->src[s].a.var)
                return true;
    return false;
}

bool fir_keeps_operands(const struct fir_op *op, const struct fir_op *until)
{
    for (const struct fir_op *at = op; at < until; at++)
        if (writes_operand(at, op))
            return false;
    return true;
}

bool fir_is_plain_var(const struct fir_src *src)
{
    return src->a.kind == FIR_VAR && src->presub == FIR_PRESUB_NONE && !src->negative &&
           !src->absolute;
}

void fir_remove(struct fir_block *block, const bool *dead)
{
    size_t kept = 0;
    for (size_t i = 0; i < block->count; i++)
        if (!dead[i])
            block->ops[kept++] = block->ops[i];
    block->count = kept;
}
