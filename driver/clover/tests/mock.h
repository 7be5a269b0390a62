/* SPDX-License-Identifier: MIT */
/* mock.h: a pipe driver over malloc and a compiler that answers from a list, for testing clover
 * alone. They take the places of pipe_screen_create and the functions of compiler.h at link time.
 */
#pragma once

#include <stdatomic.h>

#include "driver/compiler.h"
#include "driver/pipe.h"

#include <CL/cl.h>

enum { MOCK_ADDRESS_STEP = 4096, MOCK_MAX_SLOTS = 16 };

/* The arguments of the last launch. */
struct mock_launch {
    unsigned count;
    char kernel[64];
    uint32_t work_dim, local_size[3], groups[3], lds_bytes, input_bytes;
    unsigned char input[1024];
    uint32_t view_count, surface_count, sampler_count;
    struct pipe_resource *views[MOCK_MAX_SLOTS], *surfaces[MOCK_MAX_SLOTS];
    struct pipe_sampler_template samplers[MOCK_MAX_SLOTS];
};

extern struct mock_launch mock_launch;
/* Live objects: all 0 when nothing leaks. */
extern struct mock_counts {
    int resources, contexts, transfers, views, surfaces, samplers, states, fences;
} mock_counts;
/* Text with which the next launch's fence fails, or NULL. */
extern const char *mock_fail_launch;
/* Text with which the next transfer fails, or NULL. */
extern const char *mock_fail_transfer;
/* Whether the host may use buffers' memory as its own. */
extern bool mock_lends_memory;
/* Called by each launch before its fence is done; may be NULL. */
extern void (*mock_on_launch)(const struct pipe_grid_info *info);

/* The mock's compiler: sources that contain "error" fail, those with "log: " with what is behind
 * it as the log, "unavailable" has no compiler, all others make a copy of this binary. The test
 * owns it. */
extern const struct rootle_binary *mock_binary;
/* Whether it takes programs in SPIR-V, and the bytes of the last one that it was given. */
extern bool mock_takes_il;
extern unsigned char mock_il[256];
/* While this is true, no build ends. */
extern atomic_bool mock_hold_builds;

/* The bytes of a buffer of the mock, by the address that kernels see. */
unsigned char *mock_memory(uint32_t address);
