/* SPDX-License-Identifier: MIT */
/* stage.c: binds a program of graphics, runs wavefronts, and keeps what they export. */
#include "driver/sim/draw/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a stage's state is. A fetch program has the constants and registers of its vertices, and so
 * have vertices that a geometry program reads. */
struct constants {
    uint32_t cache, sizes;
    unsigned resource, resource_count, sampler, loop, border;
};
static const struct constants of_vertices = {DRAW_R_SQ_ALU_CONST_CACHE_VS,
                                             DRAW_R_SQ_ALU_CONST_SIZE_VS,
                                             DRAW_VS_RESOURCES,
                                             160,
                                             DRAW_VS_SAMPLERS,
                                             DRAW_VS_LOOPS,
                                             1};
static const struct constants of_fetches = {DRAW_R_SQ_ALU_CONST_CACHE_VS,
                                            DRAW_R_SQ_ALU_CONST_SIZE_VS,
                                            DRAW_FS_RESOURCES,
                                            32,
                                            DRAW_VS_SAMPLERS,
                                            DRAW_VS_LOOPS,
                                            1};
static const struct constants of_geometry = {DRAW_R_SQ_ALU_CONST_CACHE_GS,
                                             DRAW_R_SQ_ALU_CONST_SIZE_GS,
                                             DRAW_GS_RESOURCES,
                                             160,
                                             DRAW_GS_SAMPLERS,
                                             DRAW_GS_LOOPS,
                                             2};
static const struct constants of_control = {DRAW_R_SQ_ALU_CONST_CACHE_HS,
                                            DRAW_R_SQ_ALU_CONST_SIZE_HS,
                                            DRAW_HS_RESOURCES,
                                            160,
                                            DRAW_HS_SAMPLERS,
                                            DRAW_HS_LOOPS,
                                            3};
static const struct constants of_local = {DRAW_R_SQ_ALU_CONST_CACHE_LS,
                                          DRAW_R_SQ_ALU_CONST_SIZE_LS,
                                          DRAW_LS_RESOURCES,
                                          160,
                                          DRAW_LS_SAMPLERS,
                                          DRAW_LS_LOOPS,
                                          4};
static const struct constants of_pixels = {DRAW_R_SQ_ALU_CONST_CACHE_PS,
                                           DRAW_R_SQ_ALU_CONST_SIZE_PS,
                                           DRAW_PS_RESOURCES,
                                           176,
                                           DRAW_PS_SAMPLERS,
                                           DRAW_PS_LOOPS,
                                           0};
static const struct places {
    uint32_t start, resources, scratch, scratch_item;
    const struct constants *constants;
} places[] = {
    [DRAW_FETCH] = {DRAW_R_SQ_PGM_START_FS, DRAW_R_SQ_PGM_RESOURCES_VS, DRAW_R_SQ_VSTMP_RING_BASE,
                    DRAW_R_SQ_VSTMP_RING_ITEMSIZE, &of_fetches},
    [DRAW_VERTEX] = {DRAW_R_SQ_PGM_START_VS, DRAW_R_SQ_PGM_RESOURCES_VS, DRAW_R_SQ_VSTMP_RING_BASE,
                     DRAW_R_SQ_VSTMP_RING_ITEMSIZE, &of_vertices},
    [DRAW_RING_VERTEX] = {DRAW_R_SQ_PGM_START_ES, DRAW_R_SQ_PGM_RESOURCES_ES,
                          DRAW_R_SQ_ESTMP_RING_BASE, DRAW_R_SQ_ESTMP_RING_ITEMSIZE, &of_vertices},
    [DRAW_GEOMETRY] = {DRAW_R_SQ_PGM_START_GS, DRAW_R_SQ_PGM_RESOURCES_GS,
                       DRAW_R_SQ_GSTMP_RING_BASE, DRAW_R_SQ_GSTMP_RING_ITEMSIZE, &of_geometry},
    [DRAW_LOCAL_VERTEX] = {HW_R_SQ_PGM_START_LS, HW_R_SQ_PGM_RESOURCES_LS, HW_R_SQ_LSTMP_RING_BASE,
                           HW_R_SQ_LSTMP_RING_ITEMSIZE, &of_local},
    [DRAW_CONTROL] = {DRAW_R_SQ_PGM_START_HS, DRAW_R_SQ_PGM_RESOURCES_HS, DRAW_R_SQ_HSTMP_RING_BASE,
                      DRAW_R_SQ_HSTMP_RING_ITEMSIZE, &of_control},
    [DRAW_PIXEL] = {DRAW_R_SQ_PGM_START_PS, DRAW_R_SQ_PGM_RESOURCES_PS, DRAW_R_SQ_PSTMP_RING_BASE,
                    DRAW_R_SQ_PSTMP_RING_ITEMSIZE, &of_pixels},
};

static void move_register(struct sim_drawing *d, uint32_t to, uint32_t from)
{
    d->stage.context[(to - HW_CONTEXT_REG_BASE) / 4] =
        d->state.context[(from - HW_CONTEXT_REG_BASE) / 4];
}

/* Puts a stage's state where programs of compute have theirs. */
static void translate(struct sim_drawing *d, const struct places *from)
{
    struct sim_state *to = &d->stage;
    const struct constants *own = from->constants;
    memcpy(to->context, d->state.context, sizeof(to->context));
    move_register(d, HW_R_SQ_PGM_START_LS, from->start);
    move_register(d, HW_R_SQ_PGM_RESOURCES_LS, from->resources);
    for (unsigned i = 0; i < HW_R_SQ_ALU_CONST_CACHE_LS_COUNT; i++) {
        move_register(d, HW_R_ELEMENT(SQ_ALU_CONST_CACHE_LS, i), own->cache + i * 4);
        move_register(d, HW_R_ELEMENT(SQ_ALU_CONST_BUFFER_SIZE_LS, i), own->sizes + i * 4);
    }
    move_register(d, HW_R_SQ_LSTMP_RING_ITEMSIZE, from->scratch_item);
    for (unsigned i = 0; i < 2; i++)
        to->config[(HW_R_SQ_LSTMP_RING_BASE - HW_CONFIG_REG_BASE) / 4 + i] =
            sim_config(d->compute, from->scratch + i * 4);
    memset(to->resource, 0, sizeof(to->resource));
    memcpy(to->resource, d->resource[own->resource], own->resource_count * sizeof(to->resource[0]));
    memcpy(to->sampler[HW_CS_SAMPLER_BASE], d->state.sampler[own->sampler],
           HW_CS_SAMPLERS * sizeof(to->sampler[0]));
    memcpy(to->border, d->borders[own->border].color, sizeof(to->border));
    memcpy(to->loop_const + HW_CS_LOOP_CONST, d->state.loop_const + own->loop,
           32 * sizeof(to->loop_const[0]));
}

static bool fail(struct draw_stage *stage)
{
    return draw_fail(stage->d, "%s", stage->group.launch->error);
}

/* Samplers have more than for compute: filters of minifying, comparisons. */
static void find_filters(struct draw_stage *stage)
{
    struct sim_launch *launch = stage->group.launch;
    const bool cubes_wrap = !(sim_config(stage->d->compute, DRAW_R_TA_CNTL_AUX) & 1u);
    for (unsigned n = 0; n < HW_CS_SAMPLERS; n++) {
        const uint32_t word = stage->d->stage.sampler[HW_CS_SAMPLER_BASE + n][0];
        const bool linear = REG_GET(word, SAMPLER0, XY_MIN_FILTER) & 1u;
        memcpy(stage->minify[n], launch->samplers[n].linear, sizeof(stage->minify[n]));
        stage->minify[n][0] = stage->minify[n][1] = linear;
        launch->samplers[n].cube_wrap = launch->samplers[n].cube_wrap && cubes_wrap;
        if (!REG_GET(word, SAMPLER0, Z_FILTER))
            stage->minify[n][2] = linear;
        stage->compare[n] = (uint8_t)REG_GET(word, SAMPLER0, DEPTH_COMPARE_FUNCTION);
    }
}

/* Mesa's fetch programs fetch what vertices do not read, to registers that they do not have: these
 * values are dropped. */
static uint16_t count_registers(uint32_t resources, enum draw_kind kind)
{
    enum { OF_FETCHES = 34 }; /* one index, and attributes */
    const uint16_t gprs = (uint16_t)REG_GET(resources, SQ_PGM_RESOURCES_LS, NUM_GPRS);
    return kind == DRAW_FETCH && gprs < OF_FETCHES ? OF_FETCHES : gprs;
}

static bool bind(struct draw_stage *stage, struct sim_drawing *d, enum draw_kind kind)
{
    struct sim_launch *launch = stage->group.launch;
    const uint32_t resources = sim_context(&d->stage, HW_R_SQ_PGM_RESOURCES_LS);
    const struct sim_program_mode mode = {
        .gprs = count_registers(resources, kind),
        .stack_entries = (uint16_t)REG_GET(resources, SQ_PGM_RESOURCES_LS, STACK_SIZE),
        .dx10_clamp = REG_GET(resources, SQ_PGM_RESOURCES_LS, DX10_CLAMP),
        .flush_in = true,
        .flush_out = true,
        .stage = &draw_stages[kind],
    };
    if (!sim_launch_decode(launch, d->dispatcher, d->stream, &d->stage, &mode))
        return fail(stage);
    if (!draw_blocks_open(stage))
        return false;
    if (!sim_launch_bind(launch, d->dispatcher, d->stream, &d->stage))
        return fail(stage);
    find_filters(stage);
    return true;
}

static void *zeroed(size_t bytes)
{
    const size_t whole = (bytes + SIM_VECTOR_ALIGN) / SIM_VECTOR_ALIGN * SIM_VECTOR_ALIGN;
    void *memory = aligned_alloc(SIM_VECTOR_ALIGN, whole);
    return memory ? memset(memory, 0, whole) : NULL;
}

static bool make_wave(struct draw_stage *stage, enum draw_kind kind)
{
    const struct sim_launch *launch = stage->group.launch;
    stage->wave = zeroed(sizeof(*stage->wave));
    stage->vectors = zeroed(launch->program->vector_count * sizeof(sim_vector));
    stage->exports = zeroed(DRAW_SLOTS * sizeof(*stage->exports));
    if (kind == DRAW_PIXEL)
        stage->params = zeroed(2 * DRAW_PARAMS * sizeof(*stage->params));
    if (!stage->wave || !stage->vectors || !stage->exports ||
        (kind == DRAW_PIXEL && !stage->params))
        return draw_fail(stage->d, "out of memory");
    struct sim_wave *wave = stage->wave;
    wave->group = &stage->group;
    wave->launch = launch;
    wave->base[SIM_SPACE_LITERAL] = launch->program->literals;
    wave->base[SIM_SPACE_WAVE] = stage->vectors[0];
    wave->base[SIM_SPACE_CONST] = launch->consts;
    wave->base[SIM_SPACE_PARAM] = stage->params ? stage->params[0][0] : NULL;
    wave->n = SIM_LANES;
    return true;
}

/* Behind the end of a constant buffer, and in none, there is 0. */
static void take_index(struct sim_wave *wave)
{
    const struct draw_stage *stage = (const struct draw_stage *)wave->group;
    const struct constants *own = places[stage->kind].constants;
    const struct sim_program *program = wave->launch->program;
    for (uint32_t i = 0; i < program->const_count; i++) {
        const struct sim_const *wanted = &program->consts[i];
        const uint64_t offset = wanted->index * 16ull + wanted->channel * 4ull;
        uint32_t value = 0;
        if (!wanted->index_mode)
            continue;
        const uint64_t bank = (uint64_t)wanted->bank + wave->cf_index[wanted->index_mode - 1];
        if (bank < HW_R_SQ_ALU_CONST_CACHE_LS_COUNT) {
            const uint32_t at = (uint32_t)bank * 4;
            const uint64_t base = (uint64_t)draw_register(stage->d, own->cache + at) << 8;
            const uint64_t size = (uint64_t)draw_register(stage->d, own->sizes + at) << 8;
            const struct sim_bo *bo = sim_stream_find(stage->d->stream, base);
            if (bo && offset + 4 <= size && base - bo->address + offset + 4 <= bo->size)
                memcpy(&value, bo->map + (base - bo->address) + offset, sizeof(value));
        }
        wave->launch->lanes->alu->fill(wave->launch->consts + (size_t)i * SIM_LANES, value,
                                       SIM_LANES);
    }
}

bool draw_stage_open(struct draw_stage *stage, struct sim_drawing *d, enum draw_kind kind)
{
    *stage = (struct draw_stage){.d = d, .kind = kind};
    translate(d, &places[kind]);
    struct sim_launch *launch = sim_launch_new(d->dispatcher, d->stream);
    if (!launch)
        return draw_fail(d, "out of memory");
    stage->group.launch = launch;
    launch->goes_on = false;
    launch->take_export = draw_take_export;
    launch->take_fetch = draw_fetch;
    launch->take_index = take_index;
    launch->local[0] = launch->local_size = launch->wave_size = SIM_LANES;
    launch->local[1] = launch->local[2] = launch->waves = 1;
    return bind(stage, d, kind) && make_wave(stage, kind);
}

void draw_stage_close(struct draw_stage *stage)
{
    draw_blocks_close(stage);
    if (stage->group.launch)
        sim_launch_free(stage->d->dispatcher, stage->group.launch);
    free(stage->wave);
    free(stage->vectors);
    free(stage->exports);
    free(stage->params);
    free(stage->ring.items);
    free(stage->emitted);
    for (unsigned i = 0; i < DRAW_STREAM_BUFFERS; i++) {
        free(stage->streamed[i].items);
        free(stage->streamed[i].wrote);
    }
}

bool draw_stage_may_go_on(struct draw_stage *stage)
{
    struct sim_launch *launch = stage->group.launch;
    return !sim_launch_is_late(launch) ||
           draw_fail(stage->d, "a draw runs longer than %g s", launch->time_limit);
}

bool draw_stage_run(struct draw_stage *stage, uint64_t lanes, uint64_t helpers)
{
    struct sim_wave *wave = stage->wave;
    struct sim_launch *launch = stage->group.launch;
    wave->live = wave->exec = wave->branch = lanes;
    wave->continued = wave->broken = wave->predicate = wave->wrong = 0;
    wave->killed = helpers;
    wave->cf = wave->op = wave->depth = wave->loops = wave->back_edges = 0;
    wave->cf_index[0] = wave->cf_index[1] = 0;
    take_index(wave);
    enum sim_next next = sim_wave_run(wave);
    while (next == SIM_NEXT_BARRIER) /* for which a single wavefront does not wait */
        next = sim_wave_run(wave);
    if (next != SIM_NEXT_END || atomic_load(&launch->stop))
        return fail(stage);
    return draw_stage_may_go_on(stage);
}
