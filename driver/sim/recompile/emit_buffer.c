/* SPDX-License-Identifier: MIT */
/* emit_buffer.c: plain loads and stores of buffers. Where it is known how lanes lie to each other,
 * one comparison of the first and the last lane with the range, and host vectors; else each lane is
 * compared, and gathered or scattered. */
#include "driver/sim/recompile/emitter.h"

#include <stddef.h>

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

/* Whether the elements `first`, less the range's first one, to that plus `more`, as text, lie in
 * the range: the i1, and that difference. */
static unsigned reach_in_range(struct native_emitter *e, unsigned range, unsigned first,
                               const char *more, unsigned *relative)
{
    const unsigned start = range_field(e, range, offsetof(struct sim_native_range, first), "i32");
    const unsigned count = range_field(e, range, offsetof(struct sim_native_range, count), "i32");
    const unsigned wide = native_name(e), last = native_name(e), end = native_name(e),
                   inside = native_name(e);
    *relative = native_name(e);
    native_line(e, "%%t%u = sub i32 %%t%u, %%t%u", *relative, first, start);
    native_line(e, "%%t%u = zext i32 %%t%u to i64", wide, *relative);
    native_line(e, "%%t%u = add nuw nsw i64 %%t%u, %s", last, wide, more);
    native_line(e, "%%t%u = zext i32 %%t%u to i64", end, count);
    native_line(e, "%%t%u = icmp ult i64 %%t%u, %%t%u", inside, last, end);
    return inside;
}

static unsigned span_in_range(struct native_emitter *e, unsigned range, unsigned first,
                              uint32_t more, unsigned *relative)
{
    char text[NATIVE_TEXT];
    snprintf(text, sizeof(text), "%u", more);
    return reach_in_range(e, range, first, text, relative);
}

static unsigned look_in_range(struct native_emitter *e, unsigned range,
                              const struct native_look *look, unsigned *relative)
{
    char text[NATIVE_TEXT];
    snprintf(text, sizeof(text), "%%t%u", look->span);
    return reach_in_range(e, range, look->first, text, relative);
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

/* Asks memory for what comes soon: the elements 64 lanes on, which the next wavefront has, or the
 * next group in a row. Rows of groups are short pieces of memory, behind each of which hosts would
 * wait anew. Accesses to parts of elements share the lines that these lie in. Not in loops, which
 * may go through memory in another direction. */
static void ask_ahead(struct native_emitter *e, unsigned at, uint32_t bytes, uint32_t apart,
                      bool stores)
{
    enum { LINE = 64 };
    const uint32_t reach = bytes * SIM_NATIVE_LANES;
    const unsigned number = native_name(e), part = native_name(e), share = native_name(e),
                   from = native_name(e);
    if (e->at.loops || apart & (apart - 1) || apart > LINE)
        return;
    native_line(e, "%%t%u = ptrtoint ptr %%t%u to i64", number, at);
    native_line(e, "%%t%u = and i64 %%t%u, %u", part, number, apart - bytes);
    native_line(e, "%%t%u = mul i64 %%t%u, %u", share, part, SIM_NATIVE_LANES - 1);
    native_line(e, "%%t%u = getelementptr i8, ptr %%t%u, i64 %%t%u", from, at, share);
    for (uint32_t i = 0; i < reach; i += LINE) {
        const unsigned line = native_name(e);
        native_line(e, "%%t%u = getelementptr i8, ptr %%t%u, i64 %u", line, from,
                    SIM_LANES * apart + i);
        native_line(e, "call void @llvm.prefetch.p0(ptr %%t%u, i32 %d, i32 3, i32 1)", line,
                    stores);
    }
}

/* Loads the elements of all lanes at a fixed distance; the first lies at an address. */
static void load_steps(struct native_emitter *e, const struct sim_fetch *fetch, unsigned at,
                       uint32_t apart)
{
    unsigned dword[4];
    if (fetch->format.bytes < 4) {
        load_parts(e, fetch, at);
        return;
    }
    native_load_elements(e, fetch->format.bytes / 4, at, apart, dword);
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->dst_sel[c];
        if (sel <= HW_SEL_W)
            native_line(e, "store <16 x i32> %%t%u, ptr %%texel%u",
                        dword[fetch->format.channel[sel].dword], sel);
    }
}

static void load_apart(struct native_emitter *e, const struct sim_fetch *fetch, unsigned at,
                       uint32_t apart)
{
    ask_ahead(e, at, fetch->format.bytes, apart, false);
    load_steps(e, fetch, at, apart);
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

/* How the elements of an access lie: anyhow, one for all lanes, equally far apart, or as the lanes
 * of a root do. */
enum lie { SCATTERED, ONE_ELEMENT, STEPS, ROOTED };

/* Elements of so many bytes, at indices that count units of so many bytes. */
static enum lie find_lie(const struct native_emitter *e, struct sim_shape shape, uint32_t unit,
                         uint32_t bytes)
{
    enum { MOST_APART = 1 << 16 };
    const uint64_t apart = (uint64_t)shape.step * unit;
    if (!shape.bits || !apart || apart > MOST_APART || bytes > 16 || bytes & (bytes - 1))
        return SCATTERED;
    if (shape.bits < 32 && (!shape.bounded || (uint64_t)unit << shape.bits < 1ull << 32))
        return SCATTERED;
    if (shape.root)
        return apart * e->flow.looked[shape.root - 1] == bytes && bytes >= 4 ? ROOTED : SCATTERED;
    return apart == bytes || (apart > bytes && bytes >= 8) ? STEPS : SCATTERED;
}

static enum lie find_fetch_lie(const struct native_emitter *e, const struct sim_fetch *fetch,
                               uint32_t stride)
{
    if (e->whole && sim_shape_uniform_fetch(&e->shapes, fetch))
        return ONE_ELEMENT;
    return find_lie(e, sim_shape_vector(&e->shapes, fetch->src + fetch->src_sel[0] * SIM_LANES),
                    stride, fetch->format.bytes);
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

/* Every lane looked at. */
static void fetch_scattered(struct native_emitter *e, const struct sim_fetch *fetch,
                            uint32_t stride, unsigned range)
{
    unsigned fast;
    native_spread_exec(e);
    const unsigned joined =
        native_begin_ways(e, range, fetch->src / SIM_LANES + fetch->src_sel[0], &fast);
    native_asked_fetch(e, fetch);
    native_turn_ways(e, joined, fast);
    own_fetch(e, fetch, stride, range);
    native_join_ways(e, joined);
}

/* By a look at its root. */
static void fetch_rooted(struct native_emitter *e, const struct sim_fetch *fetch, uint32_t stride,
                         unsigned range)
{
    const uint32_t index = fetch->src + fetch->src_sel[0] * SIM_LANES;
    const unsigned dwords = fetch->format.bytes / 4;
    const struct native_look look =
        native_begin_look(e, sim_shape_vector(&e->shapes, index), index, dwords, false);
    unsigned fast, near, relative;
    const unsigned inside = look_in_range(e, range, &look, &relative),
                   joined = native_part_ways(e, inside, &fast);
    fetch_scattered(e, fetch, stride, range);
    native_turn_ways(e, joined, fast);
    const unsigned at = element_at(e, range, relative, stride, 0),
                   loaded = native_part_look(e, &look, &near);
    load_steps(e, fetch, at, fetch->format.bytes);
    if (look.near) {
        native_turn_ways(e, loaded, near);
        for (unsigned c = 0; c < 4; c++)
            if (fetch->dst_sel[c] <= HW_SEL_W)
                native_load_near(e, &look, at, fetch->dst_sel[c]);
        native_join_ways(e, loaded);
    }
    decode(e, fetch);
    native_deliver(e, fetch, fetch->dst_sel, fetch->format.integer ? 1 : 0x3f800000u);
    native_join_ways(e, joined);
}

void native_plain_fetch(struct native_emitter *e, const struct sim_fetch *fetch, uint32_t stride)
{
    const uint32_t index = fetch->src + fetch->src_sel[0] * SIM_LANES,
                   step = sim_shape_vector(&e->shapes, index).step;
    const unsigned range = native_range(e, (uint32_t)(fetch - e->program->fetches));
    const enum lie lie = find_fetch_lie(e, fetch, stride);
    unsigned fast, relative;
    if (lie == SCATTERED || lie == ROOTED) {
        (lie == ROOTED ? fetch_rooted : fetch_scattered)(e, fetch, stride, range);
        return;
    }
    const unsigned inside =
        span_in_range(e, range, native_first(e, index), step * (SIM_NATIVE_LANES - 1), &relative);
    const unsigned joined = native_part_ways(e, inside, &fast);
    native_asked_fetch(e, fetch);
    native_turn_ways(e, joined, fast);
    if (lie == ONE_ELEMENT)
        load_one(e, fetch, range, relative, stride);
    else
        load_apart(e, fetch, element_at(e, range, relative, stride, 0), step * stride);
    decode(e, fetch);
    native_deliver(e, fetch, fetch->dst_sel, fetch->format.integer ? 1 : 0x3f800000u);
    write_first(e, fetch);
    native_join_ways(e, joined);
}

/* `how`: sim_block_store, which looks at how lanes lie, or sim_block_scatter, which does not. */
static void own_store(struct native_emitter *e, const struct sim_store *store, unsigned range,
                      const char *how)
{
    const unsigned exec = native_exec(e);
    for (unsigned c = 0; c < 4; c++)
        if (store->comp_mask >> c & 1u)
            native_line(e, "call void @%s(ptr %%p%u, ptr %%t%u, ptr %%p%u, i32 %%t%u, i32 %u)", how,
                        store->data / SIM_LANES + c, range, store->index / SIM_LANES, exec, c);
}

static void store_scattered(struct native_emitter *e, const struct sim_store *store, unsigned range,
                            const char *how)
{
    unsigned fast;
    native_spread_exec(e);
    const unsigned joined = native_begin_ways(e, range, store->index / SIM_LANES, &fast);
    native_asked_store(e, store);
    native_turn_ways(e, joined, fast);
    own_store(e, store, range, how);
    native_join_ways(e, joined);
}

/* Dwords of each lane, side by side from the first one on; 0: some are left out. */
static unsigned count_dwords(const struct sim_store *store)
{
    return store->comp_mask & (store->comp_mask + 1u)
               ? 0
               : (unsigned)__builtin_popcount(store->comp_mask);
}

/* Decides on a store of lanes equally far apart. Those that run alone are stored: dwords side by
 * side by a mask; elements of more are stored so if all lanes run. */
static unsigned may_store_steps(struct native_emitter *e, unsigned inside, unsigned dwords)
{
    const unsigned all = native_name(e), both = native_name(e);
    if (dwords == 1)
        return inside;
    native_line(e, "%%t%u = icmp eq i16 %%t%u, -1", all, native_run_mask(e));
    native_line(e, "%%t%u = and i1 %%t%u, %%t%u", both, inside, all);
    return both;
}

static void store_steps(struct native_emitter *e, const struct sim_store *store, unsigned dwords,
                        unsigned at, uint32_t apart)
{
    unsigned value[4];
    for (unsigned k = 0; k < dwords; k++) {
        value[k] = native_name(e);
        native_line(e, "%%t%u = load <16 x i32>, ptr %%p%u", value[k], store->data / SIM_LANES + k);
    }
    if (dwords == 1)
        native_store_run(e, value[0], at);
    else
        native_store_elements(e, dwords, at, apart, value);
}

/* By a look at its root. */
static void store_rooted(struct native_emitter *e, const struct sim_store *store, unsigned dwords,
                         unsigned range)
{
    const struct native_look look = native_begin_look(e, sim_shape_vector(&e->shapes, store->index),
                                                      store->index, dwords, true);
    unsigned fast, near, relative;
    const unsigned inside = look_in_range(e, range, &look, &relative),
                   joined = native_part_ways(e, may_store_steps(e, inside, dwords), &fast);
    store_scattered(e, store, range, "sim_block_scatter");
    native_turn_ways(e, joined, fast);
    const unsigned at = element_at(e, range, relative, 4, 0),
                   stored = native_part_look(e, &look, &near);
    store_steps(e, store, dwords, at, 4 * dwords);
    if (look.near) {
        native_turn_ways(e, stored, near);
        native_store_near(e, &look, at, store->data / SIM_LANES);
        native_join_ways(e, stored);
    }
    native_join_ways(e, joined);
}

void native_plain_store(struct native_emitter *e, const struct sim_store *store)
{
    const unsigned range =
        native_range(e, e->program->fetch_count + (uint32_t)(store - e->program->stores));
    const unsigned dwords = count_dwords(store);
    const struct sim_shape shape = sim_shape_vector(&e->shapes, store->index);
    unsigned fast, relative;
    const enum lie lie = dwords ? find_lie(e, shape, 4, 4 * dwords) : SCATTERED;
    if (lie == SCATTERED) {
        store_scattered(e, store, range, "sim_block_store");
        return;
    }
    if (lie == ROOTED) {
        store_rooted(e, store, dwords, range);
        return;
    }
    const unsigned inside = span_in_range(e, range, native_first(e, store->index),
                                          shape.step * (SIM_NATIVE_LANES - 1), &relative);
    const unsigned joined = native_part_ways(e, may_store_steps(e, inside, dwords), &fast);
    if (dwords == 1)
        native_asked_store(e, store);
    else
        store_scattered(e, store, range, "sim_block_scatter");
    native_turn_ways(e, joined, fast);
    const unsigned at = element_at(e, range, relative, 4, 0);
    ask_ahead(e, at, 4 * dwords, shape.step * 4, true);
    store_steps(e, store, dwords, at, shape.step * 4);
    native_join_ways(e, joined);
}
