/* SPDX-License-Identifier: MIT */
/* state.c: finds out which fetches and stores can be carried by code, and how. */
#include "driver/sim/recompile/state.h"

#include <stdlib.h>
#include <string.h>

#include "driver/sim/recompile/abreast.h"

static bool is_plain(const struct sim_launch *launch, const struct sim_fetch *fetch)
{
    return !fetch->const_fields && fetch->format.bytes && fetch->src_sel[0] <= HW_SEL_W &&
           launch->resource_type[fetch->resource] == HW_TYPE_BUFFER &&
           launch->buffers[fetch->resource].stride;
}

/* Whether lanes choose levels. */
static bool has_levels(const struct sim_launch *launch, const struct sim_fetch *fetch)
{
    return launch->resource_type[fetch->resource] == HW_TYPE_TEXTURE &&
           launch->textures[fetch->resource].levels > 1 &&
           (fetch->kind == SIM_FETCH_LOAD ? fetch->src_sel[3] != HW_SEL_0
                                          : fetch->lod != SIM_LOD_FIRST);
}

static bool find_texture_state(const struct sim_launch *launch, const struct sim_fetch *fetch,
                               struct sim_texture_state *state)
{
    const bool load = fetch->kind == SIM_FETCH_LOAD;
    const struct sim_texture *texture = &launch->textures[fetch->resource];
    if (launch->resource_type[fetch->resource] != HW_TYPE_TEXTURE ||
        (!load && (fetch->sampler_index_mode || fetch->sampler >= HW_CS_SAMPLERS ||
                   !launch->samplers[fetch->sampler].bound)))
        return false;
    return sim_texture_state(launch, fetch, texture,
                             load ? NULL : &launch->samplers[fetch->sampler], state) == SIM_AXES;
}

/* Whether levels that lanes choose can be filtered by code. All others are sampled by the
 * simulator. */
static bool filters_levels(const struct sim_texture *texture, const struct sim_fetch *fetch,
                           const struct sim_sample_how *how)
{
    bool may = fetch->kind == SIM_FETCH_SAMPLE && fetch->lod != SIM_LOD_FIRST && !how->far &&
               how->quads && recompile_filters_levels(how);
    for (uint32_t level = 1; may && level < texture->levels; level++)
        may = texture->mips[level - 1].view.size <= INT32_MAX;
    return may;
}

static void find_sample_state(const struct sim_launch *launch, const struct sim_fetch *fetch,
                              struct recompile_fetch_state *state)
{
    const struct sim_texture *texture = &launch->textures[fetch->resource];
    struct sim_texture_state own;
    memset(&own, 0, sizeof(own));
    if (!find_texture_state(launch, fetch, &own))
        return;
    if (!has_levels(launch, fetch)) {
        state->kind = RECOMPILE_FETCH_SAMPLE;
        state->texture = own;
    } else if (filters_levels(texture, fetch, &own.how)) {
        state->kind = RECOMPILE_FETCH_LEVELS;
        state->texture = own;
        state->levels = texture->levels;
        sim_find_level_bounds(texture, &launch->samplers[fetch->sampler], &state->bounds);
    }
}

static void find_fetch_state(const struct sim_launch *launch, const struct sim_fetch *fetch,
                             struct recompile_fetch_state *state)
{
    state->kind = RECOMPILE_FETCH_ASKED;
    if (fetch->resource_index_mode || fetch->resource >= HW_CS_RESOURCES)
        return;
    if (fetch->kind == SIM_FETCH_BUFFER && is_plain(launch, fetch)) {
        state->kind = RECOMPILE_FETCH_PLAIN;
        state->stride = launch->buffers[fetch->resource].stride;
    } else if (fetch->kind == SIM_FETCH_SAMPLE || fetch->kind == SIM_FETCH_LOAD) {
        find_sample_state(launch, fetch, state);
    }
}

/* Whether an operation returns a value to a RAT that has no place for it, which is a fault where
 * the simulator is strict. */
static bool returns_nowhere(const struct sim_launch *launch, unsigned number)
{
    bool returns = false;
    for (uint32_t i = 0; i < launch->program->store_count; i++) {
        const struct sim_store *store = &launch->program->stores[i];
        returns |= store->rat == number && store->rat_op >= HW_RAT_NOP_RTN;
    }
    return returns && launch->strict && !launch->rats[number].immediate.memory;
}

static void find_store_state(const struct sim_launch *launch, unsigned number,
                             struct recompile_store_state *state)
{
    const struct sim_rat *rat = &launch->rats[number];
    state->dwords = rat->bound && rat->type == HW_RAT_BUFFER && !returns_nowhere(launch, number);
    state->returns = state->dwords && rat->immediate.memory;
    if (!rat->bound || rat->type == HW_RAT_BUFFER || !rat->surface.format.bytes)
        return;
    state->typed = true;
    sim_store_state(rat, &state->how);
}

static void find_span_state(const struct sim_launch *launch, const struct sim_alu_op *op,
                            struct recompile_span_state *state)
{
    const struct sim_provenance *provenance = sim_provenance_op(launch, op);
    const struct sim_span span = sim_lds_span(launch, op);
    if (op->action != SIM_ACTION_LDS || !provenance || provenance->end > launch->lds_dwords * 4u)
        return;
    state->kind = provenance->fixed ? RECOMPILE_SPAN_FIXED : RECOMPILE_SPAN_GIVEN;
    state->first = provenance->fixed ? span.low : 0;
    state->count = provenance->fixed ? span.high - span.low : 0;
}

static uint32_t count_rows(const struct sim_launch *launch)
{
    if (launch->local[0] % SIM_NATIVE_LANES)
        return 0;
    return launch->local[0] % SIM_LANES ? 1 : SIM_NATIVE_BLOCKS;
}

/* The blocks of a group that wait for each other, or go abreast; 0 where some are not whole. */
static uint32_t count_blocks(const struct sim_launch *launch, uint32_t across)
{
    const struct sim_program *program = launch->program;
    return (program->barriers || program->lockstep || across) && count_rows(launch)
               ? launch->local_size / SIM_NATIVE_LANES
               : 0;
}

/* Whether fetches that no loop repeats gain by planes: not where lanes beyond an edge get a border,
 * for which all fetches go another way, nor where several channels are decoded to integers. */
static bool gain_by_planes(const struct sim_sample_how *how)
{
    bool bordered = false;
    SIM_FOR_AXES(axis) bordered |= !how->load && sim_axis_bordered(how, axis);
    return !bordered && !(how->format.integer && how->wanted & (how->wanted - 1));
}

/* Whether blocks that go abreast gain by all fetches from textures: they share rows, or these are
 * kept, as those of texels smaller than a dword must be. `known`: the states of these, or NULL. */
static bool share_rows(const struct sim_launch *launch, const struct recompile_fetch_state *known)
{
    const bool planes = recompile_has_planes(launch->program),
               loops = recompile_has_loops(launch->program);
    bool may = true;
    for (uint32_t i = 0; may && i < launch->program->fetch_count; i++) {
        struct recompile_fetch_state own = {0};
        const struct recompile_fetch_state *fetch = known ? &known[i] : &own;
        if (!known)
            find_fetch_state(launch, &launch->program->fetches[i], &own);
        may = fetch->kind != RECOMPILE_FETCH_SAMPLE ||
              (fetch->texture.how.quads && !sim_sample_filters(&fetch->texture.how) &&
               (loops || gain_by_planes(&fetch->texture.how)) &&
               (planes ||
                (count_rows(launch) == SIM_NATIVE_BLOCKS && fetch->texture.how.format.bytes >= 4)));
    }
    return may;
}

/* Only whole wavefronts go abreast, whose blocks are rows or parts of rows. */
static uint32_t count_abreast(const struct sim_launch *launch, const struct recompile_state *state,
                              uint32_t known)
{
    const uint32_t most = launch->wave_size / SIM_NATIVE_LANES;
    if (!state->rows || launch->local_size % launch->wave_size || launch->scratch_dwords ||
        !(state->across ||
          (!recompile_pairs_rows(launch->program) && share_rows(launch, state->fetches))))
        return 1;
    return known < most ? known : most;
}

/* Whether a program that takes pairs of rows reads an image of two axes: with filters of three, two
 * rows abreast are slower. */
static bool reads_plane(const struct sim_launch *launch)
{
    const uint32_t resource = launch->program->fetches[0].resource;
    return resource < HW_CS_RESOURCES && launch->resource_type[resource] == HW_TYPE_TEXTURE &&
           (launch->textures[resource].dim == HW_DIM_2D ||
            launch->textures[resource].dim == HW_DIM_2D_ARRAY);
}

bool recompile_has_columns(const struct sim_launch *launch)
{
    return launch->waves > 1 && launch->wave_size == SIM_LANES && launch->local[2] == 1 &&
           launch->local[1] % SIM_NATIVE_BLOCKS == 0 && count_rows(launch) &&
           !launch->scratch_dwords && recompile_may_columns(launch->program) &&
           (!recompile_pairs_rows(launch->program) || reads_plane(launch));
}

uint32_t recompile_across(const struct sim_launch *launch, uint32_t known_abreast,
                          const struct recompile_fetch_state *known)
{
    return known_abreast == SIM_NATIVE_BLOCKS && recompile_has_columns(launch) &&
                   (recompile_pairs_rows(launch->program) || share_rows(launch, known))
               ? launch->local[0] / SIM_NATIVE_LANES
               : 0;
}

/* Whether a surface's tiles keep lines of eight columns in one piece: those of four rows, of texels
 * of four bytes, or of two, of sixteen. Its tables are linear. */
static bool has_pieces(const struct sim_surface *s)
{
    const bool small = s->format.bytes == 4;
    const uint32_t rows = small ? 4 : 2, *apart = small ? s->y : s->x,
                   lines = small ? SIM_LINE : 3 * SIM_LINE;
    uint32_t set = 0;
    if (!s->quads || s->width < 8 || s->height < rows)
        return false;
    for (uint32_t x = 0; x < s->width; x += 8)
        set |= s->x[x];
    for (uint32_t y = 0; y < s->height; y += rows)
        set |= s->y[y];
    for (uint32_t z = 0; z < s->depth; z++)
        set |= s->z[z];
    return !(set & lines) && apart[2] == SIM_LINE && (small || apart[4] == 2 * SIM_LINE);
}

static bool copies_pieces(const struct sim_launch *launch, const struct recompile_state *state)
{
    const struct sim_program *p = launch->program;
    return state->across && recompile_pairs_rows(p) && p->stores[0].rat < HW_RATS &&
           has_pieces(&launch->textures[p->fetches[0].resource].surface) &&
           has_pieces(&launch->rats[p->stores[0].rat].surface);
}

/* Only programs of butterflies, which store two results, are made for that. */
static bool is_row(const struct sim_launch *launch)
{
    const uint32_t items = launch->local_size;
    return !launch->program->barriers && launch->program->store_count == 2 &&
           launch->local[0] == items && items <= SIM_MOST_AT_ONCE && !(items & (items - 1));
}

/* Whether lanes of pairs of rows most likely read columns that are at most one apart. */
static bool enlarges(const struct sim_launch *launch, const struct recompile_state *state)
{
    const struct sim_program *p = launch->program;
    return state->across && recompile_pairs_rows(p) &&
           launch->textures[p->fetches[0].resource].surface.width <=
               (uint64_t)launch->groups[0] * launch->local[0];
}

static enum recompile_line find_line(const struct sim_launch *launch,
                                     const struct recompile_state *state)
{
    if ((!state->blocks && state->abreast <= 1) || launch->local[2] != 1)
        return RECOMPILE_LINE_NONE;
    if (launch->local[1] == 1)
        return RECOMPILE_LINE_X;
    return launch->local[0] == SIM_NATIVE_LANES ? RECOMPILE_LINE_Y : RECOMPILE_LINE_NONE;
}

struct recompile_state *recompile_state_find(const struct sim_launch *launch,
                                             const struct recompile_known *known, size_t *size)
{
    const struct sim_program *p = launch->program;
    struct recompile_state *state = calloc(1, *size = recompile_state_bytes(p));
    for (uint32_t i = 0; state && i < p->fetch_count; i++)
        find_fetch_state(launch, &p->fetches[i], &state->fetches[i]);
    if (state) {
        state->rows = count_rows(launch);
        state->across = recompile_across(launch, known->abreast, state->fetches);
        state->row = is_row(launch);
        state->pieces = copies_pieces(launch, state);
        state->enlarges = enlarges(launch, state);
        state->blocks = count_blocks(launch, state->across);
        state->streams = recompile_streams(launch, known->stream_bytes);
        state->scratch_dwords = launch->scratch_dwords;
        state->folded = sim_folded_outcomes(&known->folded, p, launch->consts, launch->lanes->alu);
        state->abreast = count_abreast(launch, state, known->abreast);
        state->line = find_line(launch, state);
    }
    for (uint32_t i = 0; state && i < p->accessing_count; i++) {
        const struct sim_alu_op *op = &p->ops[p->accessing[i]];
        find_span_state(launch, op, recompile_span(state, p, op));
    }
    for (unsigned i = 0; state && p->store_count && i < HW_RATS; i++)
        find_store_state(launch, i, &state->stores[i]);
    return state;
}
