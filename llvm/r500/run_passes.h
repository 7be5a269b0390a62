/* SPDX-License-Identifier: MIT */
/* run_passes.h: the passes over fragment IR, as a table and in order. */
#pragma once

#include "llvm/r500/fir/fir.h"
#include "llvm/r500/r500.h"

/* The passes that a compile makes with and without: those in front of the first of them run once.
 */
enum { R500_VARIED = 1 << R500_PASS_guard | 1 << R500_PASS_presub };

/* How passes are run, and what was wrong behind one. */
struct r500_run {
    FILE *dump; /* as of struct r500_options */
    bool verify;
    char fault[320]; /* the first error of our own; "": none */
};

/* Prints and checks the program, as asked. Selection does so, too. */
void r500_finish_pass(const struct fir_program *p, const char *name, struct r500_run *run);
/* Passes but those in the mask: all in front of those that vary, or these and what is behind them.
 */
void r500_run_common(struct fir_program *p, uint32_t without, struct r500_run *run);
void r500_run_varied(struct fir_program *p, uint32_t without, struct r500_run *run);
