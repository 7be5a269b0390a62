/* SPDX-License-Identifier: MIT */
/* compile.h: makes SPIR-V of a plan's program, by glslangValidator or spirv-as. */
#ifndef PT_VK_COMPILE_H
#define PT_VK_COMPILE_H

#include "program-tester/parse/plan.h"

/* The module's words, *count of them, to free(); it is kept in a folder of the user's cache, by
 * source and compiler. NULL: *log is what the compiler said, to free(); *missing: there is none. */
uint32_t *pt_vk_compile(const struct pt_plan *plan, size_t *count, char **log, bool *missing);

#endif
