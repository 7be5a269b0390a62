/* SPDX-License-Identifier: MIT */
/* emit_planes.c: rows of a texture that are kept as planes, one a channel. A filter's loop reads
 * the same row again in its next turn, or in that of the group's next row: there it is one load a
 * channel, from the column that it begins with. Rows are kept until what is stored may be read. */
#include "llvm/recompile/emit_planes.h"
#include "driver/sim/recompile/abreast.h"
#include "driver/sim/recompile/block.h"
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

/* The least or the most of columns, less the first one: LLVM knows most of these differences. */
static ssa find_end(struct emitter *e, const char *which, const ssa *start, uint32_t count)
{
    ssa end = emit_i32(e, 0);
    for (uint32_t i = 1; i < count; i++)
        end = emit_intrinsic(e, which, e->i32, end, emit_op(e, LLVMSub, start[i], start[0]));
    return end;
}

ssa emit_planes_reach(struct emitter *e, const ssa *start, uint32_t count, unsigned blocks)
{
    ssa least = find_end(e, "llvm.smin", start, count),
        most = find_end(e, "llvm.smax", start, count);
    return emit_test(e, LLVMIntULE, emit_op(e, LLVMSub, most, least),
                     emit_i32(e, SIM_PLANE_TEXELS - blocks * SIM_NATIVE_LANES - 3));
}

void emit_planes_keep(struct emitter *e, const struct emitter_planes *planes, ssa place,
                      const ssa *start, uint32_t count, unsigned blocks)
{
    ssa y = emit_field(e, e->i32, place, SIM_PLACE_Y * sizeof(uint32_t)),
        z = emit_field(e, e->i32, place, SIM_PLACE_Z * sizeof(uint32_t)),
        least = emit_op(e, LLVMAdd, start[0], find_end(e, "llvm.smin", start, count)),
        most = emit_op(e, LLVMAdd, start[0], find_end(e, "llvm.smax", start, count)),
        texels = emit_i32(e, blocks * SIM_NATIVE_LANES);
    const struct ways ways = emit_part(
        e, emit_call(e, "sim_block_planes_have", planes->rows, y, z, least, most, texels));
    emit_ready(e, keep[planes->of->usual], e->none, planes->rows, planes->of->how,
               emit_surface(e, planes->resource), y, z, least, most, texels);
    emit_turn(e, ways);
    emit_join(e, ways);
}

void emit_planes_take(struct emitter *e, const struct emitter_planes *planes, ssa place, ssa start,
                      unsigned block)
{
    ssa y = emit_field(e, e->i32, place, SIM_PLACE_Y * sizeof(uint32_t)),
        at = emit_short(e, "sim_block_planes_at", planes->rows, y, start);
    for (unsigned k = 0; k < 4; k++) {
        ssa lanes = emit_load_lanes(
            e, emit_behind(e, at, (k * SIM_PLANE_TEXELS + block * SIM_NATIVE_LANES) * 4));
        LLVMSetAlignment(lanes, 4);
        emit_store(e, lanes, e->texel[k]);
    }
}
