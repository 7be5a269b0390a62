/* SPDX-License-Identifier: MIT */
/* emit_levels.c: filters within levels of mipmapped textures, by a level of detail that each lane
 * gives, or by gradients. How much of that there is depends on data, so it is a function that is
 * never inlined. */
#include "llvm/recompile/emitter.h"

static ssa param(struct emitter *e, unsigned i)
{
    return LLVMGetParam(e->function, i);
}

void emit_levels_function(struct emitter *e, struct emitter_fetch *f,
                          const struct recompile_fetch_state *state)
{
    static const char *const rare[] = {"noinline", "cold", NULL};
    ssa bounds = emit_bytes(e, &state->bounds, sizeof(state->bounds));
    f->levels = emit_function(e, "levels", e->none, "pppppppppppp", rare);
    emit_call(e, "sim_block_levels", param(e, 0), param(e, 1), param(e, 2), param(e, 3), f->how,
              param(e, 4), f->border, param(e, 5), param(e, 6), param(e, 7), param(e, 8),
              param(e, 9), emit_i32(e, state->levels), bounds, param(e, 10), param(e, 11));
    LLVMBuildRetVoid(e->builder);
}

void emit_gradients(struct emitter *e, const struct sim_fetch *fetch)
{
    ssa wave = emit_block_wave(e), to[4];
    for (unsigned c = 0; c < SIM_AXES; c++)
        to[c] = emit_behind(e, wave,
                            offsetof(struct sim_wave, gradients) +
                                (fetch->vertical * SIM_AXES + c) * sizeof(sim_vector));
    to[3] = e->rare_coordinate[3]; /* nobody's */
    emit_copy_coordinates(e, fetch, to);
}

void emit_levels(struct emitter *e, const struct sim_fetch *fetch)
{
    const uint32_t access = sim_fetch_access(e->program, fetch);
    const struct sim_texture_state *state = &e->state->fetches[access].texture;
    ssa *at = e->rare_coordinate, *to = e->rare_texel;
    ssa mips = emit_field_that_stays(e, e->ptr, e->launch,
                                     offsetof(struct sim_launch, textures[fetch->resource].mips));
    ssa take =
        emit_field_that_stays(e, e->ptr, e->frame, offsetof(struct sim_native_frame, texels.take));
    emit_copy_coordinates(e, fetch, at);
    if (fetch->lod == SIM_LOD_GRADIENTS)
        emit_frame(e, offsetof(struct sim_native_frame, texels.lods), e->none, emit_block_wave(e),
                   emit_i32(e, access), at[3]);
    emit_own(e, e->fetch[access].levels, to[0], to[1], to[2], to[3],
             emit_surface(e, fetch->resource), at[0], at[1], at[2], at[3], mips, take, e->wave);
    for (unsigned c = 0; c < 4; c++)
        emit_copy_lanes(e, to[c], e->texel[c]);
    emit_deliver(e, fetch, state->dst_sel, state->one);
    e->levelled++;
}
