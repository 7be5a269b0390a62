/* SPDX-License-Identifier: MIT */
/* check.h: guards programs for the checks of ROOTLE_CHECK beyond memory: docs/checking.md. */
#pragma once

#include "llvm/passes/guard.h"

extern const struct guard check_guard;

/* undefined_values.c: variables begin with a value; behind the optimisation that is one which
 * nobody wrote. */
int check_mark_undefined(struct pass_state *state);
int check_give_undefined(struct pass_state *state);
/* accesses.c: indices are held, those of arrays checked, barriers say what they order. */
int check_mark_accesses(struct pass_state *state);
/* elements.c: an access of an array is within it. */
void check_elements(struct pass_state *state, LLVMValueRef instruction);
/* arithmetic.c: divisions and shifts have a result, and sums that become indices do not overflow.
 */
void check_arithmetic(struct pass_state *state, LLVMValueRef instruction);
int check_indices(struct pass_state *state);
/* copies.c: asynchronous copies, and waiting for them, are named to the simulator. `calls` counts
 * the copies of a program. */
void check_copies(struct pass_state *state, LLVMValueRef instruction, uint32_t *calls);
/* fill_padding.c: padding is neither stored nor copied. */
int check_fill_padding(struct pass_state *state);
/* fences.c: checks of what fences and barriers order. */
int check_keep_fences(struct pass_state *state);
void check_barrier(struct pass_state *state, LLVMValueRef call);

/* ask.c: asks the simulator for what concerns no address (`what` is COMP_MASK and RAT_ID of the
 * request), a byte address, whose memory LLVM takes to be accessed, or two values. */
LLVMValueRef check_ask(struct pass_state *state, LLVMBuilderRef builder, uint32_t what);
LLVMValueRef check_ask_at(struct pass_state *state, LLVMBuilderRef builder, LLVMValueRef address,
                          uint32_t what);
void check_ask_of(struct pass_state *state, LLVMBuilderRef builder, LLVMValueRef first,
                  LLVMValueRef second, uint32_t what);
