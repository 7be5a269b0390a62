/* SPDX-License-Identifier: MIT */
/* emit.h: a decoded program as LLVM IR. */
#ifndef ROOTLE_SIM_RECOMPILE_EMIT_H
#define ROOTLE_SIM_RECOMPILE_EMIT_H

#include "driver/sim/exec/launch.h"

/* The name of the function that is made. */
#define SIM_NATIVE_NAME "sim_native_run"

/* The program of a launch, made for the state that is bound to it and for a host (v2, v3 or v4 of
 * x86-64), as a module of LLVM IR in text form, malloc'ed; it calls functions of block.c. NULL with
 * a reason where it cannot be carried. */
char *sim_native_emit(const struct sim_launch *launch, const char *host, const char **why);

#endif
