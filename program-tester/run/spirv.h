/* SPDX-License-Identifier: MIT */
/* spirv.h: SPIR-V of a test's source, made by tools of the host, for drivers that take it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "program-tester/device/device.h"
#include "program-tester/parse/plan.h"

/* Assembles the plan's program, which is SPIR-V's assembly, by spirv-as, with the device's
 * addresses: what is written as Physical32 is Physical64 there. The module is malloc'ed. NULL with
 * *why, to free(): what it said; *missing: there is none. */
char *pt_spirv_assemble(const struct pt_device *device, const struct pt_plan *plan, size_t *size,
                        char **why, bool *missing);

/* Compiles the plan's program, with build options, by clang-15 and llvm-spirv-15 for the device.
 * The module is malloc'ed. NULL with *why, to free(): what they said. */
char *pt_spirv_make(const struct pt_device *device, const struct pt_plan *plan,
                    const char *build_options, size_t *size, char **why);
