/* SPDX-License-Identifier: MIT */
/* emit_buffer.h: what plain loads and stores of buffers are made of, by blocks or by wavefronts. */
#pragma once

#include "llvm/recompile/emitter.h"

/* Elements of an access lie so many bytes from each other at the most; blocks' so many elements. */
enum { MOST_APART = 1 << 16 };

/* How the elements of an access lie: anyhow, one for all lanes, equally far apart, or as the lanes
 * of a basis do. */
enum lie { SCATTERED, ONE_ELEMENT, STEPS, ON_BASIS };

/* Elements of so many bytes, at indices that count units of so many bytes; those of a fetch. */
enum lie emit_lie_of(const struct emitter *e, struct affine_form form, uint32_t unit,
                     uint32_t bytes);
enum lie emit_fetch_lie(const struct emitter *e, const struct sim_fetch *fetch, uint32_t stride);
ssa emit_in_range(struct emitter *e, ssa range, const struct elements *of);
/* The address of a dword of an element of the range. */
ssa emit_element_at(struct emitter *e, ssa range, ssa index, uint32_t stride, unsigned dword);
/* Asks memory for what comes soon. */
void emit_ask_ahead(struct emitter *e, ssa at, uint32_t bytes, uint32_t apart, bool stores);
/* A fetch's elements, at a fixed distance, or one for all lanes, from an address on to `texel`;
 * values of what is there, and these to the destination; the first lane of these. */
void emit_load_steps(struct emitter *e, const struct sim_fetch *fetch, ssa at, uint32_t apart);
void emit_load_one(struct emitter *e, const struct sim_fetch *fetch, ssa at);
void emit_decode(struct emitter *e, const struct sim_fetch *fetch);
void emit_deliver_fetch(struct emitter *e, const struct sim_fetch *fetch);
void emit_write_first(struct emitter *e, const struct sim_fetch *fetch);
/* Dwords of each lane, side by side from the first one on; 0: some are left out. */
static inline unsigned emit_count_dwords(const struct sim_store *store)
{
    return store->comp_mask & (store->comp_mask + 1u)
               ? 0
               : (unsigned)__builtin_popcount(store->comp_mask);
}
