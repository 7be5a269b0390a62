/* SPDX-License-Identifier: MIT */
/* actions.h: ALU operations that do more than map lanes: predicates, barriers, LDS, indices. */
#ifndef ROOTLE_SIM_DECODE_ACTIONS_H
#define ROOTLE_SIM_DECODE_ACTIONS_H

#include "driver/sim/decode/program.h"

/* The action of an operation (enum hw_alu_op); SIM_ACTION_NONE for those that only map lanes. */
enum sim_action sim_action_of(int op);

bool sim_lds_supported(unsigned lds_op);
bool sim_lds_returns_two(unsigned lds_op);

#endif
