/* SPDX-License-Identifier: MIT */
/* sinks.h: where lanes are picked out of vectors. */
#pragma once

#include <llvm-c/Core.h>

/* Moves each shuffle that one instruction of its block uses before that one. Same results. */
void shuffles_sink(LLVMModuleRef module);
