/* SPDX-License-Identifier: MIT */
/* dispatch.c: sets up a launch from the register file and runs it. */
#include "driver/sim/launch/dispatch.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/checks.h"
#include "driver/base/free_all.h"
#include "driver/hw/chips.h"
#include "driver/sim/exec/report.h"
#include "driver/sim/launch/watchers.h"

enum { MAX_GROUP_ITEMS = 1024, STAGES_COMPUTE = 2 };

static bool read_sizes(struct sim_launch *launch, const struct sim_state *state,
                       const uint32_t groups[3])
{
    uint64_t items = 1;
    launch->group_count = 1;
    for (unsigned c = 0; c < 3; c++) {
        launch->local[c] = sim_context(state, HW_R_SPI_COMPUTE_NUM_THREAD_X + c * 4);
        launch->start[c] = sim_config(state, HW_R_VGT_COMPUTE_START_X + c * 4);
        launch->groups[c] = groups[c];
        if (!launch->local[c] || launch->local[c] > MAX_GROUP_ITEMS || groups[c] > 0xffffffu)
            return sim_launch_fail(
                launch,
                "a dispatch of %u x %u x %u groups of %u x %u x %u work-items is "
                "impossible",
                groups[0], groups[1], groups[2], sim_context(state, HW_R_SPI_COMPUTE_NUM_THREAD_X),
                sim_context(state, HW_R_SPI_COMPUTE_NUM_THREAD_Y),
                sim_context(state, HW_R_SPI_COMPUTE_NUM_THREAD_Z));
        items *= launch->local[c];
        if (groups[c] && launch->group_count > UINT64_MAX / 2 / groups[c])
            return sim_launch_fail(launch, "a dispatch of %u x %u x %u groups is too large",
                                   groups[0], groups[1], groups[2]);
        launch->group_count *= groups[c];
    }
    launch->wave_size = launch->chip->wave_size;
    launch->local_size = (uint32_t)items;
    launch->waves = (launch->local_size + launch->wave_size - 1) / launch->wave_size;
    return items <= MAX_GROUP_ITEMS ||
           sim_launch_fail(launch, "a group of %llu work-items; %d is the limit",
                           (unsigned long long)items, MAX_GROUP_ITEMS);
}

/* Refuses registers that contradict each other, or that a work-group cannot run with. */
static bool check_state(struct sim_launch *launch, const struct sim_state *state)
{
    const uint32_t lds = sim_context(state, HW_R_SQ_LDS_ALLOC);
    const uint32_t waves = REG_GET(lds, SQ_LDS_ALLOC, HS_NUM_WAVES);
    /* As drivers count them, of 16 lanes a quad pipe; on caicos that is half a wavefront. */
    const uint32_t lanes = 16u * launch->chip->quad_pipes;
    const uint32_t counted = (launch->local_size + lanes - 1) / lanes;
    const uint32_t group_size = sim_config(state, HW_R_VGT_COMPUTE_THREAD_GROUP_SIZE);
    launch->lds_dwords = REG_GET(lds, SQ_LDS_ALLOC, SIZE);
    if (launch->lds_dwords > HW_LDS_DWORDS)
        sim_launch_fail(launch, "SQ_LDS_ALLOC asks for %u dwords of local memory; there are %u",
                        launch->lds_dwords, (unsigned)HW_LDS_DWORDS);
    if (waves != counted)
        sim_launch_fail(launch, "SQ_LDS_ALLOC names %u wavefronts a group, but there are %u", waves,
                        counted);
    if (group_size != launch->local_size)
        sim_launch_fail(launch,
                        "VGT_COMPUTE_THREAD_GROUP_SIZE is %u, but a group has %u work-items",
                        group_size, launch->local_size);
    if (sim_context(state, HW_R_VGT_SHADER_STAGES_EN) != STAGES_COMPUTE)
        sim_launch_fail(launch, "VGT_SHADER_STAGES_EN is 0x%x; compute needs %d",
                        sim_context(state, HW_R_VGT_SHADER_STAGES_EN), STAGES_COMPUTE);
    return !atomic_load(&launch->stop);
}

bool sim_launch_decode(struct sim_launch *launch, struct sim_dispatcher *dispatcher,
                       const struct sim_stream *stream, const struct sim_state *state,
                       const struct sim_program_mode *mode)
{
    const uint64_t address = (uint64_t)sim_context(state, HW_R_SQ_PGM_START_LS) << 8;
    const struct sim_bo *bo = sim_stream_find(stream, address);
    if (mode->gprs > HW_GPRS || !bo)
        return sim_launch_fail(launch, bo ? "NUM_GPRS exceeds the 128 registers there are"
                                          : "there is no memory at SQ_PGM_START_LS");
    const uint64_t offset = address - bo->address, dwords = (bo->size - offset) / 4;
    char error[SIM_ERROR_SIZE - 256];
    launch->program =
        sim_cache_take(dispatcher->cache, (const uint32_t *)(const void *)(bo->map + offset),
                       dwords > UINT32_MAX ? UINT32_MAX : (uint32_t)dwords, mode, launch->chip,
                       launch->lanes, error, sizeof(error));
    if (!launch->program)
        sim_launch_fail(launch, "kernel %s, %s", launch->label, error);
    return launch->program;
}

static bool find_program(struct sim_launch *launch, struct sim_dispatcher *dispatcher,
                         const struct sim_stream *stream, const struct sim_state *state)
{
    const uint32_t resources = sim_context(state, HW_R_SQ_PGM_RESOURCES_LS);
    const uint32_t more = sim_context(state, HW_R_SQ_PGM_RESOURCES_LS_2);
    const struct sim_program_mode mode = {
        .gprs = (uint16_t)REG_GET(resources, SQ_PGM_RESOURCES_LS, NUM_GPRS),
        .stack_entries = (uint16_t)REG_GET(resources, SQ_PGM_RESOURCES_LS, STACK_SIZE),
        .dx10_clamp = REG_GET(resources, SQ_PGM_RESOURCES_LS, DX10_CLAMP),
        .flush_in = !REG_GET(more, SQ_PGM_RESOURCES_LS_2, ALLOW_SINGLE_DENORM_IN),
        .flush_out = !REG_GET(more, SQ_PGM_RESOURCES_LS_2, ALLOW_SINGLE_DENORM_OUT),
        .double_denormals = REG_GET(more, SQ_PGM_RESOURCES_LS_2, ALLOW_DOUBLE_DENORM_IN) &&
                            REG_GET(more, SQ_PGM_RESOURCES_LS_2, ALLOW_DOUBLE_DENORM_OUT),
        .strict = launch->strict,
    };
    if (REG_GET(more, SQ_PGM_RESOURCES_LS_2, SINGLE_ROUND))
        return sim_launch_fail(launch, "only rounding to nearest even is supported");
    return sim_launch_decode(launch, dispatcher, stream, state, &mode);
}

static bool make_local_ids(struct sim_launch *launch)
{
    const size_t vectors = (size_t)launch->waves * 3;
    if (launch->local_ids && !memcmp(launch->ids_local, launch->local, sizeof(launch->local)))
        return true; /* of the launch before */
    free(launch->local_ids);
    memcpy(launch->ids_local, launch->local, sizeof(launch->local));
    launch->local_ids = aligned_alloc(SIM_VECTOR_ALIGN, vectors * sizeof(sim_vector));
    if (!launch->local_ids)
        return sim_launch_fail(launch, "out of memory");
    memset(launch->local_ids, 0, vectors * sizeof(sim_vector));
    uint32_t x = 0, y = 0, z = 0;
    for (uint32_t item = 0, run; item < launch->local_size; item += run) {
        const uint32_t lane = item % launch->wave_size, width = launch->local[0] - x;
        const uint32_t rest = launch->wave_size - lane;
        uint32_t *ids =
            launch->local_ids + (size_t)(item / launch->wave_size) * 3 * SIM_LANES + lane;
        run = width < rest ? width : rest; /* of a row, in one wavefront */
        for (uint32_t i = 0; i < run; i++) {
            ids[i] = x + i;
            ids[SIM_LANES + i] = y;
            ids[2 * SIM_LANES + i] = z;
        }
        x += run;
        if (x == launch->local[0]) {
            x = 0;
            z += y + 1 == launch->local[1];
            y = y + 1 == launch->local[1] ? 0 : y + 1;
        }
    }
    return true;
}

struct sim_launch *sim_launch_new(struct sim_dispatcher *dispatcher,
                                  const struct sim_stream *stream)
{
    struct sim_launch *launch = atomic_exchange(&dispatcher->spare, NULL);
    if (!launch && (launch = malloc(sizeof(*launch))))
        launch->local_ids = launch->consts = NULL;
    if (!launch)
        return NULL;
    memset(launch, 0, offsetof(struct sim_launch, local_ids));
    launch->chip = dispatcher->config->chip;
    launch->lanes = dispatcher->lanes;
    launch->label = stream->label;
    launch->guide = stream->guide;
    launch->units = stream->units;
    launch->append_counts = dispatcher->append_counts;
    launch->check_memory = dispatcher->config->check_memory;
    launch->goes_on = stream->guide && stream->guide->report &&
                      dispatcher->config->exec != SIM_EXEC_BOTH; /* which compares faults */
    launch->strict = dispatcher->config->strict;
    launch->time_limit = dispatcher->config->time_limit_s;
    pthread_mutex_init(&launch->error_mutex, NULL);
    sim_launch_begin(launch);
    return launch;
}

void sim_launch_free(struct sim_dispatcher *dispatcher, struct sim_launch *launch)
{
    if (launch) {
        sim_launch_unbind(launch);
        sim_provenance_forget(launch);
        sim_cache_give(dispatcher->cache, launch->program);
        pthread_mutex_destroy(&launch->error_mutex);
    }
    launch = atomic_exchange(&dispatcher->spare, launch); /* with two at a time one goes */
    if (!launch)
        return;
    sim_launch_free_consts(launch);
    FREE_ALL(launch->local_ids, launch);
}

static void run_unwatched(struct sim_dispatcher *dispatcher, struct sim_launch *launch)
{
    struct sim_engine *engine = dispatcher->engine;
    if (engine)
        engine->begin(engine, launch);
    if (dispatcher->config->exec == SIM_EXEC_BOTH && sim_launch_is_native(launch))
        engine->run_both(engine, dispatcher->pool, launch);
    else
        sim_pool_run(dispatcher->pool, launch);
    if (engine)
        engine->end(engine, launch);
}

/* A launch that is watched is interpreted by one thread, so that its groups run in the same order
 * each time. */
static void run(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                struct sim_launch *launch)
{
    const unsigned checks = launch->goes_on ? dispatcher->config->checks : 0;
    if (launch->check_memory && !checks_are_watched(checks))
        sim_provenance_find(launch);
    sim_watch_begin(launch, stream, &dispatcher->config->parts, checks);
    launch->serial |= launch->watch != NULL;
    if (!launch->watch && !atomic_load(&launch->stop))
        run_unwatched(dispatcher, launch);
    else if (!atomic_load(&launch->stop))
        do
            sim_pool_run(dispatcher->pool, launch);
        while (sim_watch_again(launch));
    sim_watch_end(launch);
}

bool sim_dispatch(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                  const struct sim_state *state, const uint32_t groups[3],
                  char error[SIM_ERROR_SIZE])
{
    struct sim_launch *launch = sim_launch_new(dispatcher, stream);
    if (!launch) {
        snprintf(error, SIM_ERROR_SIZE, "out of memory");
        return false;
    }
    if (read_sizes(launch, state, groups) && check_state(launch, state) &&
        find_program(launch, dispatcher, stream, state) && make_local_ids(launch) &&
        sim_launch_bind(launch, dispatcher, stream, state) && launch->group_count)
        run(dispatcher, stream, launch);
    const bool stopped = atomic_load(&launch->stop),
               failed = sim_reports_hand_out(launch) || stopped;
    if (failed)
        snprintf(error, SIM_ERROR_SIZE, "%s", stopped ? launch->error : "");
    sim_launch_free(dispatcher, launch);
    return !failed;
}
