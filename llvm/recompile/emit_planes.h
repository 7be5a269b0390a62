/* SPDX-License-Identifier: MIT */
/* emit_planes.h: rows of textures that are kept as planes, each of fetches that do the same. */
#pragma once

#include "llvm/recompile/emitter.h"

enum { MOST_PLANES = 3 };
struct emitter_planes {
    ssa rows;
    const struct emitter_fetch *of;
    uint32_t resource;
};

/* Room for them, at the program's start; at that of a turn; those that
 * a fetch reads, or NULL. */
void emit_start_planes(struct emitter *e);
void emit_begin_planes(struct emitter *e);
const struct emitter_planes *emit_planes(const struct emitter *e, const struct sim_fetch *fetch);

/* Fetches of one row, by lane 0's columns, of so many blocks, are kept together if they are near
 * enough to one another. Keep the row, if it is not yet; take the texels of a block of one. `place`
 * has y and z. */
ssa emit_planes_reach(struct emitter *e, const ssa *start, uint32_t count, unsigned blocks);
void emit_planes_keep(struct emitter *e, const struct emitter_planes *planes, ssa place,
                      const ssa *start, uint32_t count, unsigned blocks);
void emit_planes_take(struct emitter *e, const struct emitter_planes *planes, ssa place, ssa start,
                      unsigned block);
