/* SPDX-License-Identifier: MIT */
/* bitcode.h: what build/driver/sim/lanes.bc holds: the ALU operations of the lane tables, from the
 * same source (alu_ops.def, double_ops.def), each as a function of one lane that can be inlined.
 *
 * sim_alu_NAME for each operation of struct sim_alu_lanes.alu, NAME as in driver/hw/alu.def; `a`,
 * `b` and `c` are the bits of the sources with their modifiers applied (those that an operation
 * lacks do not matter), `lane` is the number of the lane in its wavefront, 0 to 63. sim_double_NAME
 * for each operation that sim_double_find knows: a double's bits, low word first; of tests and of
 * FLT64_TO_FLT32 the low word is the result and nothing else is written. FLT32_TO_FLT64 reads the
 * high word of `a` alone.
 *
 * All are always_inline, have no state, and touch no memory; what they call is LLVM intrinsics.
 * Denormals are kept and rounding is to nearest even: a module that inlines them must not change
 * either, must not contract, and must not allow any fast-math flag. Which of several NaNs a result
 * has is not said. */
#ifndef ROOTLE_SIM_LANES_BITCODE_H
#define ROOTLE_SIM_LANES_BITCODE_H

#include <stdint.h>

#define SIM_OP(name, in, out, expression)                                                          \
    uint32_t sim_alu_##name(uint32_t a, uint32_t b, uint32_t c, uint32_t lane);
#define SIM_SAME_OP(name, other) SIM_OP(name, , , )
#include "driver/sim/lanes/alu_ops.def"

#define SIM_DOUBLE_OP(name, sources, result, expression)                                           \
    uint64_t sim_double_##name(uint64_t a, uint64_t b, uint64_t c);
#include "driver/sim/lanes/double_ops.def"

/* Denormals of single precision become zero of their sign: sources with SIM_SRC_FLUSH. */
uint32_t sim_flush(uint32_t bits);
/* Output modifier, clamp and flush of a result: `how` is SIM_OUT_*, and a constant where this is to
 * cost nothing. */
uint32_t sim_finish(uint32_t bits, uint32_t how);

#endif
