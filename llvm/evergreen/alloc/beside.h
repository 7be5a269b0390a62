/* SPDX-License-Identifier: MIT */
/* beside.h: finds registers that should not share a GPR: those of fetches, and those of the planned
 * groups behind them that need no result of theirs. Such groups can run while the fetches are under
 * way. They may not write a GPR that the fetches read or write, nor read one that the fetches
 * write. */
#pragma once

#include "llvm/evergreen/mir/mir.h"

struct mir_beside;

/* Finds the work that runs beside fetches in a planned function. */
struct mir_beside *mir_find_beside(struct mir_function *f);
/* Forgets the places of all registers. */
void mir_beside_clear(struct mir_beside *beside);
/* Whether a register would meet one there that has its place already. */
bool mir_beside_meets(const struct mir_beside *beside, uint32_t v, uint32_t gpr);
/* Notes a register's place. */
void mir_beside_take(struct mir_beside *beside, uint32_t v, uint32_t gpr);
