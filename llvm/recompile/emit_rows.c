/* SPDX-License-Identifier: MIT */
/* emit_rows.c: fetches of texels that lie side by side. Lanes that are neighbours along x read a
 * row of a texture; fetches of one clause that read it at places near one another, as a filter's
 * do, share what is read. So do blocks that go abreast in one row. Whether lanes are neighbours is
 * found at run time, as coordinates are floats; that all of them are in one row is known before. */
#include "llvm/recompile/emit_rows.h"

#include <assert.h>

#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/block.h"
#include "llvm/recompile/columns.h"
#include "llvm/recompile/emit_smooth.h"

enum { QUADS_OF_ONE = 5 }; /* quads of texels that one fetch by itself reads */

void emit_start_rows(struct emitter *e)
{
    const uint64_t row = (e->abreast + 1) * 4ull, slots = e->abreast * (uint64_t)MOST_OF_PLANES;
    for (unsigned i = 0; i < MOST_OF_PLANES; i++)
        for (unsigned part = 0; part < e->abreast; part++) {
            e->place[part][i] = emit_variable(e, LLVMArrayType2(e->i32, SIM_PLACE_DWORDS));
            LLVMSetAlignment(e->place[part][i], sizeof(sim_native_vector));
        }
    for (unsigned i = 0; i < MOST_ROWS; i++)
        e->row[i] = emit_variable(e, LLVMArrayType2(e->lanes, row));
    emit_start_converted(e);
    for (unsigned i = 0; i < 4; i++)
        e->rare_coordinate[i] = emit_lanes_variable(e);
    for (unsigned part = 0; part < e->abreast; part++) {
        e->kept_texels[part] = emit_lanes_variable(e);
        e->whole_texels[part] = emit_variable(e, LLVMArrayType2(e->lanes, 4));
    }
    e->rare_texels = emit_variable(e, LLVMArrayType2(e->lanes, 4));
    for (unsigned i = 0; i < 4; i++)
        e->rare_texel[i] = emit_behind(e, e->rare_texels, i * sizeof(sim_native_vector));
    e->slots = emit_variable(e, LLVMArrayType2(e->lanes, slots * SIM_SLOT_LANES));
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

/* Whether lanes gather sooner: texels smaller than a dword, in loops that keep no rows. What is cut
 * out of memory waits there for what each turn has written. */
static bool gathers(const struct emitter *e, const struct recompile_fetch_state *state)
{
    return state->texture.how.format.bytes < 4 && e->at.loops && !e->plane_count;
}

/* Whether lanes of a fetch may read a row. */
static bool is_row(const struct emitter *e, const struct sim_fetch *fetch)
{
    const struct recompile_fetch_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)];
    return emit_may_be_row(state) && !gathers(e, state) && !is_uniform(e, fetch, SIM_X) &&
           emit_shares_rows(e, fetch);
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

/* Whether two fetches of the clause have one coordinate, `first` being the first of those that are
 * written as one. */
static bool is_same(const struct emitter *e, const struct sim_fetch *first,
                    const struct sim_fetch *fetch, const struct sim_fetch *other, unsigned axis)
{
    const unsigned sel = fetch->src_sel[axis], of_other = other->src_sel[axis];
    const uint32_t item = (uint32_t)(first - e->program->fetches), a = fetch->src / SIM_LANES + sel,
                   b = other->src / SIM_LANES + of_other;
    if (sel > HW_SEL_W || of_other > HW_SEL_W)
        return sel == of_other;
    return a == b ||
           (e->whole && copies_are_one(copies_name(e->program, &e->flow, e->cf, item, a),
                                       copies_name(e->program, &e->flow, e->cf, item, b)));
}

uint32_t emit_rows_loaded(const struct emitter *e, const struct sim_fetch *first, uint32_t i)
{
    uint32_t other = 0;
    while (other < i && !(is_same(e, first, first + i, first + other, SIM_Y) &&
                          is_same(e, first, first + i, first + other, SIM_Z)))
        other++;
    return other;
}

/* Whether the fetch behind `count` others is known to read columns too far from one of theirs to
 * have a window with them. */
static bool is_far(const struct emitter *e, const struct sim_fetch *first, uint32_t count)
{
    const uint32_t most = row_kinds[find_kind(count + 1)].quads * 4 - SIM_NATIVE_LANES - 3;
    for (uint32_t i = 0; i < count; i++)
        if (columns_are_far(e->program, &e->flow, e->cf, first, first + i, first + count, SIM_X,
                            most))
            return true;
    return false;
}

/* The same of rows that are kept as planes: they have all of these columns, and each has a place of
 * its own. */
static bool is_far_in_planes(const struct emitter *e, const struct sim_fetch *first, uint32_t count)
{
    const uint32_t columns = SIM_PLANE_TEXELS - e->abreast * SIM_NATIVE_LANES - 3,
                   rows = SIM_PLANE_ROWS - e->abreast;
    bool far = count && !is_same(e, first, first, first + count, SIM_Z);
    for (uint32_t i = 0; i < count && !far; i++)
        far = columns_are_far(e->program, &e->flow, e->cf, first, first + i, first + count, SIM_X,
                              columns) ||
              columns_are_far(e->program, &e->flow, e->cf, first, first + i, first + count, SIM_Y,
                              rows);
    return far;
}

/* How many of the fetches belong together: as planes, or by windows. */
static uint32_t count_rows(const struct emitter *e, const struct sim_fetch *fetch, uint32_t count,
                           bool planes)
{
    const uint32_t most = planes ? MOST_OF_PLANES : MOST_ROWS;
    uint32_t rows = 0;
    for (; rows < count && rows < most; rows++) {
        const struct sim_fetch *next = fetch + rows;
        if (!is_row(e, next) || next->resource != fetch->resource ||
            own(e, next) != own(e, fetch) || (planes ? is_far_in_planes : is_far)(e, fetch, rows))
            break;
        for (uint32_t i = 0; i < rows; i++)
            if (depends(next, fetch + i))
                return rows;
    }
    return rows;
}

/* ---- places ---- */

void emit_rows_turn(struct emitter *e, const struct rows *rows, unsigned block)
{
    if (rows->blocks > 1)
        emit_take_part(e, block);
}

/* Whether all blocks that go abreast read one row, by each of the fetches. */
static bool are_together(const struct emitter *e, const struct sim_fetch *fetch, uint32_t count)
{
    bool same = e->abreast > 1 && e->state->rows == SIM_NATIVE_BLOCKS;
    for (uint32_t i = 0; i < count; i++)
        for (unsigned axis = SIM_Y; axis < SIM_AXES; axis++) {
            const unsigned sel = fetch[i].src_sel[axis];
            same &= sel > HW_SEL_W ||
                    affine_is_repeated(affine_vector(&e->forms, fetch[i].src + sel * SIM_LANES));
        }
    return same;
}

/* Finds the first column, a multiple of four, from the least lane 0's column on, and how many
 * texels lanes have in their window: those of a fetch that shares its row with no other one, and
 * begins there, none of another quad. */
static void find_first(struct emitter *e, struct rows *rows, const ssa start[MOST_ROWS])
{
    ssa least = start[0], all = emit_i32(e, rows->kind->quads * 4);
    for (uint32_t i = 1; i < rows->count; i++)
        least = emit_intrinsic(e, "llvm.smin", e->i32, least, start[i]);
    rows->first = emit_op(e, LLVMAnd, least, emit_i32(e, ~3u));
    rows->texels = rows->kind->quads == QUADS_OF_ONE
                       ? emit_select(e, emit_test(e, LLVMIntEQ, rows->first, least),
                                     emit_i32(e, SIM_NATIVE_LANES), all)
                       : all;
}

/* Finds the places of a block's fetches. Returns whether no lane meets the border. */
static ssa find_places(struct emitter *e, const struct rows *rows, unsigned block)
{
    ssa all = NULL, *at = e->coordinate;
    for (uint32_t i = 0; i < rows->count; i++) {
        emit_copy_coordinates(e, rows->fetch + i, at);
        ssa sound = emit_own(e, own(e, rows->fetch)->place, e->place[block][i], rows->surface,
                             at[0], at[1], at[2], at[3]);
        all = i ? emit_op(e, LLVMAnd, all, sound) : sound;
    }
    return all;
}

/* Whether all fetches of all blocks read rows. */
static ssa are_rows(struct emitter *e, struct rows *rows)
{
    ssa all = NULL, start[MOST_ROWS];
    for (unsigned block = 0; block < rows->blocks; block++) {
        emit_rows_turn(e, rows, block);
        ssa sound = find_places(e, rows, block);
        all = block ? emit_op(e, LLVMAnd, all, sound) : sound;
        for (uint32_t i = 0; !block && i < rows->count; i++)
            start[i] = emit_field(e, e->i32, e->place[0][i], SIM_PLACE_X * sizeof(uint32_t));
        if (!block)
            find_first(e, rows, start);
        for (uint32_t i = 0; i < rows->count; i++)
            all = emit_op(e, LLVMAnd, all,
                          emit_call(e, "sim_block_row_fits", e->place[block][i], rows->surface,
                                    rows->first, rows->texels, emit_i32(e, rows->blocks),
                                    emit_i32(e, block)));
    }
    return all;
}

/* ---- places of lanes that go by steps ---- */

/* Finds the places of a block's fetches whose coordinates are whole numbers. */
static ssa place_steps(struct emitter *e, const struct rows *rows, unsigned block,
                       row_vectors vector, ssa start[MOST_OF_PLANES][SIM_AXES])
{
    ssa all = NULL;
    for (uint32_t i = 0; i < rows->count; i++) {
        const struct sim_fetch *fetch = rows->fetch + i;
        for (unsigned axis = 0; axis < SIM_AXES; axis++)
            start[i][axis] = emit_rows_start(e, fetch, axis, vector[i]);
        ssa sound = emit_own(e, own(e, rows->fetch)->steps, e->place[block][i], rows->surface,
                             start[i][SIM_X], start[i][SIM_Y], start[i][SIM_Z]);
        all = i ? emit_op(e, LLVMAnd, all, sound) : sound;
    }
    return all;
}

/* Whether all fetches of all blocks read rows, by steps of one. */
static ssa are_rows_by_steps(struct emitter *e, struct rows *rows, row_vectors vector)
{
    ssa all = NULL, start[MOST_ROWS];
    for (unsigned block = rows->blocks; block-- > 0;) {
        emit_rows_turn(e, rows, block);
        ssa sound = place_steps(e, rows, block, vector, rows->start[block]);
        all = all ? emit_op(e, LLVMAnd, all, sound) : sound;
    }
    if (rows->planes)
        return emit_op(e, LLVMAnd, all, emit_planes_reach(e, rows));
    assert(rows->count <= MOST_ROWS);
    for (uint32_t i = 0; i < rows->count; i++)
        start[i] = rows->start[0][i][SIM_X];
    find_first(e, rows, start);
    for (uint32_t i = 0; i < rows->count; i++)
        all = emit_op(e, LLVMAnd, all,
                      emit_call(e, "sim_block_row_steps_fit", start[i], rows->surface, rows->first,
                                rows->texels, emit_i32(e, rows->blocks)));
    return all;
}

/* ---- texels ---- */

void emit_rows_deliver(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct sim_texture_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)].texture;
    emit_deliver(e, fetch, state->dst_sel, state->one);
}

void emit_take_apart(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct emitter_fetch *f = own(e, fetch);
    ssa surface = emit_surface(e, fetch->resource), *at = e->rare_coordinate, *to = e->rare_texel;
    emit_copy_coordinates(e, fetch, at);
    emit_ready(e, smooth[f->usual], e->none, to[0], to[1], to[2], to[3], f->how, surface, f->border,
               at[0], at[1], at[2], at[3]);
    for (unsigned c = 0; c < 4; c++)
        emit_copy_lanes(e, to[c], e->texel[c]);
    emit_rows_deliver(e, fetch);
}

/* The variables of a block's fetch that the function for lanes without a row is given. */
static ssa find_slot(struct emitter *e, const struct rows *rows, unsigned block, uint32_t i,
                     unsigned lanes)
{
    const uint64_t slot = (uint64_t)block * rows->count + i;
    return emit_behind(e, e->slots, (slot * SIM_SLOT_LANES + lanes) * sizeof(sim_native_vector));
}

/* Calls what carries out the fetches of all slots. Lanes that go by steps have no row at edges
 * alone: code for these would take its time to make, and is seldom needed. */
static void take_slots(struct emitter *e, const struct rows *rows)
{
    const struct emitter_fetch *f = own(e, rows->fetch);
    ssa surface = emit_surface(e, rows->fetch->resource),
        count = emit_i32(e, rows->blocks * rows->count);
    if (rows->steps)
        emit_frame(e, offsetof(struct sim_native_frame, texels.take), e->none, e->wave, f->how,
                   surface, f->border, e->slots, count);
    else
        emit_own(e, f->apart, e->slots, surface, count);
}

/* Carries out all fetches for lanes without a row. */
static void fill_slots(struct emitter *e, const struct rows *rows)
{
    ssa lanes[4];
    for (unsigned block = 0; block < rows->blocks; block++)
        for (uint32_t i = 0; i < rows->count; i++) {
            emit_rows_turn(e, rows, block);
            for (unsigned c = 0; c < 4; c++)
                lanes[c] = find_slot(e, rows, block, i, c);
            emit_copy_coordinates(e, rows->fetch + i, lanes);
        }
    take_slots(e, rows);
}

/* Fetches of lanes without a row. */
static void take_rows_apart(struct emitter *e, const struct rows *rows, bool keeps)
{
    ssa lanes[4];
    fill_slots(e, rows);
    for (unsigned block = 0; block < rows->blocks; block++)
        for (uint32_t i = 0; i < rows->count; i++) {
            emit_rows_turn(e, rows, block);
            for (unsigned c = 0; c < 4; c++)
                emit_copy_lanes(e, lanes[c] = find_slot(e, rows, block, i, 4 + c), e->texel[c]);
            emit_rows_deliver(e, rows->fetch + i);
        }
    if (keeps)
        emit_texels_keep_apart(e, lanes);
}

/* Loads each row once, and asks memory for what blocks will read that come soon. Returns the number
 * of the fetch that has loaded a row by `loaded`. */
static void load_rows(struct emitter *e, const struct rows *rows, uint32_t loaded[MOST_ROWS])
{
    const struct emitter_fetch *f = own(e, rows->fetch);
    ssa load = f->load[rows->kind - row_kinds][rows->blocks > 1];
    for (uint32_t i = 0; i < rows->count; i++) {
        loaded[i] = emit_rows_loaded(e, rows->fetch, i);
        if (loaded[i] != i)
            continue;
        emit_own(e, f->ahead, rows->surface, e->place[0][i], emit_i32(e, rows->blocks));
        emit_own(e, load, e->row[i], rows->surface, e->place[0][i], rows->first, rows->texels);
    }
}

static void take_rows(struct emitter *e, const struct rows *rows, bool keeps)
{
    const struct emitter_fetch *f = own(e, rows->fetch);
    ssa *to = e->texel, cut = f->cut[rows->kind->shared && f->cut[true]];
    uint32_t loaded[MOST_ROWS];
    load_rows(e, rows, loaded);
    for (unsigned block = 0; block < rows->blocks; block++) {
        emit_rows_turn(e, rows, block);
        ssa first = emit_op(e, LLVMAdd, rows->first, emit_i32(e, block * SIM_NATIVE_LANES));
        for (uint32_t i = 0; i < rows->count; i++) {
            ssa window = emit_behind(e, e->row[loaded[i]], block * 4 * sizeof(sim_native_vector));
            emit_own(e, cut, to[0], to[1], to[2], to[3], window, e->place[block][i], first);
            emit_rows_deliver(e, rows->fetch + i);
        }
    }
    if (keeps)
        emit_texels_keep(e, e->row[0], e->place[0][0], rows->first);
}

/* Begins the two ways of fetches behind a test: those of lanes without a row are left to the slow
 * copy of the instruction, if it `leaves`; else what is written next is their way. */
static struct ways begin_ways(struct emitter *e, const struct rows *rows, ssa test, bool leaves)
{
    const struct ways ways = emit_part(e, test);
    if (leaves) {
        emit_go(e, emit_slow_block(e, (uint32_t)(rows->fetch - e->program->fetches)));
        emit_begin_block(e, ways.fast);
    }
    return ways;
}

/* Whether such a group of fetches may leave. */
static bool may_leave(const struct emitter *e, const struct rows *rows, uint32_t count)
{
    return rows->count == count && (rows->together || e->abreast == 1) && emit_has_slow(e);
}

/* Writes fetches of rows that are kept as planes. Behind them, their texels are in memory on both
 * ways: host registers need not hold them. */
static void write_planes(struct emitter *e, struct rows *rows, row_vectors vector, bool leaves)
{
    if (e->slow) {
        take_rows_apart(e, rows, false);
        return;
    }
    const struct ways ways = begin_ways(e, rows, are_rows_by_steps(e, rows, vector), leaves);
    if (!leaves) {
        emit_planes_apart(e, rows);
        emit_turn(e, ways);
    }
    emit_planes_keep(e, rows);
    emit_join(e, ways);
    emit_planes_take(e, rows);
}

/* Writes fetches by windows. Returns whether their texels are kept. */
static bool write_rows(struct emitter *e, struct rows *rows, bool leaves)
{
    row_vectors vector;
    const bool keeps = rows->count == 1 && own(e, rows->fetch)->keeps;
    rows->kind = &row_kinds[find_kind(rows->count)];
    rows->steps = emit_rows_steps(e, rows, vector);
    if (e->slow) {
        take_rows_apart(e, rows, keeps);
        return keeps;
    }
    ssa test = rows->steps ? are_rows_by_steps(e, rows, vector) : are_rows(e, rows);
    const struct ways ways = begin_ways(e, rows, test, leaves);
    if (!leaves) {
        take_rows_apart(e, rows, keeps);
        emit_turn(e, ways);
    }
    take_rows(e, rows, keeps);
    emit_join(e, ways);
    return keeps;
}

/* Writes those of a clause's fetches whose rows are kept as planes; returns how many, or 0. */
static uint32_t emit_planes_rows(struct emitter *e, const struct sim_fetch *fetch, uint32_t count)
{
    struct rows rows = {
        .fetch = fetch, .planes = emit_planes(e, fetch), .surface = e->surface[fetch->resource]};
    row_vectors vector;
    if (!rows.planes)
        return 0;
    rows.count = count_rows(e, fetch, count, true);
    rows.together = are_together(e, fetch, rows.count);
    rows.blocks = e->abreast;
    rows.steps = rows.count && emit_rows_steps(e, &rows, vector);
    if (rows.steps)
        write_planes(e, &rows, vector, e->at.loops && may_leave(e, &rows, count));
    return rows.steps ? rows.count : 0;
}

static uint32_t emit_windows(struct emitter *e, const struct sim_fetch *fetch, uint32_t count,
                             bool *kept)
{
    struct rows rows = {.fetch = fetch,
                        .count = count_rows(e, fetch, count, false),
                        .surface = e->surface[fetch->resource]};
    rows.together = are_together(e, fetch, rows.count);
    rows.blocks = rows.together ? e->abreast : 1;
    const bool leaves = may_leave(e, &rows, count);
    if (rows.count == 1)
        emit_pairs_fetch(e, fetch);
    for (unsigned i = 0; rows.count && i < (rows.together ? 1 : e->abreast); i++) {
        emit_take_part(e, i);
        *kept = write_rows(e, &rows, leaves);
    }
    return rows.count;
}

uint32_t emit_rows(struct emitter *e, const struct sim_fetch *fetch, uint32_t count)
{
    bool kept = false;
    uint32_t rows = e->forms.at ? emit_planes_rows(e, fetch, count) : 0;
    if (!rows && e->forms.at)
        rows = emit_windows(e, fetch, count, &kept);
    emit_take_all(e);
    for (uint32_t i = 0; i < rows; i++) {
        affine_fetch(&e->forms, fetch + i, e->whole);
        emit_texels_fetch(e, fetch + i, kept);
    }
    return rows;
}
