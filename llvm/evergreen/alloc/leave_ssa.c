/* SPDX-License-Identifier: MIT */
/* leave_ssa.c: replaces phis by copies.
 *
 * Each phi gets a register of its own that the predecessors write at their ends and that the phi's
 * block reads at its start. The copies of one predecessor write fresh registers only, so their
 * order does not matter, and a predecessor with another successor may write without harm: nobody
 * else reads that register. So the swap and lost-copy problems do not arise, and critical edges are
 * not split. coalesce.c merges registers that need not be apart. */
#include <assert.h>

#include "llvm/evergreen/mir/passes.h"
#include "llvm/evergreen/mir/values.h"

static void replace_phi(struct mir_function *f, struct mir_block *block, struct mir_inst *phi)
{
    uint32_t carrier = mir_new_vreg(f);
    assert(phi->src_count == block->pred_count && phi->dst_count == 1);
    struct mir_inst *after = phi->next;
    while (after && after->kind == MIR_PHI)
        after = after->next;
    for (uint32_t p = 0; p < block->pred_count; p++)
        mir_insert_copy(f, block->preds[p], NULL, carrier, phi->src[p]);
    struct mir_inst *copy =
        mir_insert_copy(f, block, after, phi->dst[0], mir_vreg_operand(carrier));
    copy->kept[0] = f->values ? phi->dst[0] : 0;
    mir_values_carry(f, block, phi->dst[0], carrier);
    mir_remove(block, phi);
}

void mir_leave_ssa(struct mir_function *f)
{
    assert(f->ssa);
    mir_values_keep(f);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first, *next; inst && inst->kind == MIR_PHI;
             inst = next) {
            next = inst->next;
            replace_phi(f, f->blocks[b], inst);
        }
    f->ssa = false;
}
