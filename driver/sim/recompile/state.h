/* SPDX-License-Identifier: MIT */
/* state.h: what of a launch's bound state a recompiled program is made for. */
#pragma once

#include "driver/sim/exec/wave.h"
#include "driver/sim/lanes/lanes_mips.h"
#include "driver/sim/recompile/folded.h"

/* How a recompiled program carries out a fetch. */
enum recompile_fetch_kind {
    RECOMPILE_FETCH_ASKED, /* by the simulator */
    RECOMPILE_FETCH_PLAIN, /* whole dwords of a buffer */
    RECOMPILE_FETCH_SAMPLE,
    RECOMPILE_FETCH_LEVELS, /* a filter on x and y, within levels that lanes choose */
};

/* The bound state that the code of a fetch depends on. It has no pointers, so that two that are
 * equal byte by byte give the same code. */
struct recompile_fetch_state {
    uint32_t kind; /* enum recompile_fetch_kind */
    uint32_t stride;
    struct sim_texture_state texture;
    uint32_t levels;
    struct sim_level_bounds bounds;
};

struct recompile_store_state {
    uint32_t typed;   /* a typed store to a surface */
    uint32_t dwords;  /* a buffer that atomic operations can be carried on */
    uint32_t returns; /* they return values */
    struct sim_store_how how;
};

/* The bytes of local memory that an operation may act on. */
enum recompile_span_kind {
    RECOMPILE_SPAN_WHOLE, /* all of the group's */
    RECOMPILE_SPAN_FIXED, /* these, in all launches */
    RECOMPILE_SPAN_GIVEN, /* those of the launch's range */
};

struct recompile_span_state {
    uint32_t kind; /* enum recompile_span_kind */
    uint32_t first, count;
};

/* Along which axis the blocks of a group lie, or those of a wavefront that go abreast, each further
 * by itself than the one before: of a row's lanes, or one row of the group. */
enum recompile_line {
    RECOMPILE_LINE_NONE,
    RECOMPILE_LINE_X,
    RECOMPILE_LINE_Y,
    RECOMPILE_LINE_RUNS /* along x, and masks make runs: the compiler's own */
};

/* Work-items of a group that may be taken at once. */
enum { SIM_MOST_AT_ONCE = 256 };

/* The state that code is made for. */
struct recompile_state {
    uint32_t rows; /* how many blocks of lanes are always neighbours along x: none, one alone, all
                      of a wavefront */
    uint32_t scratch_dwords; /* of a work-item */
    uint32_t blocks;         /* of a group that the code may take whole; else 0 */
    uint32_t line;           /* enum recompile_line */
    uint32_t folded;         /* which tests pass that constants settle, as bits */
    uint32_t abreast;  /* blocks of a wavefront that the code takes side by side; up to 1: none */
    uint32_t streams;  /* whether it writes around the host's caches */
    uint32_t across;   /* blocks in a row of a group that is taken whole, so that blocks of several
                          rows may go abreast; 0: it is taken by wavefronts */
    uint32_t row;      /* whether a group that is one row of a power of two work-items may be taken
                          at once, of a program of two stores */
    uint32_t pieces;   /* whether tiles of a program that copies keep lines in pieces */
    uint32_t enlarges; /* whether it has as many columns as the image that it reads, or more */
    struct recompile_store_state stores[HW_RATS];
    struct recompile_fetch_state fetches[]; /* of the program; then its spans */
};

/* Whether a fetch filters x and y alone, of texels that code filters within levels. */
static inline bool recompile_filters_levels(const struct sim_sample_how *how)
{
    return !how->load && (how->dim == HW_DIM_2D || how->dim == HW_DIM_2D_ARRAY) && how->linear[0] &&
           how->linear[1] && !how->linear[2] &&
           (how->format.kind == SIM_TEXEL_UNORM8 || how->format.kind == SIM_TEXEL_FLOAT4);
}

/* So many of the blocks abreast lie side by side in each row of a group: two where it has fewer
 * rows than go abreast. */
static inline uint32_t recompile_along(const struct recompile_state *state)
{
    const bool rows = state->across && state->line == RECOMPILE_LINE_Y;
    return rows && state->blocks / state->across % state->abreast ? 2 : 1;
}

static inline size_t recompile_state_bytes(const struct sim_program *program)
{
    return sizeof(struct recompile_state) +
           program->fetch_count * sizeof(struct recompile_fetch_state) +
           program->accessing_count * sizeof(struct recompile_span_state);
}

/* The span of an operation of local memory. */
static inline struct recompile_span_state *recompile_span(const struct recompile_state *state,
                                                          const struct sim_program *program,
                                                          const struct sim_alu_op *op)
{
    const uint32_t number = op->access - program->fetch_count - program->store_count;
    return (struct recompile_span_state *)(void *)(state->fetches + program->fetch_count) + number;
}

/* Facts of a program that no launch changes. */
struct recompile_known {
    struct sim_folded folded;
    uint32_t abreast;      /* as far as the program and the host go */
    uint64_t stream_bytes; /* of struct sim_config */
};

/* Whether rows of a group may be taken in any order: it has several wavefronts, whose blocks lie in
 * whole columns. Then the state's `across`, of a program of which so many blocks may go abreast;
 * `known`: the states of its fetches, or NULL. */
bool recompile_has_columns(const struct sim_launch *launch);
uint32_t recompile_across(const struct sim_launch *launch, uint32_t known_abreast,
                          const struct recompile_fetch_state *known);
/* streams.c: whether a launch writes so many bytes, and reads none of them. */
bool recompile_streams(const struct sim_launch *launch, uint64_t least);
/* The state of a launch, malloc'ed, and its size in bytes; launches of one program whose states are
 * equal can run the same code. NULL when memory is short. */
struct recompile_state *recompile_state_find(const struct sim_launch *launch,
                                             const struct recompile_known *known, size_t *size);
