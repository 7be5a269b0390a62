/* SPDX-License-Identifier: MIT */
/* columns.h: how far apart fetches read a row, and accesses dwords, where literals say so. */
#pragma once

#include "llvm/recompile/copies.h"

/* A vector before an item of an instruction: so much behind the value of that name. */
struct column {
    struct copies_name of;
    uint32_t behind;
};
struct column columns_find(const struct sim_program *program, const struct flow *flow,
                           uint32_t index, uint32_t item, uint32_t vector);
/* The source of an operation that makes floats of whole numbers; NULL: it does something else. */
const struct sim_src *columns_converted(const struct sim_alu_op *op);
/* Whether two fetches of an instruction, which are written with its fetch `first`, are known to
 * read columns, or rows (SIM_Y), more than so many apart. */
bool columns_are_far(const struct sim_program *program, const struct flow *flow, uint32_t index,
                     const struct sim_fetch *first, const struct sim_fetch *a,
                     const struct sim_fetch *b, unsigned axis, uint32_t most);
