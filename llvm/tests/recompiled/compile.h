/* SPDX-License-Identifier: MIT */
/* compile.h: has programs recompiled in the compiler's process, for tests that have a simulator
 * without the driver. ROOTLE_CC says where the compiler is. */
#pragma once

#include "driver/sim/device.h"

/* Counts of programs by the outcome of their compile: those of which the compiler says an error
 * are refused. */
struct recompiled_counts {
    unsigned made, late, refused;
};

/* A sim_compile_fn; more than some seconds for one program are too many. */
bool recompiled_compile(const struct sim_compile *what, void **object, size_t *size, char *why,
                        size_t room);
struct recompiled_counts recompiled_counts(void);
