/* SPDX-License-Identifier: MIT */
/* quads.h: elements of two or four dwords, loaded as one vector and divided into channels. */
#pragma once

#include <llvm-c/Core.h>

/* Lane 4q + k of row j to lane 4q + j of column k, in shuffles that hosts have one instruction for.
 */
void quads_turn(LLVMBuilderRef builder, const LLVMValueRef row[4], LLVMValueRef column[4]);
/* Has them loaded by quads of dwords, such that each shuffle stays within the quads of its lanes.
 * LLVM's own way, through a vector of all dwords, has it try the combinations of many shuffles. */
void quads_divide(LLVMModuleRef module);
