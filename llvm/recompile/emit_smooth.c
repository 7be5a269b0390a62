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
    ssa function = emit_function(e, "smooth", e->i1, "ppppppppp", attributes);
    LLVMBuildRet(e->builder,
                 emit_call(e, bytes ? "sim_block_smooth_unorm8" : "sim_block_smooth_float4",
                           param(e, 0), param(e, 1), param(e, 2), param(e, 3), f->how, param(e, 4),
                           f->border, param(e, 5), param(e, 6), param(e, 7), param(e, 8)));
    return function;
}

bool emit_smooth(struct emitter *e, const struct sim_fetch *fetch)
{
    const uint32_t access = sim_fetch_access(e->program, fetch);
    const struct sim_texture_state *state = &e->state->fetches[access].texture;
    const struct emitter_fetch *own = &e->fetch[emit_same(e, access)];
    ssa *at = e->coordinate, *to = e->texel;
    if (!own->smooth || !emit_shares_rows(e, fetch))
        return false;
    emit_copy_coordinates(e, fetch, at);
    const struct ways ways =
        emit_part(e, emit_own(e, own->smooth, to[0], to[1], to[2], to[3],
                              e->surface[fetch->resource], at[0], at[1], at[2], at[3]));
    emit_take_apart(e, fetch, own->apart);
    emit_turn(e, ways);
    emit_deliver(e, fetch, state->dst_sel, state->one);
    emit_join(e, ways);
    e->smoothed++;
    return true;
}
