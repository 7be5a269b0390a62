/* SPDX-License-Identifier: MIT */
/* outputs.c: the operation that makes a channel of the pixel writes it, instead of a move behind
 * it. An operation that makes several channels is repeated: its lanes share an instruction. */
#include "llvm/r500/opt/opt.h"

/* Reads of a variable by moves to outputs, in the last block. */
static unsigned output_reads(const struct fir_block *block, uint32_t var)
{
    unsigned reads = 0;
    for (size_t i = 0; i < block->count; i++)
        reads += block->ops[i].out && fir_is_move(&block->ops[i]) &&
                 block->ops[i].src[0].a.kind == FIR_VAR && block->ops[i].src[0].a.var == var;
    return reads;
}

static bool is_clamped_move(const struct fir_op *op)
{
    struct fir_op plain = *op;
    plain.clamp = false;
    return op->clamp && fir_is_move(&plain);
}

static void write_directly(const struct fir_program *p, const struct fir_use *uses, size_t at)
{
    const size_t last = p->block_count - 1;
    struct fir_op *out = &p->blocks[last].ops[at];
    const struct fir_op move = *out;
    const bool clamp = is_clamped_move(out);
    if (!out->out || !(fir_is_move(out) || clamp) || !fir_is_plain_var(&out->src[0]))
        return;
    const struct fir_op *maker = fir_maker(p, uses, out->src[0].a.var, last);
    if (!maker || !fir_keeps_operands(maker, out) ||
        (output_reads(&p->blocks[last], out->src[0].a.var) + clamp) !=
            uses[out->src[0].a.var].reads)
        return;
    *out = *maker;
    out->dst[0] = FIR_NO_VAR;
    out->clamp |= clamp;
    out->out = true;
    out->target = move.target;
    out->out_channel = move.out_channel;
}

void fir_outputs(struct fir_program *p)
{
    const struct fir_use *uses = fir_find_uses(p);
    for (size_t i = 0; i < p->blocks[p->block_count - 1].count; i++)
        write_directly(p, uses, i);
    fir_dead(p);
}
