/* SPDX-License-Identifier: MIT */
/* dispatch.h: from a DISPATCH packet to finished work-groups. */
#pragma once

#include "driver/sim/exec/group.h"
#include "driver/sim/stream/stream.h"

struct sim_cache;
struct sim_pool;

/* The state that dispatches of one device share. */
struct sim_dispatcher {
    const struct sim_config *config;
    const struct sim_lanes *lanes;
    struct sim_gem *gem;
    struct sim_cache *cache;
    struct sim_pool *pool;
    uint32_t append_counts[HW_APPEND_COUNTERS]; /* kept from stream to stream */
    struct sim_engine *engine;                  /* NULL: programs are interpreted */
    _Atomic(struct sim_launch *) spare;         /* of one that has ended, or NULL */
};

/* Runs a grid of `groups` work-groups with the state. False with `error` filled. */
bool sim_dispatch(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                  const struct sim_state *state, const uint32_t groups[3],
                  char error[SIM_ERROR_SIZE]);

/* The parts of it, for who runs programs of graphics: a launch without a program; the program at
 * SQ_PGM_START_LS, false with launch->error filled; and its end, once its program is bound. NULL:
 * of the spare. */
struct sim_launch *sim_launch_new(struct sim_dispatcher *dispatcher,
                                  const struct sim_stream *stream);
bool sim_launch_decode(struct sim_launch *launch, struct sim_dispatcher *dispatcher,
                       const struct sim_stream *stream, const struct sim_state *state,
                       const struct sim_program_mode *mode);
void sim_launch_free(struct sim_dispatcher *dispatcher, struct sim_launch *launch);

/* bind.c: resolves what the program uses. False with launch->error filled. */
bool sim_launch_bind(struct sim_launch *launch, struct sim_dispatcher *dispatcher,
                     const struct sim_stream *stream, const struct sim_state *state);
void sim_launch_unbind(struct sim_launch *launch);
void sim_launch_free_consts(struct sim_launch *launch); /* kept from launch to launch */
/* The shader component of each channel in memory, by number of channels - 1 and COMP_SWAP. */
extern const uint8_t sim_color_swaps[4][4][4];

/* cache.c: programs already decoded, known by their code. One that was taken is there until it is
 * given back. */
struct sim_cache *sim_cache_create(void);
void sim_cache_destroy(struct sim_cache *cache); /* NULL is legal */
const struct sim_program *sim_cache_take(struct sim_cache *cache, const uint32_t *code,
                                         uint32_t dwords, const struct sim_program_mode *mode,
                                         const struct hw_chip *chip, const struct sim_lanes *lanes,
                                         char *error, size_t error_size);
void sim_cache_give(struct sim_cache *cache, const struct sim_program *program); /* NULL is legal */

/* pool.c: threads that run work-groups. */
struct sim_pool *sim_pool_create(unsigned threads);
void sim_pool_destroy(struct sim_pool *pool); /* NULL is legal */
/* Runs all groups of a launch, with the calling thread's help; returns when they have ended. May be
 * called by several threads, whose launches share the pool's. */
void sim_pool_run(struct sim_pool *pool, struct sim_launch *launch);
