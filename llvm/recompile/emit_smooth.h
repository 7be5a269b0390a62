/* SPDX-License-Identifier: MIT */
/* emit_smooth.h: linear filters on x and y of lanes that share all but x. */
#pragma once

#include "llvm/recompile/emitter.h"

/* Whether lanes of a fetch may filter texels of two rows; builds the function of a
 * fetch's own; a fetch, if its lanes do: else false. */
bool emit_may_be_smooth(const struct recompile_fetch_state *state);
ssa emit_smooth_function(struct emitter *e, const struct emitter_fetch *f,
                         const struct recompile_fetch_state *state);
/* Whether pairs of rows filter texels as twins (block_twins.h). */
bool emit_has_twins(const struct emitter *e);
/* Whether a group's filters keep their rows; the function of those. */
bool emit_keeps_rows(const struct emitter *e);
void emit_kept_function(struct emitter *e, struct emitter_fetch *f);
/* Whether a program keeps such rows, or twins: its third parameter is where. Makes room for them
 * in the function that calls it for group after group; begins the program. */
bool emit_keeps_smooth(const struct emitter *e);
ssa emit_begin_kept(struct emitter *e);
void emit_start_kept(struct emitter *e);
bool emit_smooth_both(struct emitter *e, const struct sim_fetch *fetch);
bool emit_smooth(struct emitter *e, const struct sim_fetch *fetch);
/* Whether its texels are kept whole, too. */
bool emit_smooth_keeps(const struct emitter *e, const struct sim_fetch *fetch);
/* emit_pairs.c: before a fetch of twins (block_twins.h), notes where the program's store will be:
 * false if it is not known. At that store: the fetch carries it out, unless it is of other texels
 * (emit_texels.c), or elsewhere. */
bool emit_twins_target(struct emitter *e, const struct sim_fetch *fetch);
bool emit_twins_store(struct emitter *e, const struct sim_store *store);
bool emit_texels_are_twins(struct emitter *e, const struct sim_store *store);
