/* SPDX-License-Identifier: MIT */
/* double.h: operations of double precision, which take two or four units of a group. */
#pragma once

#include "driver/sim/lanes/lanes.h"

/* Returns the function of an operation (enum hw_alu_op); NULL when it is not supported. A double is
 * two vectors, the one of the low words first: d, a, b and c are the first of each. */
sim_lane_fn sim_double_find(int op);
