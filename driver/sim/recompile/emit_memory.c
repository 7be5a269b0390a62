/* SPDX-License-Identifier: MIT */
/* emit_memory.c: fetches and stores. */
#include "driver/sim/recompile/emitter.h"

#include <stddef.h>

unsigned native_range(struct native_emitter *e, uint32_t number)
{
    const unsigned ranges = native_name(e), range = native_name(e);
    native_line(e, "%%t%u = load ptr, ptr %%ranges_at, !invariant.load !0", ranges);
    native_line(e, "%%t%u = getelementptr i8, ptr %%t%u, i64 %llu", range, ranges,
                (unsigned long long)number * sizeof(struct sim_native_range));
    return range;
}

void native_asked_fetch(struct native_emitter *e, const struct sim_fetch *fetch)
{
    for (unsigned c = 0; c < 4; c++)
        if (fetch->src_sel[c] <= HW_SEL_W)
            native_to_memory(e, fetch->src / SIM_LANES + fetch->src_sel[c]);
    for (unsigned c = 0; c < 4; c++)
        if (fetch->dst_sel[c] != HW_SEL_MASK)
            native_to_memory(e, fetch->dst / SIM_LANES + c);
    native_ask(e, offsetof(struct sim_native_frame, fetch),
               (uint32_t)(fetch - e->program->fetches));
    for (unsigned c = 0; c < 4; c++)
        if (fetch->dst_sel[c] != HW_SEL_MASK)
            native_from_memory(e, fetch->dst / SIM_LANES + c);
}

/* Writes channels, or constants, to the destination, in the lanes that run. */
void native_deliver(struct native_emitter *e, const struct sim_fetch *fetch,
                    const uint8_t dst_sel[4], uint32_t one)
{
    unsigned value[4];
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = dst_sel[c];
        value[c] = native_name(e);
        if (sel == HW_SEL_MASK)
            continue;
        if (sel > HW_SEL_W)
            native_line(
                e,
                "%%t%u = shufflevector <16 x i32> splat (i32 %u), <16 x i32> poison, <16 x i32> "
                "zeroinitializer",
                value[c], sel == HW_SEL_1 ? one : 0);
        else
            native_line(e, "%%t%u = load <16 x i32>, ptr %%texel%u", value[c], sel);
    }
    for (unsigned c = 0; c < 4; c++)
        if (dst_sel[c] != HW_SEL_MASK)
            native_assign_run(e, fetch->dst / SIM_LANES + c, value[c]);
}

/* Coordinates are copied: what a function that is called is given cannot stay in host registers. */
void native_copy_coordinates(struct native_emitter *e, const struct sim_fetch *fetch,
                             const char *to)
{
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->src_sel[c];
        if (sel > HW_SEL_W) {
            native_line(e, "store <16 x i32> splat (i32 %u), ptr %%%s%u",
                        sel == HW_SEL_1 ? 0x3f800000u : 0, to, c);
            continue;
        }
        const unsigned value = native_name(e);
        native_line(e, "%%t%u = load <16 x i32>, ptr %%p%u", value, fetch->src / SIM_LANES + sel);
        native_line(e, "store <16 x i32> %%t%u, ptr %%%s%u", value, to, c);
    }
}

unsigned native_surface(struct native_emitter *e, uint32_t resource)
{
    const unsigned surface = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%launch, i64 %zu", surface,
                offsetof(struct sim_launch, textures) + resource * sizeof(struct sim_texture) +
                    offsetof(struct sim_texture, surface));
    return surface;
}

static void emit_sample(struct native_emitter *e, const struct sim_fetch *fetch,
                        const struct sim_texture_state *state)
{
    const unsigned number = (unsigned)(fetch - e->program->fetches),
                   surface = native_surface(e, fetch->resource);
    native_copy_coordinates(e, fetch, "coordinate");
    native_line(e,
                "call void @sample%u(ptr %%texel0, ptr %%texel1, ptr %%texel2, ptr %%texel3, ptr "
                "%%t%u, ptr %%coordinate0, ptr %%coordinate1, ptr %%coordinate2, ptr "
                "%%coordinate3)",
                native_called(e, number, NATIVE_SAMPLE), surface);
    native_deliver(e, fetch, state->dst_sel, state->one);
}

void native_emit_fetch(struct native_emitter *e, const struct sim_fetch *fetch)
{
    const struct native_fetch_state *state = &e->state->fetches[fetch - e->program->fetches];
    if (state->kind == NATIVE_FETCH_SAMPLE)
        emit_sample(e, fetch, &state->texture);
    else if (state->kind == NATIVE_FETCH_PLAIN)
        native_plain_fetch(e, fetch, state->stride);
    else if (fetch->kind != SIM_FETCH_SCRATCH || !native_scratch_fetch(e, fetch))
        native_asked_fetch(e, fetch);
    sim_shape_fetch(&e->shapes, fetch, e->whole);
}

void native_asked_store(struct native_emitter *e, const struct sim_store *store)
{
    for (unsigned c = 0; c < 4; c++) {
        native_to_memory(e, store->data / SIM_LANES + c);
        native_to_memory(e, store->index / SIM_LANES + c);
    }
    native_ask(e, offsetof(struct sim_native_frame, store), (uint32_t)(store - e->program->stores));
    /* Values that are returned come by a fetch: nothing to read here. */
}

/* The i1 that says whether the accesses of lanes are aligned. */
static unsigned emit_aligned(struct native_emitter *e, const struct sim_store *store)
{
    const unsigned sound = native_name(e);
    native_line(e, "%%t%u = call zeroext i1 @sim_block_aligned(ptr %%p%u, ptr %%mask, i32 %u)",
                sound, store->index / SIM_LANES,
                HW_CHECKED_ALIGN(store->comp_mask, store->rat) - 1u);
    return sound;
}

/* The i1 that says whether they are inside of the arguments that were chosen. */
static unsigned emit_chosen(struct native_emitter *e, const struct sim_store *store)
{
    const unsigned at = native_name(e), pointed = native_name(e), sound = native_name(e);
    const uint32_t index = store->index / SIM_LANES;
    native_line(e, "%%t%u = getelementptr i8, ptr %%launch, i64 %zu", at,
                offsetof(struct sim_launch, pointed));
    native_line(e, "%%t%u = load ptr, ptr %%t%u, !invariant.load !0", pointed, at);
    native_line(e,
                "%%t%u = call zeroext i1 @sim_block_chosen(ptr %%p%u, ptr %%p%u, ptr %%mask, ptr "
                "%%t%u, i32 %u, i32 %u)",
                sound, index, index + 1, pointed, sim_pointed_inputs(e->program),
                HW_CHOSEN_BYTES(store->rat));
    return sound;
}

static void emit_check(struct native_emitter *e, const struct sim_store *store)
{
    const unsigned slow = native_name(e), next = native_name(e);
    const bool chosen = store->comp_mask == HW_CHECK_CHOSEN;
    if (!chosen && !(store->comp_mask & HW_CHECK_ALIGN))
        return;
    native_spread_exec(e);
    const unsigned sound = chosen ? emit_chosen(e, store) : emit_aligned(e, store);
    native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u, !prof !1", sound, next, slow);
    fprintf(e->out, "l%u:\n", slow);
    native_asked_store(e, store);
    native_line(e, "br label %%l%u", next);
    fprintf(e->out, "l%u:\n", next);
}

void native_emit_store(struct native_emitter *e, const struct sim_store *store)
{
    if (store->cf_op == HW_CF_MEM_SCRATCH ? native_scratch_store(e, store)
                                          : native_atomic(e, store))
        return;
    if (store->cf_op != HW_CF_MEM_SCRATCH && store->rat_op == HW_RAT_STORE_TYPED &&
        !store->rat_index_mode && store->rat < HW_RATS && e->state->stores[store->rat].typed) {
        native_typed_store(e, store);
        return;
    }
    if (store->cf_op != HW_CF_MEM_SCRATCH && store->rat_op == HW_RAT_NOP) {
        emit_check(e, store);
        return;
    }
    if (store->cf_op == HW_CF_MEM_SCRATCH || store->rat_op != HW_RAT_STORE_RAW ||
        !store->comp_mask || store->rat_index_mode) {
        native_asked_store(e, store);
        return;
    }
    native_plain_store(e, store);
}
