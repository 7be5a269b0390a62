/* SPDX-License-Identifier: MIT */
/* recompile.h: programs of the simulator are recompiled for the host where kernels are compiled. */
#pragma once

#include "driver/sim/engine.h"

/* A sim_compile_fn: asks the compiler process of ROOTLE_CC, as ROOTLE_CHIP and ROOTLE_EXEC_TIMEOUT
 * say. */
bool compiler_recompile(const struct sim_compile *what, void **object, size_t *size, char *why,
                        size_t room);
