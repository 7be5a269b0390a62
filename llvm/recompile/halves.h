/* SPDX-License-Identifier: MIT */
/* halves.h: sums of products of halves, which machine code computes as floats. Both functions keep
 * results, return how many sums they have rewritten, and leave operations that nothing needs. They
 * are to be run when nothing combines instructions any more. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Rounds those to odd that fma of halves rounds so, by AVX-512's modes or else by other operations:
 * this comes first. */
unsigned halves_round_to_odd(LLVMModuleRef module, bool by_mode);
/* Fuses the others, for a host that has such operations. */
unsigned halves_fuse(LLVMModuleRef module);
/* Divides those that go around loops in registers of eight, as AVX2 converts so many. */
unsigned halves_divide(LLVMModuleRef module);
