/* SPDX-License-Identifier: MIT */
/* emit_planes.c: rows of a texture that are kept as planes, one a channel. A filter's loop reads
 * the same row again in its next turn, or in that of the group's next row: there it is one load a
 * channel, from the column that it begins with. Rows are kept until what is stored may be read. */
#include "driver/sim/recompile/abreast.h"
#include "driver/sim/recompile/block.h"
#include "llvm/recompile/emit_smooth.h"
#include "llvm/recompile/emitter.h"

static bool has_planes(const struct emitter *e)
{
    const struct sim_program *p = e->program;
    bool may = e->abreast > 1 && e->state->rows == SIM_NATIVE_BLOCKS && recompile_has_planes(p);
    for (uint32_t i = 0; may && i < p->store_count; i++)
        may = !p->stores[i].rat_index_mode && p->stores[i].rat < HW_RATS &&
              e->state->stores[p->stores[i].rat].typed;
    return may;
}

/* Whether what the program stores may be read by one of its fetches. */
static ssa find_meeting(struct emitter *e)
{
    const struct sim_program *p = e->program;
    ssa meet = LLVMConstInt(e->i1, false, false);
    for (uint32_t i = 0; i < p->fetch_count; i++)
        for (uint32_t s = 0; s < p->store_count && e->surface[p->fetches[i].resource]; s++)
            meet = emit_op(e, LLVMOr, meet,
                           emit_call(e, "sim_block_planes_meet",
                                     emit_surface(e, p->fetches[i].resource),
                                     emit_target(e, p->stores[s].rat)));
    return meet;
}

void emit_start_planes(struct emitter *e)
{
    emit_start_kept(e);
    if (e->both.rows)
        e->planes_meet = find_meeting(e);
    if (!has_planes(e))
        return;
    e->planes = emit_variable(e, LLVMArrayType2(e->i8, sizeof(struct sim_block_planes)));
    LLVMSetAlignment(e->planes, sizeof(sim_native_vector));
    emit_call(e, "sim_block_planes_forget", e->planes, LLVMConstInt(e->i1, true, false));
    e->planes_meet = find_meeting(e);
}

void emit_begin_planes(struct emitter *e)
{
    if (e->planes)
        emit_call(e, "sim_block_planes_forget", e->planes, e->planes_meet);
    if (e->both.rows)
        emit_call(e, "sim_block_smooth_forget", e->both.rows, e->planes_meet);
}

bool emit_has_planes(struct emitter *e, const struct sim_fetch *fetch)
{
    const uint32_t same = emit_same(e, sim_fetch_access(e->program, fetch));
    if (!e->planes || !e->at.loops)
        return false;
    if (!e->planes_of) {
        e->planes_of = &e->fetch[same];
        e->planes_resource = fetch->resource;
    }
    return e->planes_of == &e->fetch[same] && e->planes_resource == fetch->resource;
}

/* The least or the most of columns, less the first one: LLVM knows most of these differences. */
static ssa find_end(struct emitter *e, const char *which, const ssa *start, uint32_t count)
{
    ssa end = emit_i32(e, 0);
    for (uint32_t i = 1; i < count; i++)
        end = emit_intrinsic(e, which, e->i32, end, emit_op(e, LLVMSub, start[i], start[0]));
    return end;
}

/* Texels of all blocks. */
static unsigned count_texels(const struct emitter *e)
{
    return e->abreast * SIM_NATIVE_LANES;
}

ssa emit_planes_reach(struct emitter *e, const ssa *start, uint32_t count)
{
    ssa least = find_end(e, "llvm.smin", start, count),
        most = find_end(e, "llvm.smax", start, count);
    return emit_test(e, LLVMIntULE, emit_op(e, LLVMSub, most, least),
                     emit_i32(e, SIM_PLANE_TEXELS - count_texels(e) - 3));
}

void emit_planes_keep(struct emitter *e, const struct sim_fetch *fetch, ssa place, const ssa *start,
                      uint32_t count)
{
    ssa y = emit_field(e, e->i32, place, SIM_PLACE_Y * sizeof(uint32_t)),
        z = emit_field(e, e->i32, place, SIM_PLACE_Z * sizeof(uint32_t)),
        least = emit_op(e, LLVMAdd, start[0], find_end(e, "llvm.smin", start, count)),
        most = emit_op(e, LLVMAdd, start[0], find_end(e, "llvm.smax", start, count)),
        texels = emit_i32(e, count_texels(e));
    const struct ways ways =
        emit_part(e, emit_call(e, "sim_block_planes_have", e->planes, y, z, least, most, texels));
    emit_ready(e, keep[e->planes_of->usual], e->none, e->planes, e->planes_of->how,
               emit_surface(e, fetch->resource), y, z, least, most, texels);
    emit_turn(e, ways);
    emit_join(e, ways);
}

void emit_planes_take(struct emitter *e, ssa place, ssa start, unsigned block)
{
    ssa y = emit_field(e, e->i32, place, SIM_PLACE_Y * sizeof(uint32_t)),
        at = emit_short(e, "sim_block_planes_at", e->planes, y, start);
    for (unsigned k = 0; k < 4; k++) {
        ssa lanes = emit_load_lanes(
            e, emit_behind(e, at, (k * SIM_PLANE_TEXELS + block * SIM_NATIVE_LANES) * 4));
        LLVMSetAlignment(lanes, 4);
        emit_store(e, lanes, e->texel[k]);
    }
}
