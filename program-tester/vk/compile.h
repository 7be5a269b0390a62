/* SPDX-License-Identifier: MIT */
/* compile.h: makes SPIR-V of a plan's program, by glslangValidator or spirv-as. */
#pragma once

#include "program-tester/parse/plan.h"

/* The module's words, *count of them, to free(): those that pt_vk_carry has left in the folder
 * VK_TESTER_MODULES, or else those of this machine's compiler, kept in a folder of the user's
 * cache by source and compiler. NULL: *log is what the compiler said, to free(); *missing: there is
 * none. */
uint32_t *pt_vk_compile(const struct pt_plan *plan, size_t *count, char **log, bool *missing);

/* Keeps in the folder what this machine's compiler makes of the program, or says of it, for a
 * machine that has none. Returns the file's path, to free(). NULL: *why, to free(). */
char *pt_vk_carry(const struct pt_plan *plan, const char *folder, char **why);
