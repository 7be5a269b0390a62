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

/* Room for them, at the program's start; at that of a turn; those that a fetch reads, or NULL. */
void emit_start_planes(struct emitter *e);
void emit_begin_planes(struct emitter *e);
const struct emitter_planes *emit_planes(const struct emitter *e, const struct sim_fetch *fetch);

/* Fetches whose rows are kept (emit_rows.h). Whether their columns, and their rows, are near enough
 * to one another; keeps these, if they are not yet; carries the fetches out for lanes without a
 * row. Behind both ways: takes the texels from where either has left them. */
struct rows;
ssa emit_planes_reach(struct emitter *e, const struct rows *rows);
void emit_planes_keep(struct emitter *e, const struct rows *rows);
void emit_planes_apart(struct emitter *e, const struct rows *rows);
void emit_planes_take(struct emitter *e, const struct rows *rows);
