/* SPDX-License-Identifier: MIT */
/* opt.h: passes over fragment IR, each in a file of its name (coalesce.c is in sched/, whose
 * liveness it asks). */
#pragma once

#include "llvm/r500/fir/fir.h"

#define FIR_PASS(name, takes, leaves, optional, help) void fir_##name(struct fir_program *p);
#define FIR_PART(name, place, help)
#include "llvm/r500/fir/passes.def"
#undef FIR_PASS
#undef FIR_PART

/* ---- within opt/ ---- */

/* How often a variable is written and read, and where, if it is written once. */
struct fir_use {
    uint32_t writes, reads;
    size_t block, op;
};

/* By variable; of a moment. */
struct fir_use *fir_find_uses(const struct fir_program *p);
/* The operation that makes a variable and nothing else, in block `block`; NULL: there is no such.
 */
struct fir_op *fir_maker(const struct fir_program *p, const struct fir_use *uses, uint32_t var,
                         size_t block);
/* Whether an operation is src[0] alone: mad src, 1, 0 without scale and clamp. */
bool fir_is_move(const struct fir_op *op);
/* Whether nothing that an operation reads is written from there to operation `until`. */
bool fir_keeps_operands(const struct fir_op *op, const struct fir_op *until);
bool fir_is_plain_var(const struct fir_src *src);
/* Takes operations out for which dead[i] is set. */
void fir_remove(struct fir_block *block, const bool *dead);
