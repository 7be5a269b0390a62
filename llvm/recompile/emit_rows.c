/* SPDX-License-Identifier: MIT */
/* emit_rows.c: fetches of texels that lie side by side. Lanes that are neighbours along x read a
 * row of a texture; fetches of one clause that read it at places near one another, as a filter's
 * do, share what is read. So do blocks that go abreast in one row. Whether lanes are neighbours is
 * found at run time, as coordinates are floats; that all of them are in one row is known before. */
#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/block.h"
#include "llvm/recompile/emitter.h"

enum { QUADS_OF_ONE = 5 }; /* quads of texels that one fetch by itself reads */

void emit_start_rows(struct emitter *e)
{
    const uint64_t row = (e->abreast + 1) * 4ull, slots = e->abreast * (uint64_t)MOST_ROWS;
    for (unsigned i = 0; i < MOST_ROWS; i++) {
        for (unsigned part = 0; part < e->abreast; part++) {
            e->place[part][i] = emit_variable(e, LLVMArrayType2(e->i32, SIM_PLACE_DWORDS));
            LLVMSetAlignment(e->place[part][i], sizeof(sim_native_vector));
        }
        e->row[i] = emit_variable(e, LLVMArrayType2(e->lanes, row));
    }
    for (unsigned i = 0; i < 4; i++)
        e->rare_coordinate[i] = emit_lanes_variable(e);
    e->kept_texels = emit_lanes_variable(e);
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

/* The first of fetches that belong together which reads the row of number i. */
static uint32_t find_loaded(const struct sim_fetch *first, uint32_t i)
{
    uint32_t other = 0;
    while (other < i &&
           !(is_same(first + i, first + other, SIM_Y) && is_same(first + i, first + other, SIM_Z)))
        other++;
    return other;
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

/* ---- places ---- */

/* Fetches that are written as one, of one block or of all that go abreast. */
struct rows {
    const struct sim_fetch *fetch;
    uint32_t count, blocks;
    const struct row_kind *kind;
    ssa surface, first, texels; /* the first column; the texels of a window */
};

static void turn_to(struct emitter *e, const struct rows *rows, unsigned block)
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

/* Finds the first column, a multiple of four, and how many texels lanes have in their window: those
 * of a fetch that shares its row with no other one, and begins there, none of another quad. */
static void find_first(struct emitter *e, struct rows *rows)
{
    ssa least = NULL, all = emit_i32(e, rows->kind->quads * 4);
    for (uint32_t i = 0; i < rows->count; i++) {
        ssa x = emit_field(e, e->i32, e->place[0][i], SIM_PLACE_X * sizeof(uint32_t));
        least = i ? emit_intrinsic(e, "llvm.smin", e->i32, least, x) : x;
    }
    rows->first = emit_op(e, LLVMAnd, least, emit_i32(e, ~3u));
    rows->texels = rows->kind->quads == QUADS_OF_ONE
                       ? emit_select(e, emit_test(e, LLVMIntEQ, rows->first, least),
                                     emit_i32(e, SIM_NATIVE_LANES), all)
                       : all;
}

/* Whether all fetches of all blocks read rows. */
static ssa are_rows(struct emitter *e, struct rows *rows)
{
    ssa all = NULL;
    for (unsigned block = 0; block < rows->blocks; block++) {
        turn_to(e, rows, block);
        ssa sound = find_places(e, rows, block);
        all = block ? emit_op(e, LLVMAnd, all, sound) : sound;
        if (!block)
            find_first(e, rows);
        for (uint32_t i = 0; i < rows->count; i++)
            all = emit_op(e, LLVMAnd, all,
                          emit_call(e, "sim_block_row_fits", e->place[block][i], rows->surface,
                                    rows->first, rows->texels, emit_i32(e, rows->blocks),
                                    emit_i32(e, block)));
    }
    return all;
}

/* ---- texels ---- */

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

/* The variables of a block's fetch that the function for lanes without a row is given. */
static ssa find_slot(struct emitter *e, const struct rows *rows, unsigned block, uint32_t i,
                     unsigned lanes)
{
    const uint64_t slot = (uint64_t)block * rows->count + i;
    return emit_behind(e, e->slots, (slot * SIM_SLOT_LANES + lanes) * sizeof(sim_native_vector));
}

/* Fetches of lanes without a row. */
static void take_rows_apart(struct emitter *e, const struct rows *rows, bool keeps)
{
    const struct emitter_fetch *f = own(e, rows->fetch);
    ssa lanes[4];
    for (unsigned block = 0; block < rows->blocks; block++)
        for (uint32_t i = 0; i < rows->count; i++) {
            turn_to(e, rows, block);
            for (unsigned c = 0; c < 4; c++)
                lanes[c] = find_slot(e, rows, block, i, c);
            emit_copy_coordinates(e, rows->fetch + i, lanes);
        }
    emit_own(e, f->apart, e->slots, emit_surface(e, rows->fetch->resource),
             emit_i32(e, rows->blocks * rows->count));
    for (unsigned block = 0; block < rows->blocks; block++)
        for (uint32_t i = 0; i < rows->count; i++) {
            turn_to(e, rows, block);
            for (unsigned c = 0; c < 4; c++)
                emit_copy_lanes(e, lanes[c] = find_slot(e, rows, block, i, 4 + c), e->texel[c]);
            deliver(e, rows->fetch + i);
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
        loaded[i] = find_loaded(rows->fetch, i);
        if (loaded[i] != i)
            continue;
        for (unsigned block = 0; block < rows->blocks; block++)
            emit_own(e, f->ahead, rows->surface, e->place[block][i]);
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
        turn_to(e, rows, block);
        ssa first = emit_op(e, LLVMAdd, rows->first, emit_i32(e, block * SIM_NATIVE_LANES));
        for (uint32_t i = 0; i < rows->count; i++) {
            ssa window = emit_behind(e, e->row[loaded[i]], block * 4 * sizeof(sim_native_vector));
            emit_own(e, cut, to[0], to[1], to[2], to[3], window, e->place[block][i], first);
            deliver(e, rows->fetch + i);
        }
    }
    if (keeps)
        emit_texels_keep(e, e->row[0], e->place[0][0], rows->first);
}

static bool write_rows(struct emitter *e, const struct sim_fetch *fetch, uint32_t count,
                       uint32_t blocks)
{
    struct rows rows = {
        fetch, count, blocks, &row_kinds[find_kind(count)], e->surface[fetch->resource],
        NULL,  NULL};
    const bool keeps = count == 1 && own(e, fetch)->keeps;
    const struct ways ways = emit_part(e, are_rows(e, &rows));
    take_rows_apart(e, &rows, keeps);
    emit_turn(e, ways);
    take_rows(e, &rows, keeps);
    emit_join(e, ways);
    return keeps;
}

uint32_t emit_rows(struct emitter *e, const struct sim_fetch *fetch, uint32_t count)
{
    const uint32_t rows = e->forms.at ? count_rows(e, fetch, count) : 0;
    const bool together = are_together(e, fetch, rows);
    bool kept = false;
    for (unsigned i = 0; rows && i < (together ? 1 : e->abreast); i++) {
        emit_take_part(e, i);
        kept = write_rows(e, fetch, rows, together ? e->abreast : 1);
    }
    emit_take_all(e);
    for (uint32_t i = 0; i < rows; i++) {
        affine_fetch(&e->forms, fetch + i, e->whole);
        emit_texels_fetch(e, fetch + i, kept);
    }
    return rows;
}
