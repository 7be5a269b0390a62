/* SPDX-License-Identifier: MIT */
/* emit.h: a decoded program as LLVM IR. */
#pragma once

#include <llvm-c/Core.h>

#include "driver/sim/recompile/job.h"
#include "llvm/recompile/recompile.h"

/* Builds a program, made for the job's state, for the recompiler's host: a module that calls
 * functions of its library. NULL with a reason where it cannot be carried. */
LLVMModuleRef recompile_emit(const struct recompiler *recompiler, const struct recompile_job *job,
                             const struct sim_program *program, const char **why);

/* build.c: does so with a job's bytes, and makes sure that what it gives is sound. NULL with a line
 * in the log, which begins with "error: " unless the program cannot be carried. */
LLVMModuleRef recompile_build(const struct recompiler *recompiler, const void *bytes, size_t size,
                              FILE *log);
/* For the decoder, which asks which operations there are; nothing runs them here. */
const struct sim_lanes *recompile_lanes(void);
/* Builds a function that does nothing. */
LLVMModuleRef recompile_emit_nothing(const struct recompiler *recompiler);
