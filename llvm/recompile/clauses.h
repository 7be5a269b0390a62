/* SPDX-License-Identifier: MIT */
/* clauses.h: the fetches of several clauses as those of one. */
#pragma once

#include "driver/sim/decode/program.h"

/* Moves fetches of the decoded program behind arithmetic, into the clause that follows. */
void clauses_join(struct sim_program *program);
