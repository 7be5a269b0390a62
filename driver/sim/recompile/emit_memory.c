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

/* Makes values of the dwords in %texelN. */
static void decode(struct native_emitter *e, const struct sim_fetch *fetch)
{
    for (unsigned k = 0; k < 4; k++) {
        const struct sim_channel *how = &fetch->format.channel[k];
        if (!(sim_wanted_channels(fetch) >> k & 1u) || how->kind == SIM_CHANNEL_COPY)
            continue;
        const unsigned dword = native_name(e);
        native_line(e, "%%t%u = load <16 x i32>, ptr %%texel%u", dword, k);
        native_line(e, "store <16 x i32> %%t%u, ptr %%raw", dword);
        native_line(e,
                    "call void @sim_block_decode(ptr %%texel%u, ptr %%raw, i32 %u, i32 %u, i32 %u)",
                    k, how->kind, how->shift, how->bits);
    }
}

static void own_fetch(struct native_emitter *e, const struct sim_fetch *fetch, uint32_t stride,
                      unsigned range)
{
    for (unsigned c = 0; c < 4; c++)
        if (fetch->dst_sel[c] <= HW_SEL_W)
            native_line(
                e,
                "call void @sim_block_load(ptr %%texel%u, ptr %%t%u, ptr %%p%u, ptr %%mask, i32 "
                "%u, i32 %u)",
                fetch->dst_sel[c], range, fetch->src / SIM_LANES + fetch->src_sel[0], stride,
                fetch->format.channel[fetch->dst_sel[c]].dword);
    decode(e, fetch);
    native_deliver(e, fetch, fetch->dst_sel, fetch->format.integer ? 1 : 0x3f800000u);
}

unsigned native_range_field(struct native_emitter *e, unsigned range, size_t offset,
                            const char *type, bool stays)
{
    const unsigned at = native_name(e), value = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%t%u, i64 %zu", at, range, offset);
    native_line(e, "%%t%u = load %s, ptr %%t%u%s", value, type, at,
                stays ? ", !invariant.load !0" : "");
    return value;
}

static unsigned range_field(struct native_emitter *e, unsigned range, size_t offset,
                            const char *type)
{
    return native_range_field(e, range, offset, type, false);
}

/* Whether the elements `first`, less the range's first one, to that plus `more` lie in the range:
 * the i1, and that difference. */
static unsigned span_in_range(struct native_emitter *e, unsigned range, unsigned first,
                              uint32_t more, unsigned *relative)
{
    const unsigned start = range_field(e, range, offsetof(struct sim_native_range, first), "i32");
    const unsigned count = range_field(e, range, offsetof(struct sim_native_range, count), "i32");
    const unsigned below = native_name(e), room = native_name(e), enough = native_name(e),
                   inside = native_name(e);
    *relative = native_name(e);
    native_line(e, "%%t%u = sub i32 %%t%u, %%t%u", *relative, first, start);
    native_line(e, "%%t%u = icmp ult i32 %%t%u, %%t%u", below, *relative, count);
    if (!more)
        return below;
    native_line(e, "%%t%u = sub i32 %%t%u, %%t%u", room, count, *relative);
    native_line(e, "%%t%u = icmp ugt i32 %%t%u, %u", enough, room, more);
    native_line(e, "%%t%u = and i1 %%t%u, %%t%u", inside, below, enough);
    return inside;
}

/* The address of a dword of an element of the range. */
static unsigned element_at(struct native_emitter *e, unsigned range, unsigned relative,
                           uint32_t stride, unsigned dword)
{
    const unsigned memory = range_field(e, range, offsetof(struct sim_native_range, memory), "ptr");
    const unsigned wide = native_name(e), bytes = native_name(e), sum = native_name(e),
                   at = native_name(e);
    native_line(e, "%%t%u = zext i32 %%t%u to i64", wide, relative);
    native_line(e, "%%t%u = mul i64 %%t%u, %u", bytes, wide, stride);
    native_line(e, "%%t%u = add i64 %%t%u, %u", sum, bytes, dword * 4);
    native_line(e, "%%t%u = getelementptr i8, ptr %%t%u, i64 %%t%u", at, memory, sum);
    return at;
}

/* Lanes 0, n, 2n... of n * 16 dwords, from dword k on, as a shuffle's mask. */
static void write_steps(struct native_emitter *e, unsigned n, unsigned k)
{
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        fprintf(e->out, "%si32 %u", i ? ", " : "<", i * n + k);
}

/* Elements of one or two bytes side by side. */
static void load_parts(struct native_emitter *e, const struct sim_fetch *fetch, unsigned at)
{
    const unsigned all = native_name(e), wide = native_name(e), bits = 8u * fetch->format.bytes;
    native_line(e, "%%t%u = load <16 x i%u>, ptr %%t%u, align 1", all, bits, at);
    native_line(e, "%%t%u = zext <16 x i%u> %%t%u to <16 x i32>", wide, bits, all);
    for (unsigned k = 0; k < 4; k++)
        if (sim_wanted_channels(fetch) >> k & 1u)
            native_line(e, "store <16 x i32> %%t%u, ptr %%texel%u", wide, k);
}

/* Elements of n dwords, or of less than one, side by side, all of them read at once, and sorted
 * into channels. */
static void load_side_by_side(struct native_emitter *e, const struct sim_fetch *fetch, unsigned n,
                              unsigned at)
{
    const unsigned all = native_name(e);
    if (!n) {
        load_parts(e, fetch, at);
        return;
    }
    native_line(e, "%%t%u = load <%u x i32>, ptr %%t%u, align 1", all, n * SIM_NATIVE_LANES, at);
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->dst_sel[c], value = native_name(e);
        if (sel > HW_SEL_W)
            continue;
        fprintf(e->out, "  %%t%u = shufflevector <%u x i32> %%t%u, <%u x i32> poison, <16 x i32> ",
                value, n * SIM_NATIVE_LANES, all, n * SIM_NATIVE_LANES);
        write_steps(e, n, fetch->format.channel[sel].dword);
        fputs(">\n", e->out);
        native_line(e, "store <16 x i32> %%t%u, ptr %%texel%u", value, sel);
    }
}

/* One element for all lanes. */
static void load_one(struct native_emitter *e, const struct sim_fetch *fetch, unsigned range,
                     unsigned relative, uint32_t stride)
{
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->dst_sel[c];
        char text[NATIVE_TEXT];
        if (sel > HW_SEL_W)
            continue;
        const unsigned at =
                           element_at(e, range, relative, stride, fetch->format.channel[sel].dword),
                       value = native_name(e);
        native_line(e, "%%t%u = load i32, ptr %%t%u, align 1", value, at);
        snprintf(text, sizeof(text), "%%t%u", value);
        native_line(e, "store <16 x i32> %%t%u, ptr %%texel%u", native_spread(e, text), sel);
    }
}

/* How the elements of a fetch lie: one for all lanes, or those of `span` bytes side by side. */
enum lie { SCATTERED, ONE_ELEMENT, SIDE_BY_SIDE };

static enum lie find_lie(const struct native_emitter *e, const struct sim_fetch *fetch,
                         uint32_t stride)
{
    const struct sim_shape shape =
        sim_shape_vector(&e->shapes, fetch->src + fetch->src_sel[0] * SIM_LANES);
    const unsigned bytes = fetch->format.bytes;
    if (e->whole && sim_shape_uniform_fetch(&e->shapes, fetch))
        return ONE_ELEMENT;
    if (!shape.bits || !shape.step || shape.step > 64 || shape.step * stride != bytes)
        return SCATTERED;
    if (shape.bits < 32 && (!shape.bounded || (uint64_t)stride << shape.bits < 1ull << 32))
        return SCATTERED;
    return bytes <= 16 && !(bytes & (bytes - 1)) ? SIDE_BY_SIDE : SCATTERED;
}

static void write_first(struct native_emitter *e, const struct sim_fetch *fetch)
{
    for (unsigned c = 0; c < 4; c++) {
        const uint32_t vector = fetch->dst / SIM_LANES + c;
        if (fetch->dst_sel[c] == HW_SEL_MASK || !e->flow.scalar[vector])
            continue;
        const unsigned value = native_name(e);
        native_line(e, "%%t%u = load <16 x i32>, ptr %%p%u", value, vector);
        native_set_first(e, vector, value);
    }
}

static void emit_plain(struct native_emitter *e, const struct sim_fetch *fetch, uint32_t stride)
{
    const uint32_t index = fetch->src + fetch->src_sel[0] * SIM_LANES;
    const unsigned range = native_range(e, (uint32_t)(fetch - e->program->fetches));
    const enum lie lie = find_lie(e, fetch, stride);
    unsigned fast, relative = 0, joined;
    if (lie == SCATTERED) {
        native_spread_exec(e);
        joined = native_begin_ways(e, range, index / SIM_LANES, &fast);
    } else {
        const uint32_t step = sim_shape_vector(&e->shapes, index).step;
        joined = native_part_ways(e,
                                  span_in_range(e, range, native_first(e, index),
                                                step * (SIM_NATIVE_LANES - 1), &relative),
                                  &fast);
    }
    native_asked_fetch(e, fetch);
    native_turn_ways(e, joined, fast);
    if (lie == SCATTERED) {
        own_fetch(e, fetch, stride, range);
    } else {
        if (lie == ONE_ELEMENT)
            load_one(e, fetch, range, relative, stride);
        else
            load_side_by_side(e, fetch, fetch->format.bytes / 4,
                              element_at(e, range, relative, stride, 0));
        decode(e, fetch);
        native_deliver(e, fetch, fetch->dst_sel, fetch->format.integer ? 1 : 0x3f800000u);
        write_first(e, fetch);
    }
    native_join_ways(e, joined);
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
                native_sample_number(e, number), surface);
    native_deliver(e, fetch, state->dst_sel, state->one);
}

void native_emit_fetch(struct native_emitter *e, const struct sim_fetch *fetch)
{
    const struct native_fetch_state *state = &e->state->fetches[fetch - e->program->fetches];
    if (state->kind == NATIVE_FETCH_SAMPLE)
        emit_sample(e, fetch, &state->texture);
    else if (state->kind == NATIVE_FETCH_PLAIN)
        emit_plain(e, fetch, state->stride);
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

static void own_store(struct native_emitter *e, const struct sim_store *store, unsigned range)
{
    const unsigned exec = native_exec(e);
    for (unsigned c = 0; c < 4; c++)
        if (store->comp_mask >> c & 1u)
            native_line(
                e, "call void @sim_block_store(ptr %%p%u, ptr %%t%u, ptr %%p%u, i32 %%t%u, i32 %u)",
                store->data / SIM_LANES + c, range, store->index / SIM_LANES, exec, c);
}

static void emit_typed_store(struct native_emitter *e, const struct sim_store *store)
{
    const unsigned surface = native_name(e);
    const uint32_t index = store->index / SIM_LANES, data = store->data / SIM_LANES;
    native_spread_exec(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%launch, i64 %zu", surface,
                offsetof(struct sim_launch, rats) + store->rat * sizeof(struct sim_rat) +
                    offsetof(struct sim_rat, surface));
    native_line(
        e,
        "call void @sim_block_store_typed(ptr @store%u, ptr %%t%u, ptr %%mask, ptr %%p%u, ptr "
        "%%p%u, ptr %%p%u, ptr %%p%u, ptr %%p%u, ptr %%p%u, ptr %%p%u)",
        store->rat, surface, index, index + 1, index + 2, data, data + 1, data + 2, data + 3);
}

void native_emit_store(struct native_emitter *e, const struct sim_store *store)
{
    if (store->cf_op == HW_CF_MEM_SCRATCH ? native_scratch_store(e, store)
                                          : native_atomic(e, store))
        return;
    if (store->cf_op != HW_CF_MEM_SCRATCH && store->rat_op == HW_RAT_STORE_TYPED &&
        !store->rat_index_mode && store->rat < HW_RATS && e->state->stores[store->rat].typed) {
        emit_typed_store(e, store);
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
    unsigned fast;
    native_spread_exec(e);
    const unsigned range =
        native_range(e, e->program->fetch_count + (uint32_t)(store - e->program->stores));
    const unsigned joined = native_begin_ways(e, range, store->index / SIM_LANES, &fast);
    native_asked_store(e, store);
    native_turn_ways(e, joined, fast);
    own_store(e, store, range);
    native_join_ways(e, joined);
}
