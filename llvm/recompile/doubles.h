/* SPDX-License-Identifier: MIT */
/* doubles.h: doubles in recompiled programs, whose registers hold words. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Has doubles that are joined from two words behind a phi of each come by one phi. True where there
 * were some: what is left of the words is then to be removed. */
bool doubles_keep_whole(LLVMModuleRef module);
