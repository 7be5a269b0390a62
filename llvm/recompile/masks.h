/* SPDX-License-Identifier: MIT */
/* masks.h: masks of lanes, as instruction selection can cope with them. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>

enum { MASK_BITS = 16 };

/* Has every and, or and xor of masks work on vectors of MASK_BITS bits. To be run when nothing
 * simplifies the module any more. */
void masks_as_bits(LLVMModuleRef module);
