/* SPDX-License-Identifier: MIT */
/* emit_smooth.c: linear filters on x and y of lanes that share all coordinates but x, as those of a
 * scaled image do: two rows, whose numbers and weights are found once. Whether lanes are near
 * enough to one another is found at run time; those that are not take the function of any fetch,
 * which is never inlined. */
#include "driver/sim/lanes/sample.h"
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
    return e->texels >> SIM_TEXEL_FLOAT4 & 1u && state->kind == RECOMPILE_FETCH_SAMPLE &&
           state->texture.how.format.kind == SIM_TEXEL_FLOAT4 && is_smooth(e, fetch);
}

/* Lanes that are far from one another, or meet the border. */
static void take_apart(struct emitter *e, const struct sim_fetch *fetch)
{
    ssa *from = e->rare_texel;
    emit_take_apart(e, fetch);
    if (emit_smooth_keeps(e, fetch))
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
