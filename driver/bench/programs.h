/* SPDX-License-Identifier: MIT */
/* programs.h: whole programs, of several launches, that check what comes of them by a computation
 * of their own; programs.cl has their kernels. */
#pragma once

#include <stdint.h>

#include "driver/bench/host.h"

/* A program that runs: its objects are made, and are released with the context. */
struct program_run {
    const struct host *host;
    cl_program program;
    cl_kernel kernel;
    cl_mem source, spare, result;
    void *data; /* what the source holds at the beginning; malloc'ed */
};

struct program {
    const char *name, *kernel;
    void (*prepare)(struct program_run *run);
    /* Its commands, from the first to the last, but for the end. */
    void (*go)(struct program_run *run);
    /* Ends with a message where the result is wrong. */
    void (*check)(struct program_run *run);
};

/* The program of a name, or NULL. */
const struct program *program_find(const char *name);
/* Runs it `repeat` times, after once that is not timed, and checks the last result. */
void program_time(const struct host *host, const struct program *program, unsigned repeat,
                  double *seconds);

/* The same random numbers everywhere. */
uint32_t program_random(uint32_t *state);
/* Enqueues `count` work-items along x, and `rows` of them; in groups of `group`, 0: as the driver
 * likes. */
void program_launch(const struct program_run *run, size_t count, size_t rows, size_t group);
void program_set(const struct program_run *run, cl_uint index, size_t size, const void *value);
/* malloc'ed. */
void *program_room(size_t size);

/* programs_images.c */
void gaussian_prepare(struct program_run *run);
void gaussian_go(struct program_run *run);
void gaussian_check(struct program_run *run);
void bilateral_prepare(struct program_run *run);
void bilateral_go(struct program_run *run);
void bilateral_check(struct program_run *run);
