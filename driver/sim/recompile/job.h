/* SPDX-License-Identifier: MIT */
/* job.h: what the simulator sends to have a program recompiled: its machine code, how that is
 * decoded, and the state that the code for the host is made for.
 *
 * Both sides are of one build: they have the same structures, and number folded tests and accesses
 * alike, as one decoder does. */
#pragma once

#include "driver/sim/recompile/state.h"

/* The name of the function that is made. */
#define SIM_NATIVE_NAME "sim_native_run"

struct recompile_job {
    const struct hw_chip *chip;
    struct sim_program_mode mode;
    uint32_t *code;
    uint32_t code_bytes;
    struct recompile_state *state;
    uint32_t state_bytes;
};

/* The job as bytes, malloc'ed; NULL when memory is short. */
void *recompile_job_write(const struct recompile_job *job, size_t *size);
/* Reads it: false with a reason where the bytes are none. In any case it is to be finished. */
bool recompile_job_read(struct recompile_job *job, const void *bytes, size_t size,
                        const char **why);
void recompile_job_finish(struct recompile_job *job);
/* Whether the state can be one of the program that the code is decoded to. */
bool recompile_job_fits(const struct recompile_job *job, const struct sim_program *program);
