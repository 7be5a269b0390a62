/* SPDX-License-Identifier: MIT */
/* emit_planes.c: rows of a texture that are kept as planes, one a channel. A filter reads the same
 * row again in its loop's next turn, or for the group's next row: there it is one load a channel,
 * from the column that it begins with. Rows are kept until what is stored may be read. */
#include "llvm/recompile/emit_planes.h"

#include <assert.h>

#include "driver/sim/recompile/abreast.h"
#include "driver/sim/recompile/block.h"
#include "llvm/recompile/emit_rows.h"
#include "llvm/recompile/emit_smooth.h"

/* Whether a store goes where it is known before the launch. */
static bool is_known(const struct sim_store *store)
{
    return store->rat_op == HW_RAT_NOP || (!store->rat_index_mode && store->rat < HW_RATS);
}

static bool has_planes(const struct emitter *e)
{
    const struct sim_program *p = e->program;
    bool may = e->abreast > 1 && e->state->rows && recompile_has_planes(p);
    for (uint32_t i = 0; may && i < p->store_count; i++)
        may = is_known(&p->stores[i]);
    return may;
}

/* The memory that a store may write to: the surface's, or that of all buffers that are bound so. */
static ssa find_written(struct emitter *e, uint32_t rat)
{
    return emit_behind(e, e->launch,
                       e->state->stores[rat].typed
                           ? offsetof(struct sim_launch, rats[rat].surface.view)
                           : offsetof(struct sim_launch, rats[rat].view));
}

/* Whether what the program stores may be read by one of its fetches. */
static ssa find_meeting(struct emitter *e)
{
    const struct sim_program *p = e->program;
    ssa meet = LLVMConstInt(e->i1, false, false);
    for (uint32_t resource = 0; resource < HW_CS_RESOURCES; resource++)
        for (uint32_t s = 0; s < p->store_count && e->surface[resource]; s++)
            if (p->stores[s].rat_op != HW_RAT_NOP)
                meet = emit_op(e, LLVMOr, meet,
                               emit_call(e, "sim_block_planes_meet",
                                         emit_behind(e, emit_surface(e, resource),
                                                     offsetof(struct sim_surface, view)),
                                         find_written(e, p->stores[s].rat)));
    return meet;
}

const struct emitter_planes *emit_planes(const struct emitter *e, const struct sim_fetch *fetch)
{
    const struct emitter_fetch *of = &e->fetch[emit_same(e, sim_fetch_access(e->program, fetch))];
    for (unsigned i = 0; i < e->plane_count; i++)
        if (e->planes[i].of == of && e->planes[i].resource == fetch->resource)
            return &e->planes[i];
    return NULL;
}

static void forget(struct emitter *e, ssa all)
{
    for (unsigned i = 0; i < e->plane_count; i++)
        emit_call(e, "sim_block_planes_forget", e->planes[i].rows, all);
}

/* Room for rows of textures. What no fetch uses LLVM removes. */
static void start_rows(struct emitter *e)
{
    const struct sim_program *p = e->program;
    e->planes = arena_array(&e->arena, MOST_PLANES, sizeof(*e->planes));
    for (uint32_t i = 0; i < p->fetch_count && e->plane_count < MOST_PLANES; i++) {
        const struct sim_fetch *fetch = &p->fetches[i];
        if (!emit_may_be_row(&e->state->fetches[i]) || emit_planes(e, fetch))
            continue;
        ssa rows = emit_variable(e, LLVMArrayType2(e->i8, sizeof(struct sim_block_planes)));
        LLVMSetAlignment(rows, sizeof(sim_native_vector));
        e->planes[e->plane_count++] =
            (struct emitter_planes){rows, &e->fetch[emit_same(e, i)], fetch->resource};
    }
    forget(e, LLVMConstInt(e->i1, true, false));
    e->plane_room = emit_variable(
        e, LLVMArrayType2(e->lanes, MOST_OF_PLANES * sizeof(uint32_t[4][SIM_PLANE_TEXELS]) /
                                        sizeof(sim_native_vector)));
    e->plane_starts =
        emit_variable(e, LLVMArrayType2(e->i32, (uint64_t)e->abreast * MOST_OF_PLANES * SIM_AXES));
    for (unsigned block = 0; block < e->abreast; block++)
        for (unsigned i = 0; i < MOST_OF_PLANES; i++)
            e->plane_at[block][i] = emit_variable(e, e->ptr);
}

void emit_start_planes(struct emitter *e)
{
    emit_start_kept(e);
    if (has_planes(e))
        start_rows(e);
    if (e->both.rows || e->plane_count)
        e->planes_meet = find_meeting(e);
}

void emit_begin_planes(struct emitter *e)
{
    forget(e, e->planes_meet);
    if (e->both.rows)
        emit_call(e, "sim_block_smooth_forget", e->both.rows, e->planes_meet);
}

/* ---- fetches ---- */

/* Columns or rows of fetches, from the least to the most. */
struct span {
    ssa least, most;
};

static void widen(struct emitter *e, struct span *span, ssa number)
{
    span->least =
        span->least ? emit_intrinsic(e, "llvm.smin", e->i32, span->least, number) : number;
    span->most = span->most ? emit_intrinsic(e, "llvm.smax", e->i32, span->most, number) : number;
}

static ssa find_length(struct emitter *e, const struct span *span)
{
    return emit_op(e, LLVMSub, span->most, span->least);
}

/* Blocks that have rows of their own. */
static unsigned count_apart(const struct rows *rows)
{
    return rows->together ? 1 : rows->blocks;
}

/* Finds the columns that all fetches begin with, as LLVM knows most of them: behind the first one.
 */
static struct span find_columns(struct emitter *e, const struct rows *rows)
{
    struct span span = {emit_i32(e, 0), emit_i32(e, 0)};
    for (unsigned block = 0; block < count_apart(rows); block++)
        for (uint32_t i = 0; i < rows->count; i++)
            if (block || i)
                widen(e, &span,
                      emit_op(e, LLVMSub, rows->start[block][i][SIM_X], rows->start[0][0][SIM_X]));
    return span;
}

static ssa find_place(struct emitter *e, unsigned block, uint32_t i, unsigned part)
{
    return emit_field(e, e->i32, e->place[block][i], part * sizeof(uint32_t));
}

ssa emit_planes_reach(struct emitter *e, const struct rows *rows)
{
    const uint32_t texels = (rows->together ? rows->blocks : 1) * SIM_NATIVE_LANES;
    const struct span columns = find_columns(e, rows);
    struct span lines = {NULL, NULL};
    ssa near = emit_test(e, LLVMIntULE, find_length(e, &columns),
                         emit_i32(e, SIM_PLANE_TEXELS - texels - 3)),
        z = find_place(e, 0, 0, SIM_PLACE_Z);
    for (unsigned block = 0; block < count_apart(rows); block++)
        for (uint32_t i = 0; i < rows->count; i++) {
            if (emit_rows_loaded(e, rows->fetch, i) == i)
                widen(e, &lines, find_place(e, block, i, SIM_PLACE_Y));
            near = emit_op(e, LLVMAnd, near,
                           emit_test(e, LLVMIntEQ, find_place(e, block, i, SIM_PLACE_Z), z));
        }
    return emit_op(e, LLVMAnd, near,
                   emit_test(e, LLVMIntULT, find_length(e, &lines), emit_i32(e, SIM_PLANE_ROWS)));
}

/* Keeps the row of a fetch. All rows have the columns of all fetches, as they may be one at the
 * image's edge. */
static void keep_row(struct emitter *e, const struct rows *rows, unsigned block, uint32_t i,
                     const struct span *columns)
{
    const struct emitter_planes *planes = rows->planes;
    ssa y = find_place(e, block, i, SIM_PLACE_Y), z = find_place(e, block, i, SIM_PLACE_Z),
        texels = emit_i32(e, (rows->together ? rows->blocks : 1) * SIM_NATIVE_LANES);
    const struct ways ways = emit_part(e, emit_call(e, "sim_block_planes_have", planes->rows, y, z,
                                                    columns->least, columns->most, texels));
    emit_ready(e, keep[planes->of->usual], e->none, planes->rows, planes->of->how,
               emit_surface(e, planes->resource), y, z, columns->least, columns->most, texels);
    emit_turn(e, ways);
    emit_join(e, ways);
}

void emit_planes_keep(struct emitter *e, const struct rows *rows)
{
    assert(rows->steps && rows->count && rows->count <= MOST_OF_PLANES);
    struct span columns = find_columns(e, rows);
    columns.least = emit_op(e, LLVMAdd, rows->start[0][0][SIM_X], columns.least);
    columns.most = emit_op(e, LLVMAdd, rows->start[0][0][SIM_X], columns.most);
    for (unsigned block = 0; block < count_apart(rows); block++)
        for (uint32_t i = 0; i < rows->count; i++)
            if (emit_rows_loaded(e, rows->fetch, i) == i)
                keep_row(e, rows, block, i, &columns);
    for (unsigned block = 0; block < count_apart(rows); block++)
        for (uint32_t i = 0; i < rows->count; i++)
            emit_store(e,
                       emit_short(e, "sim_block_planes_at", rows->planes->rows,
                                  find_place(e, block, i, SIM_PLACE_Y),
                                  rows->start[block][i][SIM_X]),
                       e->plane_at[block][i]);
    e->keeps_planes = true;
}

/* Where a block's texels of a fetch lie in a row of planes, a channel's. */
static ssa find_lanes(struct emitter *e, const struct rows *rows, unsigned block, ssa row,
                      unsigned channel)
{
    const uint64_t column = rows->together ? block * SIM_NATIVE_LANES : 0;
    return emit_behind(e, row, (channel * SIM_PLANE_TEXELS + column) * sizeof(uint32_t));
}

void emit_planes_apart(struct emitter *e, const struct rows *rows)
{
    const struct emitter_fetch *f = rows->planes->of;
    for (unsigned block = 0; block < count_apart(rows); block++)
        for (uint32_t i = 0; i < rows->count; i++) {
            for (unsigned axis = 0; axis < SIM_AXES; axis++)
                emit_store(
                    e, rows->start[block][i][axis],
                    emit_behind(e, e->plane_starts,
                                ((block * rows->count + i) * SIM_AXES + axis) * sizeof(uint32_t)));
            emit_store(e,
                       emit_behind(e, e->plane_room,
                                   i * sizeof(uint32_t[4][SIM_PLANE_TEXELS]) +
                                       block * sizeof(sim_native_vector)),
                       e->plane_at[block][i]);
        }
    emit_frame(e, offsetof(struct sim_native_frame, texels.steps), e->none, e->wave, f->how,
               emit_surface(e, rows->planes->resource), f->border, e->plane_starts,
               emit_i32(e, rows->count), emit_i32(e, rows->blocks),
               LLVMConstInt(e->i1, rows->together, false), e->plane_room);
}

void emit_planes_take(struct emitter *e, const struct rows *rows)
{
    for (unsigned block = 0; block < rows->blocks; block++) {
        emit_rows_turn(e, rows, block);
        for (uint32_t i = 0; i < rows->count; i++) {
            ssa row = emit_load(e, e->ptr, e->plane_at[rows->together ? 0 : block][i]);
            for (unsigned k = 0; k < 4; k++) {
                ssa lanes = emit_load_lanes(e, find_lanes(e, rows, block, row, k));
                LLVMSetAlignment(lanes, sizeof(uint32_t));
                emit_store(e, lanes, e->texel[k]);
            }
            emit_rows_deliver(e, rows->fetch + i);
        }
    }
}
