/* SPDX-License-Identifier: MIT */
/* emit_smooth.c: linear filters on x and y of lanes that share all coordinates but x, as those of a
 * scaled image do: two rows, whose numbers and weights are found once. Whether lanes are near
 * enough to one another is found at run time; those that are not take the function of any fetch,
 * which is never inlined. */
#include <string.h>

#include "driver/sim/lanes/sample.h"
#include "llvm/recompile/emit_smooth.h"
#include "llvm/recompile/emitter.h"

bool emit_may_be_smooth(const struct recompile_fetch_state *state)
{
    const struct sim_sample_how *how = &state->texture.how;
    return state->kind == RECOMPILE_FETCH_SAMPLE && !how->load && how->quads && !how->far &&
           how->linear[SIM_X] && how->linear[SIM_Y] && !how->linear[SIM_Z] &&
           sim_axis_kind(how->dim, SIM_X) == SIM_AXIS_TEXELS &&
           (how->format.kind == SIM_TEXEL_UNORM8 || how->format.kind == SIM_TEXEL_FLOAT4);
}

static ssa param(struct emitter *e, unsigned i)
{
    return LLVMGetParam(e->function, i);
}

bool emit_keeps_rows(const struct emitter *e)
{
    return emit_has_pairs(e) && e->state->enlarges && recompiler_has_avx512(e->host) &&
           emit_may_be_smooth(&e->state->fetches[0]) &&
           e->state->fetches[0].texture.how.format.kind == SIM_TEXEL_UNORM8;
}

bool emit_has_twins(const struct emitter *e)
{
    return emit_has_pairs(e) && emit_may_be_smooth(&e->state->fetches[0]) &&
           (e->state->fetches[0].texture.how.format.kind == SIM_TEXEL_FLOAT4 ||
            !recompiler_has_avx512(e->host));
}

ssa emit_smooth_function(struct emitter *e, const struct emitter_fetch *f,
                         const struct recompile_fetch_state *state)
{
    static const char *const attributes[] = {"noinline", NULL};
    const bool bytes = state->texture.how.format.kind == SIM_TEXEL_UNORM8;
    ssa function = emit_function(e, "smooth", e->i1, "pppppppppp", attributes),
        args[] = {param(e, 0), param(e, 1), param(e, 2), param(e, 3), param(e, 4), f->how,
                  param(e, 5), f->border,   param(e, 6), param(e, 7), param(e, 8), param(e, 9)};
    LLVMBuildRet(e->builder,
                 bytes ? emit_call_library(e, "sim_block_smooth_unorm8", args + 1, COUNT(args) - 1)
                       : emit_call_library(e, "sim_block_smooth_float4", args, COUNT(args)));
    return function;
}

void emit_kept_function(struct emitter *e, struct emitter_fetch *f)
{
    static const char *const wanted[] = {"noinline", "inlinehint", NULL};
    ssa args[22];
    unsigned count = 0;
    f->smooth_kept = emit_function(e, "smooth_kept", e->i1, "pppppppppppppppppppp", wanted);
    for (unsigned i = 0; i < 20; i++) {
        if (i == 8)
            args[count++] = f->how;
        args[count++] = param(e, i);
    }
    args[count++] = emit_i32(e, e->column);
    LLVMBuildRet(e->builder, emit_call_library(e, "sim_block_smooth_kept", args, count));
}

static const struct emitter_fetch *own(const struct emitter *e, const struct sim_fetch *fetch)
{
    return &e->fetch[emit_same(e, sim_fetch_access(e->program, fetch))];
}

static bool is_smooth(const struct emitter *e, const struct sim_fetch *fetch)
{
    return own(e, fetch)->smooth && emit_shares_rows(e, fetch);
}

bool emit_smooth_keeps(const struct emitter *e, const struct sim_fetch *fetch)
{
    const struct recompile_fetch_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)];
    const enum sim_texel_kind kind = state->texture.how.format.kind;
    return e->texels >> kind & 1u && state->kind == RECOMPILE_FETCH_SAMPLE &&
           (kind == SIM_TEXEL_FLOAT4 || e->both.twins) && is_smooth(e, fetch);
}

/* Lanes that are far from one another, or meet the border. */
static void take_apart(struct emitter *e, const struct sim_fetch *fetch)
{
    ssa *from = e->rare_texel;
    emit_take_apart(e, fetch);
    if (emit_smooth_keeps(e, fetch) && !e->both.twins)
        emit_call(e, "sim_block_whole_texels", e->whole_texels[e->part], from[0], from[1], from[2],
                  from[3]);
}

bool emit_smooth(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct sim_texture_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)].texture;
    ssa *at = e->coordinate, *to = e->texel;
    if (!is_smooth(e, fetch))
        return false;
    emit_copy_coordinates(e, fetch, at);
    const struct ways ways = emit_part(
        e, emit_own(e, own(e, fetch)->smooth, e->whole_texels[e->part], to[0], to[1], to[2], to[3],
                    e->surface[fetch->resource], at[0], at[1], at[2], at[3]));
    take_apart(e, fetch);
    emit_turn(e, ways);
    emit_deliver(e, fetch, state->dst_sel, state->one);
    emit_join(e, ways);
    e->smoothed++;
    return true;
}

/* ---- two blocks abreast, of rows that are kept ---- */

static void copy_coordinates(struct emitter *e, const struct sim_fetch *fetch, ssa all[8])
{
    for (unsigned block = 0; block < SIM_SMOOTH_BLOCKS; block++) {
        emit_take_part(e, block);
        emit_copy_coordinates(e, fetch, all + 4 * block);
    }
    emit_take_all(e);
}

static void deliver(struct emitter *e, const struct sim_fetch *fetch, const ssa all[8])
{
    const struct sim_texture_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)].texture;
    for (unsigned block = 0; block < SIM_SMOOTH_BLOCKS; block++) {
        emit_take_part(e, block);
        for (unsigned c = 0; c < 4; c++)
            emit_copy_lanes(e, all[4 * block + c], e->texel[c]);
        emit_deliver(e, fetch, state->dst_sel, state->one);
    }
    emit_take_all(e);
}

/* Lanes that are further apart. */
static void take_both(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct emitter_fetch *f = own(e, fetch);
    copy_coordinates(e, fetch, e->both.rare_at);
    emit_ready(e, both[f->usual], e->none, e->both.rare_to[0], f->how,
               emit_surface(e, fetch->resource), f->border, e->both.rare_at[0]);
    deliver(e, fetch, e->both.rare_to);
}

static ssa field(struct emitter *e, size_t offset)
{
    return emit_behind(e, e->both.twins, offset);
}

/* Gives a fetch of twins its coordinates: y and z of the first lane, which all share. */
static void give_coordinates(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct sim_sample_how *how =
        &e->state->fetches[sim_fetch_access(e->program, fetch)].texture.how;
    ssa x[SIM_SMOOTH_BLOCKS];
    for (unsigned block = 0; block < SIM_SMOOTH_BLOCKS; block++) {
        const size_t own = block * sizeof(uint32_t);
        emit_take_part(e, block);
        emit_copy_coordinates(e, fetch, e->coordinate);
        ssa z = sim_axis_kind(how->dim, SIM_Z) == SIM_AXIS_NONE
                    ? emit_i32(e, 0)
                    : emit_load(e, e->i32, e->coordinate[SIM_Z]);
        emit_store(e, emit_load(e, e->i32, e->coordinate[SIM_Y]),
                   field(e, offsetof(struct sim_twin_fetch, y) + own));
        emit_store(e, z, field(e, offsetof(struct sim_twin_fetch, z) + own));
        x[block] = emit_load_lanes(e, e->coordinate[SIM_X]);
        emit_store(e, x[block], field(e, block * sizeof(sim_native_vector)));
    }
    emit_take_all(e);
    /* Mostly LLVM sees that both are one value. */
    ssa same =
            LLVMBuildBitCast(e->builder, emit_test(e, LLVMIntEQ, x[0], x[1]), e->mask_of_one, ""),
        alike = emit_test(e, LLVMIntEQ, same, LLVMConstAllOnes(e->mask_of_one));
    emit_store(e, LLVMBuildZExt(e->builder, alike, e->i8, ""),
               field(e, offsetof(struct sim_twin_fetch, alike)));
}

static void fetch_twins(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct emitter_fetch *f = own(e, fetch);
    const struct sim_texture_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)].texture;
    give_coordinates(e, fetch);
    const bool placed = emit_twins_target(e, fetch);
    ssa call = emit_ready(e, twins[f->usual], e->none, e->both.rows, f->how,
                          emit_surface(e, fetch->resource), f->border, e->both.twins,
                          LLVMConstNull(e->ptr));
    e->both.call = placed ? call : NULL;
    for (unsigned block = 0; block < SIM_SMOOTH_BLOCKS; block++) {
        emit_take_part(e, block);
        emit_call(e, "sim_block_twin_channels", e->texel[0], e->texel[1], e->texel[2], e->texel[3],
                  field(e, offsetof(struct sim_twin_fetch, twins)), emit_i32(e, block));
        emit_deliver(e, fetch, state->dst_sel, state->one);
    }
    emit_take_all(e);
    e->smoothed++;
}

bool emit_smooth_both(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct emitter_fetch *f = own(e, fetch);
    if (!e->both.rows || !e->whole || !is_smooth(e, fetch))
        return false;
    if (e->both.twins) {
        fetch_twins(e, fetch);
        return true;
    }
    copy_coordinates(e, fetch, e->both.at);
    ssa args[20] = {[8] = e->surface[fetch->resource],
                    [17] = e->both.rows,
                    emit_ready_code(e, offsetof(struct sim_native_ready, window[f->usual])),
                    emit_surface(e, fetch->resource)};
    memcpy(args, e->both.to, sizeof(e->both.to));
    memcpy(args + 9, e->both.at, sizeof(e->both.at));
    const struct ways ways = emit_part(e, emit_call_own(e, f->smooth_kept, args, COUNT(args)));
    take_both(e, fetch);
    emit_turn(e, ways);
    deliver(e, fetch, e->both.to);
    emit_join(e, ways);
    e->smoothed++;
    return true;
}

bool emit_keeps_smooth(const struct emitter *e)
{
    return emit_has_twins(e) || emit_keeps_rows(e);
}

ssa emit_begin_kept(struct emitter *e)
{
    ssa rows = emit_variable(e, LLVMArrayType2(e->i8, sizeof(struct sim_block_smooth_rows)));
    LLVMSetAlignment(rows, sizeof(sim_native_vector));
    emit_call(e, "sim_block_smooth_begin", rows, emit_i32(e, e->column),
              emit_i32(e, e->state->blocks / e->column / SIM_SMOOTH_BLOCKS));
    return rows;
}

static void start_twins(struct emitter *e)
{
    e->both.twins = emit_variable(e, LLVMArrayType2(e->i8, sizeof(struct sim_twin_fetch)));
    e->both.target = emit_variable(e, LLVMArrayType2(e->i8, sizeof(struct sim_twin_target)));
    LLVMSetAlignment(e->both.twins, sizeof(sim_native_vector));
    LLVMSetAlignment(e->both.target, 8);
}

static void start_planes(struct emitter *e)
{
    ssa rare_at = emit_variable(e, LLVMArrayType2(e->lanes, COUNT(e->both.rare_at))),
        rare_to = emit_variable(e, LLVMArrayType2(e->lanes, COUNT(e->both.rare_to)));
    for (unsigned i = 0; i < COUNT(e->both.at); i++) {
        e->both.at[i] = emit_lanes_variable(e);
        e->both.to[i] = emit_lanes_variable(e);
        e->both.rare_at[i] = emit_behind(e, rare_at, i * sizeof(sim_native_vector));
        e->both.rare_to[i] = emit_behind(e, rare_to, i * sizeof(sim_native_vector));
    }
}

void emit_start_kept(struct emitter *e)
{
    if (!emit_keeps_smooth(e))
        return;
    e->both.rows = LLVMGetParam(e->function, 2);
    if (emit_has_twins(e)) {
        start_twins(e);
        return;
    }
    start_planes(e);
    /* Planes have a group's columns. Of the next one's some would be there, and then not. */
    emit_call(e, "sim_block_smooth_forget", e->both.rows, LLVMConstInt(e->i1, true, false));
}
