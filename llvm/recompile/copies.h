/* SPDX-License-Identifier: MIT */
/* copies.h: which vectors have the same lanes, as one was moved to the other. */
#pragma once

#include "driver/sim/decode/program.h"
#include "llvm/recompile/flow.h"

/* Whether an operation moves a vector as it is, in the lanes that run. */
bool copies_moves(const struct sim_alu_op *op);
/* Names the value that a vector has before an item of an instruction that all lanes come to: by the
 * vector and the item that wrote it, UINT32_MAX: it was there before the instruction. */
struct copies_name {
    uint32_t vector, cf, item;
};
struct copies_name copies_name(const struct sim_program *program, const struct flow *flow,
                               uint32_t index, uint32_t item, uint32_t vector);
bool copies_are_one(struct copies_name a, struct copies_name b);
