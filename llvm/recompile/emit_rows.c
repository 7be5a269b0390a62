/* SPDX-License-Identifier: MIT */
/* emit_rows.c: fetches of texels that lie side by side. Lanes that are neighbours along x read a
 * row of a texture; fetches of one clause that read it at places near one another, as a filter's
 * do, share what is read. Whether lanes are neighbours is found at run time, as coordinates are
 * floats; that all of them are in one row is known before. */
#include "driver/sim/lanes/sample.h"
#include "llvm/recompile/emitter.h"

enum { QUADS_OF_ONE = 5 }; /* quads of texels that one fetch by itself reads */

void emit_start_rows(struct emitter *e)
{
    for (unsigned i = 0; i < MOST_ROWS; i++)
        e->place[i] = emit_variable(e, LLVMArrayType2(e->i32, 3));
    for (unsigned i = 0; i < 4; i++)
        e->rare_coordinate[i] = emit_lanes_variable(e);
    e->kept_texels = emit_lanes_variable(e);
    e->rare_texels = emit_variable(e, LLVMArrayType2(e->lanes, 4));
    for (unsigned i = 0; i < 4; i++)
        e->rare_texel[i] = emit_behind(e, e->rare_texels, i * sizeof(sim_native_vector));
}

/* The kind of so many rows. */
static unsigned find_kind(uint32_t rows)
{
    unsigned kind = 0;
    while (row_kinds[kind].rows < rows)
        kind++;
    return kind;
}

/* The functions of a fetch's own. */
static const struct emitter_fetch *own(const struct emitter *e, const struct sim_fetch *fetch)
{
    return &e->fetch[emit_same(e, sim_fetch_access(e->program, fetch))];
}

bool emit_may_be_row(const struct recompile_fetch_state *state)
{
    const struct sim_sample_how *how = &state->texture.how;
    return state->kind == RECOMPILE_FETCH_SAMPLE && how->quads && !how->far &&
           !sim_sample_filters(how) && sim_axis_kind(how->dim, SIM_X) == SIM_AXIS_TEXELS;
}

void emit_read_surfaces(struct emitter *e)
{
    for (uint32_t i = 0; i < e->program->fetch_count; i++) {
        const uint32_t resource = e->program->fetches[i].resource;
        const struct recompile_fetch_state *state = &e->state->fetches[i];
        if ((emit_may_be_row(state) || emit_may_be_smooth(state)) && !e->surface[resource])
            e->surface[resource] = emit_surface_copy(e, emit_surface(e, resource));
    }
}

static bool is_uniform(const struct emitter *e, const struct sim_fetch *fetch, unsigned axis)
{
    const unsigned sel = fetch->src_sel[axis];
    return sel > HW_SEL_W ||
           affine_is_uniform(affine_vector(&e->forms, fetch->src + sel * SIM_LANES));
}

bool emit_shares_rows(const struct emitter *e, const struct sim_fetch *fetch)
{
    const struct recompile_fetch_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)];
    for (unsigned axis = SIM_Y; axis < SIM_AXES; axis++)
        if (sim_axis_kind(state->texture.how.dim, axis) != SIM_AXIS_NONE &&
            !is_uniform(e, fetch, axis))
            return false;
    return true;
}

/* Whether lanes of a fetch may read a row. */
static bool is_row(const struct emitter *e, const struct sim_fetch *fetch)
{
    return emit_may_be_row(&e->state->fetches[sim_fetch_access(e->program, fetch)]) &&
           !is_uniform(e, fetch, SIM_X) && emit_shares_rows(e, fetch);
}

/* Whether a fetch reads what another writes. */
static bool depends(const struct sim_fetch *fetch, const struct sim_fetch *other)
{
    for (unsigned c = 0; c < 4; c++)
        for (unsigned k = 0; k < 4; k++)
            if (fetch->src_sel[c] <= HW_SEL_W && other->dst_sel[k] != HW_SEL_MASK &&
                fetch->src + fetch->src_sel[c] * SIM_LANES == other->dst + k * SIM_LANES)
                return true;
    return false;
}

static bool is_same(const struct sim_fetch *fetch, const struct sim_fetch *other, unsigned axis)
{
    const unsigned sel = fetch->src_sel[axis];
    return sel == other->src_sel[axis] && (sel > HW_SEL_W || fetch->src == other->src);
}

/* Whether a fetch reads the row of one of those before it, of `rows` that belong together. */
static bool is_again(const struct sim_fetch *first, uint32_t row)
{
    for (uint32_t i = 0; i < row; i++)
        if (is_same(first + row, first + i, SIM_Y) && is_same(first + row, first + i, SIM_Z))
            return true;
    return false;
}

/* How many of the fetches belong together. */
static uint32_t count_rows(const struct emitter *e, const struct sim_fetch *fetch, uint32_t count)
{
    uint32_t rows = 0;
    for (; rows < count && rows < MOST_ROWS; rows++) {
        const struct sim_fetch *next = fetch + rows;
        if (!is_row(e, next) || next->resource != fetch->resource || own(e, next) != own(e, fetch))
            break;
        for (uint32_t i = 0; i < rows; i++)
            if (depends(next, fetch + i))
                return rows;
    }
    return rows;
}

/* Finds where rows lie: whether all are rows, and the first and the last column that a lane 0
 * reads. */
static ssa find_places(struct emitter *e, const struct sim_fetch *fetch, uint32_t rows, ssa *least,
                       ssa *most)
{
    ssa all = NULL, *at = e->coordinate;
    for (uint32_t i = 0; i < rows; i++) {
        emit_copy_coordinates(e, fetch + i, at);
        ssa sound = emit_own(e, own(e, fetch)->place, e->place[i], e->surface[fetch->resource],
                             at[0], at[1], at[2], at[3]),
            column = emit_load(e, e->i32, e->place[i]);
        all = i ? emit_op(e, LLVMAnd, all, sound) : sound;
        *least = i ? emit_intrinsic(e, "llvm.umin", e->i32, *least, column) : column;
        *most = i ? emit_intrinsic(e, "llvm.umax", e->i32, *most, column) : column;
    }
    return all;
}

/* How many texels a fetch that shares its row with no other one reads: none of the last quad, where
 * the first one begins with lane 0. */
static ssa count_alone(struct emitter *e, ssa first, ssa most)
{
    return emit_select(e, emit_test(e, LLVMIntEQ, first, most), emit_i32(e, SIM_NATIVE_LANES),
                       emit_i32(e, 4 * QUADS_OF_ONE));
}

/* Whether so many quads from column `first` on hold all up to what lane 15 reads, and lie inside
 * the texture. */
static ssa fit(struct emitter *e, uint32_t resource, ssa first, ssa most, uint32_t quads)
{
    ssa width = emit_field(e, e->i32, e->surface[resource], offsetof(struct sim_surface, width)),
        reach = emit_op(e, LLVMSub, most, first),
        near = emit_test(e, LLVMIntULE, reach, emit_i32(e, 4 * quads - SIM_NATIVE_LANES)),
        texels = quads == QUADS_OF_ONE ? count_alone(e, first, most) : emit_i32(e, 4 * quads),
        end = emit_op(e, LLVMAdd, first, texels);
    return emit_op(e, LLVMAnd, near, emit_test(e, LLVMIntULE, end, width));
}

/* The channels of a fetch, in `texel`, to its destination. */
static void deliver(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct sim_texture_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)].texture;
    emit_deliver(e, fetch, state->dst_sel, state->one);
}

void emit_take_apart(struct emitter *e, const struct sim_fetch *fetch, ssa function)
{
    ssa surface = emit_surface(e, fetch->resource), *at = e->rare_coordinate, *to = e->rare_texel;
    emit_copy_coordinates(e, fetch, at);
    emit_own(e, function, to[0], to[1], to[2], to[3], surface, at[0], at[1], at[2], at[3]);
    for (unsigned c = 0; c < 4; c++)
        emit_copy_lanes(e, to[c], e->texel[c]);
    deliver(e, fetch);
}

static void take_rows(struct emitter *e, const struct sim_fetch *fetch, uint32_t rows, ssa first)
{
    ssa take = own(e, fetch)->take[find_kind(rows)], *to = e->texel,
        surface = e->surface[fetch->resource];
    for (uint32_t i = 0; i < rows; i++) {
        emit_own(e, take, to[0], to[1], to[2], to[3], surface, e->place[i], first);
        deliver(e, fetch + i);
    }
}

/* Asks memory, once for each row, for what blocks will read that come soon. */
static void ask_ahead(struct emitter *e, const struct sim_fetch *fetch, uint32_t rows)
{
    for (uint32_t i = 0; i < rows; i++)
        if (!is_again(fetch, i))
            emit_own(e, own(e, fetch)->ahead, e->surface[fetch->resource], e->place[i]);
}

uint32_t emit_rows(struct emitter *e, const struct sim_fetch *fetch, uint32_t count)
{
    const uint32_t rows = e->forms.at ? count_rows(e, fetch, count) : 0;
    ssa least, most;
    if (!rows)
        return 0;
    ssa all_rows = find_places(e, fetch, rows, &least, &most),
        first = emit_op(e, LLVMAnd, least, emit_i32(e, ~3u)),
        fits = fit(e, fetch->resource, first, most, row_kinds[find_kind(rows)].quads);
    const struct ways ways = emit_part(e, emit_op(e, LLVMAnd, all_rows, fits));
    ssa dwords = rows == 1 ? own(e, fetch)->dwords : NULL;
    for (uint32_t i = 0; i < rows; i++)
        emit_take_apart(e, fetch + i, own(e, fetch + i)->apart);
    if (dwords)
        emit_texels_keep_apart(e);
    emit_turn(e, ways);
    ask_ahead(e, fetch, rows);
    take_rows(e, fetch, rows, first);
    if (dwords)
        emit_texels_keep(e, dwords, e->surface[fetch->resource], e->place[0], first);
    emit_join(e, ways);
    for (uint32_t i = 0; i < rows; i++) {
        affine_fetch(&e->forms, fetch + i, e->whole);
        emit_texels_fetch(e, fetch + i, dwords != NULL);
    }
    return rows;
}
