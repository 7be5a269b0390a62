/* SPDX-License-Identifier: MIT */
/* passes.h: the passes over machine IR, in the order in which evergreen.c runs them. */
#ifndef ROOTLE_EVERGREEN_MIR_PASSES_H
#define ROOTLE_EVERGREEN_MIR_PASSES_H

#include "llvm/evergreen/mir/mir.h"

/* Optional; SSA form in and out. simplify.c: constants, identities, copies, float source modifiers.
 */
void mir_simplify(struct mir_function *f);
/* flatten.c: short ifs as conditional moves. */
void mir_flatten(struct mir_function *f);
/* peephole.c: identities of integers and truth values. */
void mir_peephole(struct mir_function *f);
/* narrow.c: extensions and bounds of values that are within them. */
void mir_narrow(struct mir_function *f);
/* combine.c: operations that the hardware does in one. */
void mir_combine(struct mir_function *f);
/* muladd.c: products and sums in one. */
void mir_muladd(struct mir_function *f);
/* dot.c: sums of products as DOT4. */
void mir_dot(struct mir_function *f);
/* output_scale.c: products with 2, 4 and 0.5 into the operation before. */
void mir_output_scale(struct mir_function *f);
/* clamp.c: bounds of 0 and 1 likewise. */
void mir_clamp(struct mir_function *f);
/* address.c: short sums for addresses. */
void mir_address(struct mir_function *f);
/* share.c: one result for equal operations of a block. */
void mir_share(struct mir_function *f);
/* merge_stores.c: one store to neighbouring dwords. */
void mir_merge_stores(struct mir_function *f);
/* dead.c: removes what nothing uses. */
void mir_remove_dead(struct mir_function *f);
/* order.c: brings fetches together. */
void mir_order(struct mir_function *f);

/* leave_ssa.c: replaces phis by copies; SSA form ends here. */
void mir_leave_ssa(struct mir_function *f);
/* constrain.c: makes tuples of what must lie in one GPR, and copies operands that an instruction
 * cannot take. */
void mir_constrain(struct mir_function *f);
/* spill.c: moves values to scratch memory until at most `target` are alive at once, as far as it
 * can. Between leave_ssa.c and constrain.c. */
void mir_spill(struct mir_function *f, uint32_t target);
/* coalesce.c: merges registers that copies join. Optional. */
void mir_coalesce(struct mir_function *f);
/* plan.c: plans which operations are issued together. Optional. */
void mir_plan(struct mir_function *f);
/* regalloc.c: gives every virtual register a GPR and a channel; what the plan issues together is
 * spread over the channels (not when `spread` is false). Returns 0, or -1 with `error` filled when
 * the registers do not suffice. */
int mir_allocate(struct mir_function *f, bool spread, char *error, size_t error_size);

#endif
