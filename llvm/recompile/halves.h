/* SPDX-License-Identifier: MIT */
/* halves.h: sums of products of halves, which machine code computes as floats. Both functions keep
 * results, return how many sums they have rewritten, and leave operations that nothing needs. They
 * are to be run when nothing combines instructions any more. */
#pragma once

#include <llvm-c/Core.h>

/* Has AVX-512 round those to odd that fma of halves rounds so: this comes first. */
unsigned halves_round_to_odd(LLVMModuleRef module);
/* Fuses the others, for a host that has such operations. */
unsigned halves_fuse(LLVMModuleRef module);
