/* SPDX-License-Identifier: MIT */
/* double.h: operations of double precision, which take two or four units of a group. */
#ifndef ROOTLE_SIM_LANES_DOUBLE_H
#define ROOTLE_SIM_LANES_DOUBLE_H

#include "driver/sim/decode/decode_alu.h"

/* What an operation (enum hw_alu_op) does; NULL when it is not supported. A double is two vectors,
 * the one of the low words first: d, a, b and c are the first of each. */
sim_lane_fn sim_double_find(int op);
/* Writes the operation of which instruction `index` is the first unit; nothing for the others. */
bool sim_emit_double(struct sim_clause *c, unsigned index);

#endif
