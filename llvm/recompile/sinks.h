/* SPDX-License-Identifier: MIT */
/* sinks.h: where lanes are picked out of vectors, and summed up. */
#pragma once

#include <llvm-c/Core.h>

/* Moves each shuffle that one instruction of its block uses before that one. Same results. */
void shuffles_sink(LLVMModuleRef module);
/* Moves sums of lanes that are loaded, one after the other, before what they are added to next: so
 * that many chains of sums keep no more than one value each in registers. Same results. */
void sums_sink(LLVMModuleRef module);
