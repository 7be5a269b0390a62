/* SPDX-License-Identifier: MIT */
/* emit_rows.c: fetches of texels that lie side by side. Lanes that are neighbours along x read a
 * row of a texture; fetches of one clause that read it at places near one another, as a filter's
 * do, share what is read. So do blocks that go abreast in one row. Whether lanes are neighbours is
 * found at run time, as coordinates are floats; that all of them are in one row is known before. */
#include <string.h>

#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/block.h"
#include "llvm/recompile/columns.h"
#include "llvm/recompile/emit_planes.h"
#include "llvm/recompile/emit_smooth.h"
#include "llvm/recompile/emitter.h"

enum { QUADS_OF_ONE = 5 }; /* quads of texels that one fetch by itself reads */

/* Room for lane 0's whole numbers that operations make floats of. */
static void start_converted(struct emitter *e)
{
    for (uint32_t i = 0; i < e->program->op_count; i++)
        for (unsigned part = 0; part < e->abreast && columns_converted(&e->program->ops[i]); part++)
            e->of[part].converted[i] = emit_variable(e, e->i32);
}

bool emit_is_converted(const struct sim_alu_op *op)
{
    return columns_converted(op) != NULL;
}

void emit_converted(struct emitter *e, const struct sim_alu_op *op)
{
    const struct sim_src *from = columns_converted(op);
    const uint32_t number = (uint32_t)(op - e->program->ops);
    if (!from || !e->forms.at)
        return;
    const struct affine_form form = affine_source(&e->forms, from);
    e->converted_form[number] = e->whole ? form : (struct affine_form){0};
    if (form.bits && !form.basis)
        emit_store(e, emit_first(e, from->offset), e->of[e->part].converted[number]);
}

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
    start_converted(e);
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

/* The first of fetches that belong together which reads the row of number i. */
static uint32_t find_loaded(const struct emitter *e, const struct sim_fetch *first, uint32_t i)
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
    const uint32_t window = e->plane_count && e->at.loops
                                ? SIM_PLANE_TEXELS - (e->abreast - 1) * SIM_NATIVE_LANES
                                : row_kinds[find_kind(count + 1)].quads * 4,
                   most = window - SIM_NATIVE_LANES - 3;
    for (uint32_t i = 0; i < count; i++)
        if (columns_are_far(e->program, &e->flow, e->cf, first, first + i, first + count, most))
            return true;
    return false;
}

/* Whether a fetch of a clause is of another row than the one before, where rows are kept. */
static bool is_other(const struct emitter *e, const struct sim_fetch *first, uint32_t i)
{
    return i && e->plane_count && e->at.loops && find_loaded(e, first, i) == i;
}

/* How many of the fetches belong together. */
static uint32_t count_rows(const struct emitter *e, const struct sim_fetch *fetch, uint32_t count)
{
    uint32_t rows = 0;
    for (; rows < count && rows < MOST_ROWS; rows++) {
        const struct sim_fetch *next = fetch + rows;
        if (!is_row(e, next) || next->resource != fetch->resource ||
            own(e, next) != own(e, fetch) || is_far(e, fetch, rows) || is_other(e, fetch, rows))
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
    bool steps;                          /* lanes go by steps of one along x */
    const struct emitter_planes *planes; /* where the row is kept, or will be; NULL: nowhere */
    ssa start[MOST_ROWS];                /* lane 0's columns, where lanes go by steps */
    ssa surface, first, texels;          /* the first column; the texels of a window */
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
        turn_to(e, rows, block);
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

/* Finds the vector of whole numbers that a fetch's coordinate is, or, where that has others by now,
 * behind all vectors the number of the operation that made floats of it. */
static bool find_integers(const struct emitter *e, const struct rows *rows,
                          const struct sim_fetch *fetch, unsigned axis, uint32_t *vector)
{
    const struct sim_program *p = e->program;
    const struct sim_sample_how *how = &e->state->fetches[sim_fetch_access(p, fetch)].texture.how;
    const uint32_t item = (uint32_t)(rows->fetch - p->fetches);
    *vector = fetch->src / SIM_LANES + fetch->src_sel[axis];
    if (fetch->src_sel[axis] > HW_SEL_W || how->normalized >> axis & 1u)
        return false;
    if (how->load)
        return fetch->src_sel[3] == HW_SEL_0;
    const struct copies_name at = copies_name(p, &e->flow, e->cf, item, *vector);
    const struct sim_src *from = at.item < p->op_count && p->cf[at.cf].items == SIM_ITEMS_OPS
                                     ? columns_converted(&p->ops[at.item])
                                     : NULL;
    if (!from)
        return false;
    *vector = from->offset / SIM_LANES;
    if (!copies_are_one(copies_name(p, &e->flow, at.cf, at.item, *vector),
                        copies_name(p, &e->flow, e->cf, item, *vector)))
        *vector = p->vector_count + at.item;
    return true;
}

/* Finds how such numbers differ. */
static struct affine_form find_form(const struct emitter *e, uint32_t vector)
{
    const uint32_t vectors = e->program->vector_count;
    return vector < vectors ? affine_vector(&e->forms, vector * SIM_LANES)
                            : e->converted_form[vector - vectors];
}

/* Whether x goes by steps of one there, through all blocks, and other coordinates are shared. */
static bool are_steps(const struct emitter *e, const struct rows *rows, unsigned axis,
                      uint32_t vector)
{
    const struct affine_form form = find_form(e, vector);
    const uint32_t step = axis == SIM_X;
    return form.bits == 32 && form.step == step && !form.basis &&
           (rows->blocks == 1 || (form.shared && form.apart == step * SIM_NATIVE_LANES));
}

/* The whole numbers that the coordinates of fetches are. */
typedef uint32_t row_vectors[MOST_ROWS][SIM_AXES];

/* Finds these; false: not all coordinates are. */
static bool find_steps(const struct emitter *e, const struct rows *rows, row_vectors vector)
{
    for (uint32_t i = 0; i < rows->count; i++)
        for (unsigned axis = 0; axis < SIM_AXES; axis++) {
            const struct sim_fetch *fetch = rows->fetch + i;
            const unsigned dim =
                e->state->fetches[sim_fetch_access(e->program, fetch)].texture.how.dim;
            if (sim_axis_kind(dim, axis) != SIM_AXIS_NONE &&
                !(find_integers(e, rows, fetch, axis, &vector[i][axis]) &&
                  are_steps(e, rows, axis, vector[i][axis])))
                return false;
        }
    return e->whole;
}

bool emit_finds_steps(const struct emitter *e, const struct sim_fetch *fetch,
                      uint32_t vector[SIM_AXES])
{
    const struct rows rows = {.fetch = fetch, .count = 1, .blocks = 1};
    row_vectors own;
    bool found = find_steps(e, &rows, own);
    for (unsigned axis = 0; found && axis < SIM_AXES; axis++) {
        const unsigned dim = e->state->fetches[sim_fetch_access(e->program, fetch)].texture.how.dim;
        found =
            sim_axis_kind(dim, axis) == SIM_AXIS_NONE || own[0][axis] < e->program->vector_count;
    }
    memcpy(vector, own[0], sizeof(own[0]));
    return found;
}

/* Lane 0 of a fetch's coordinate; 0: the texture has no such axis. */
static ssa find_start(struct emitter *e, const struct sim_fetch *fetch, unsigned axis,
                      const uint32_t vector[SIM_AXES])
{
    const unsigned dim = e->state->fetches[sim_fetch_access(e->program, fetch)].texture.how.dim;
    const uint32_t vectors = e->program->vector_count;
    if (sim_axis_kind(dim, axis) == SIM_AXIS_NONE)
        return emit_i32(e, 0);
    return vector[axis] < vectors
               ? emit_first(e, vector[axis] * SIM_LANES)
               : emit_load(e, e->i32, e->of[e->part].converted[vector[axis] - vectors]);
}

/* Finds the places of a block's fetches whose coordinates are whole numbers. */
static ssa place_steps(struct emitter *e, const struct rows *rows, unsigned block,
                       row_vectors vector, ssa start[MOST_ROWS])
{
    ssa all = NULL;
    for (uint32_t i = 0; i < rows->count; i++) {
        const struct sim_fetch *fetch = rows->fetch + i;
        start[i] = find_start(e, fetch, SIM_X, vector[i]);
        ssa sound = emit_own(e, own(e, rows->fetch)->steps, e->place[block][i], rows->surface,
                             start[i], find_start(e, fetch, SIM_Y, vector[i]),
                             find_start(e, fetch, SIM_Z, vector[i]));
        all = i ? emit_op(e, LLVMAnd, all, sound) : sound;
    }
    return all;
}

/* Whether all fetches of all blocks read rows, by steps of one. */
static ssa are_rows_by_steps(struct emitter *e, struct rows *rows, row_vectors vector)
{
    ssa all = NULL, *start = rows->start;
    for (unsigned block = rows->blocks; block-- > 0;) {
        turn_to(e, rows, block);
        ssa sound = place_steps(e, rows, block, vector, start);
        all = all ? emit_op(e, LLVMAnd, all, sound) : sound;
    }
    if (rows->planes)
        return emit_op(e, LLVMAnd, all, emit_planes_reach(e, start, rows->count, rows->blocks));
    find_first(e, rows, start);
    for (uint32_t i = 0; i < rows->count; i++)
        all = emit_op(e, LLVMAnd, all,
                      emit_call(e, "sim_block_row_steps_fit", start[i], rows->surface, rows->first,
                                rows->texels, emit_i32(e, rows->blocks)));
    return all;
}

/* Begins the two ways of fetches: the second one is that of rows. */
static struct ways part_rows(struct emitter *e, struct rows *rows, row_vectors vector)
{
    return emit_part(e, rows->steps ? are_rows_by_steps(e, rows, vector) : are_rows(e, rows));
}

/* ---- texels ---- */

/* The channels of a fetch, in `texel`, to its destination. */
static void deliver(struct emitter *e, const struct sim_fetch *fetch)
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
    deliver(e, fetch);
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

/* Fetches of lanes without a row. */
static void take_rows_apart(struct emitter *e, const struct rows *rows, bool keeps)
{
    ssa lanes[4];
    for (unsigned block = 0; block < rows->blocks; block++)
        for (uint32_t i = 0; i < rows->count; i++) {
            turn_to(e, rows, block);
            for (unsigned c = 0; c < 4; c++)
                lanes[c] = find_slot(e, rows, block, i, c);
            emit_copy_coordinates(e, rows->fetch + i, lanes);
        }
    take_slots(e, rows);
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
        loaded[i] = find_loaded(e, rows->fetch, i);
        if (loaded[i] != i)
            continue;
        emit_own(e, f->ahead, rows->surface, e->place[0][i], emit_i32(e, rows->blocks));
        emit_own(e, load, e->row[i], rows->surface, e->place[0][i], rows->first, rows->texels);
    }
}

/* Takes the texels of fetches from one row that is kept. */
static void take_planes(struct emitter *e, const struct rows *rows)
{
    ssa place = e->place[0][0];
    emit_planes_keep(e, rows->planes, place, rows->start, rows->count, rows->blocks);
    e->keeps_planes = true;
    for (unsigned block = 0; block < rows->blocks; block++)
        for (uint32_t i = 0; i < rows->count; i++) {
            turn_to(e, rows, block);
            emit_planes_take(e, rows->planes, place, rows->start[i], block);
            deliver(e, rows->fetch + i);
        }
}

/* Finds where the row that fetches read is kept; NULL: they read others, too, or it is not. */
static const struct emitter_planes *find_planes(const struct emitter *e, const struct rows *rows)
{
    bool have = rows->steps && e->at.loops;
    for (uint32_t i = 0; have && i < rows->count; i++)
        have = find_loaded(e, rows->fetch, i) == 0;
    return have ? emit_planes(e, rows->fetch) : NULL;
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

/* Writes fetches; `leaves`: those of lanes without a row are left to the slow copy of the
 * instruction. Returns whether their texels are kept. */
static bool write_rows(struct emitter *e, const struct sim_fetch *fetch, uint32_t count,
                       uint32_t blocks, bool leaves)
{
    struct rows rows = {.fetch = fetch,
                        .count = count,
                        .blocks = blocks,
                        .kind = &row_kinds[find_kind(count)],
                        .surface = e->surface[fetch->resource]};
    row_vectors vector;
    rows.steps = find_steps(e, &rows, vector);
    rows.planes = find_planes(e, &rows);
    const bool keeps = count == 1 && own(e, fetch)->keeps;
    if (e->slow) {
        take_rows_apart(e, &rows, keeps);
        return keeps;
    }
    const struct ways ways = part_rows(e, &rows, vector);
    if (leaves) {
        emit_go(e, emit_slow_block(e, (uint32_t)(fetch - e->program->fetches)));
        emit_begin_block(e, ways.fast);
    } else {
        take_rows_apart(e, &rows, keeps);
        emit_turn(e, ways);
    }
    rows.planes ? take_planes(e, &rows) : take_rows(e, &rows, keeps);
    emit_join(e, ways);
    return keeps;
}

uint32_t emit_rows(struct emitter *e, const struct sim_fetch *fetch, uint32_t count)
{
    const uint32_t rows = e->forms.at ? count_rows(e, fetch, count) : 0;
    const bool together = are_together(e, fetch, rows),
               leaves = rows == count && (together || e->abreast == 1) && emit_has_slow(e);
    bool kept = false;
    if (rows == 1)
        emit_pairs_fetch(e, fetch);
    for (unsigned i = 0; rows && i < (together ? 1 : e->abreast); i++) {
        emit_take_part(e, i);
        kept = write_rows(e, fetch, rows, together ? e->abreast : 1, leaves);
    }
    emit_take_all(e);
    for (uint32_t i = 0; i < rows; i++) {
        affine_fetch(&e->forms, fetch + i, e->whole);
        emit_texels_fetch(e, fetch + i, kept);
    }
    return rows;
}
