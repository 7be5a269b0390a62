/* SPDX-License-Identifier: MIT */
/* clauses.h: the fetches of several clauses as those of one. */
#ifndef ROOTLE_LLVM_RECOMPILE_CLAUSES_H
#define ROOTLE_LLVM_RECOMPILE_CLAUSES_H

#include "driver/sim/decode/program.h"

/* Moves fetches of the decoded program behind arithmetic, into the clause that follows. */
void clauses_join(struct sim_program *program);

#endif
