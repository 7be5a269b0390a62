/* SPDX-License-Identifier: MIT */
/* actions.h: ALU operations that do more than map lanes: predicates, barriers, LDS, indices. */
#ifndef ROOTLE_SIM_DECODE_ACTIONS_H
#define ROOTLE_SIM_DECODE_ACTIONS_H

#include "driver/sim/decode/program.h"

/* The action of an operation (enum hw_alu_op), or NULL. */
sim_action_fn sim_action_find(int op);

enum sim_next sim_action_lds(struct sim_wave *wave, const struct sim_alu_op *op,
                             const uint32_t *const src[3], uint64_t mask);
bool sim_lds_supported(unsigned lds_op);
bool sim_lds_returns_two(unsigned lds_op);

#endif
