/* SPDX-License-Identifier: MIT */
/* signs.h: signs of values that all lanes share. */
#pragma once

#include <llvm-c/Core.h>

/* Has lanes turn their sign, where it is that of a value which is then spread over them: vectors
 * are subtracted in place of added, at no cost. To be run when nothing simplifies the module any
 * more.
 */
void signs_turn_in_lanes(LLVMModuleRef module);
