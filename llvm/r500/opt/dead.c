/* SPDX-License-Identifier: MIT */
/* dead.c: operations that are not needed go. */
#include "driver/base/arena.h"
#include "llvm/r500/opt/opt.h"

/* Results that nobody reads are not made. */
static bool is_dead(const struct fir_use *uses, struct fir_op *op)
{
    bool wanted = op->out || op->test;
    for (unsigned d = 0; d < FIR_MAX_DST; d++) {
        if (op->dst[d] == FIR_NO_VAR)
            continue;
        if (uses[op->dst[d]].reads)
            wanted = true;
        else
            op->dst[d] = FIR_NO_VAR;
    }
    return !wanted;
}

void fir_dead(struct fir_program *p)
{
    for (bool changed = true; changed;) {
        const struct fir_use *uses = fir_find_uses(p);
        changed = false;
        for (size_t b = 0; b < p->block_count; b++) {
            struct fir_block *block = &p->blocks[b];
            bool *dead = arena_array(p->arena, block->count + 1, sizeof(*dead));
            for (size_t i = 0; i < block->count; i++)
                changed |= dead[i] = is_dead(uses, &block->ops[i]);
            fir_remove(block, dead);
        }
    }
}
