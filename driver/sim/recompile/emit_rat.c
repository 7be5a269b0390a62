/* SPDX-License-Identifier: MIT */
/* emit_rat.c: scratch, and atomic operations on buffers. */
#include "driver/sim/exec/rat_ops.h"
#include "driver/sim/recompile/emitter.h"

#include <stddef.h>

/* ---- scratch ---- */

static unsigned launch_field(struct native_emitter *e, size_t offset, const char *type)
{
    const unsigned at = native_name(e), value = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%launch, i64 %zu", at, offset);
    native_line(e, "%%t%u = load %s, ptr %%t%u", value, type, at);
    return value;
}

static unsigned wave_number(struct native_emitter *e, size_t offset)
{
    const unsigned at = native_name(e), value = native_name(e), wide = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%wave, i64 %zu", at, offset);
    native_line(e, "%%t%u = load i32, ptr %%t%u", value, at);
    native_line(e, "%%t%u = zext i32 %%t%u to i64", wide, value);
    return wide;
}

/* The first scratch access of the program: its number, and whether it is a store. */
static bool find_scratch(const struct sim_program *p, uint32_t *number, bool *store)
{
    for (uint32_t i = 0; i < p->fetch_count; i++)
        if (p->fetches[i].kind == SIM_FETCH_SCRATCH) {
            *number = i, *store = false;
            return true;
        }
    for (uint32_t i = 0; i < p->store_count; i++)
        if (p->stores[i].cf_op == HW_CF_MEM_SCRATCH) {
            *number = i, *store = true;
            return true;
        }
    return false;
}

void native_emit_scratch(struct native_emitter *e)
{
    uint32_t number;
    bool store;
    const uint32_t dwords = e->state->scratch_dwords;
    if (!dwords || !find_scratch(e->program, &number, &store))
        return;
    const size_t view = offsetof(struct sim_launch, scratch);
    const unsigned memory = launch_field(e, view + offsetof(struct sim_view, memory), "ptr");
    const unsigned size = launch_field(e, view + offsetof(struct sim_view, size), "i64");
    const unsigned slot = wave_number(e, offsetof(struct sim_wave, slot));
    const unsigned first = wave_number(e, offsetof(struct sim_wave, first));
    const unsigned item = native_name(e), own = native_name(e), bytes = native_name(e),
                   next = native_name(e), need = native_name(e), enough = native_name(e),
                   there = native_name(e), sound = native_name(e), on = native_name(e),
                   off = native_name(e);
    const unsigned wave_bytes = e->launch->wave_size * dwords * 4;
    native_line(e, "%%t%u = mul i64 %%t%u, %u", item, slot, wave_bytes);
    native_line(e, "%%t%u = mul i64 %%t%u, %u", own, first, dwords * 4);
    native_line(e, "%%t%u = add i64 %%t%u, %%t%u", bytes, item, own);
    native_line(e, "%%scratch = getelementptr i8, ptr %%t%u, i64 %%t%u", memory, bytes);
    native_line(e, "%%t%u = add i64 %%t%u, %u", need, item, wave_bytes);
    native_line(e, "%%t%u = icmp ule i64 %%t%u, %%t%u", enough, need, size);
    native_line(e, "%%t%u = icmp ne ptr %%t%u, null", there, memory);
    native_line(e, "%%t%u = and i1 %%t%u, %%t%u", sound, enough, there);
    native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u", sound, on, off);
    /* The ring is too small for whoever has scratch: its first access says so. */
    fprintf(e->out, "l%u:\n", off);
    const unsigned fn = native_frame_function(e, store ? offsetof(struct sim_native_frame, store)
                                                       : offsetof(struct sim_native_frame, fetch));
    native_line(e, "%%t%u = call zeroext i1 %%t%u(ptr %%wave, i32 %u, i32 1)", next, fn, number);
    native_line(e, "br label %%fault");
    fprintf(e->out, "l%u:\n", on);
}

/* Where an access is inside for sure, and where it is not known: then the way is parted. */
static bool is_inside(const struct native_emitter *e, uint32_t element, unsigned dwords)
{
    return ((uint64_t)element + 1) * dwords <= e->state->scratch_dwords;
}

/* By an access of that number. */
static unsigned part_indexed(struct native_emitter *e, uint32_t access, uint32_t vector,
                             uint32_t element, unsigned *fast)
{
    const unsigned range = native_range(e, access), fits = native_name(e);
    native_spread_exec(e);
    native_line(e,
                "%%t%u = call zeroext i1 @sim_block_scratch_fits(ptr %%t%u, ptr %%p%u, ptr %%mask, "
                "i32 %u)",
                fits, range, vector, element);
    return native_part_ways(e, fits, fast);
}

static void load_scratch(struct native_emitter *e, const struct sim_fetch *fetch, const char *index,
                         const char *mask)
{
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->dst_sel[c];
        if (sel > HW_SEL_W)
            continue;
        if (sel >= fetch->elem_dwords)
            native_line(e, "store <16 x i32> zeroinitializer, ptr %%texel%u", sel);
        else
            native_line(e,
                        "call void @sim_block_scratch_load(ptr %%texel%u, ptr %%scratch, ptr %s, "
                        "ptr %s, i32 %u, i32 %u, i32 %u, i32 %u)",
                        sel, index, mask, fetch->offset, fetch->elem_dwords,
                        e->state->scratch_dwords, sel);
    }
    native_deliver(e, fetch, fetch->dst_sel, 0x3f800000u);
}

bool native_scratch_fetch(struct native_emitter *e, const struct sim_fetch *fetch)
{
    const uint32_t vector = fetch->src / SIM_LANES + fetch->src_sel[0];
    unsigned fast;
    char index[NATIVE_TEXT];
    if (!is_inside(e, fetch->offset, fetch->elem_dwords) || !fetch->elem_dwords)
        return false;
    if (!fetch->indexed) {
        load_scratch(e, fetch, "@zero", "@ones");
        return true;
    }
    if (fetch->src_sel[0] > HW_SEL_W)
        return false;
    const unsigned joined =
        part_indexed(e, (uint32_t)(fetch - e->program->fetches), vector, fetch->offset, &fast);
    native_asked_fetch(e, fetch);
    native_turn_ways(e, joined, fast);
    snprintf(index, sizeof(index), "%%p%u", vector);
    load_scratch(e, fetch, index, "%mask");
    native_join_ways(e, joined);
    return true;
}

static void store_scratch(struct native_emitter *e, const struct sim_store *store,
                          const char *index, const char *mask)
{
    const unsigned exec = native_exec(e);
    for (unsigned c = 0; c < store->elem_dwords; c++)
        if (store->comp_mask >> c & 1u)
            native_line(e,
                        "call void @sim_block_scratch_store(ptr %%p%u, ptr %%scratch, ptr %s, ptr "
                        "%s, i32 %%t%u, i32 %u, i32 %u, i32 %u, i32 %u)",
                        store->data / SIM_LANES + c, index, mask, exec, store->array_base,
                        store->elem_dwords, e->state->scratch_dwords, c);
}

bool native_scratch_store(struct native_emitter *e, const struct sim_store *store)
{
    const uint32_t vector = store->index / SIM_LANES;
    unsigned fast;
    char index[NATIVE_TEXT];
    if (!is_inside(e, store->array_base, store->elem_dwords) || !store->elem_dwords)
        return false;
    if (!store->indexed) {
        store_scratch(e, store, "@zero", "@ones");
        return true;
    }
    const unsigned joined =
        part_indexed(e, e->program->fetch_count + (uint32_t)(store - e->program->stores), vector,
                     store->array_base, &fast);
    native_asked_store(e, store);
    native_turn_ways(e, joined, fast);
    snprintf(index, sizeof(index), "%%p%u", vector);
    store_scratch(e, store, index, "%mask");
    native_join_ways(e, joined);
    return true;
}

/* ---- atomic operations ---- */

static bool is_atomic(unsigned op)
{
    switch (op) {
    case HW_RAT_NOP:
    case HW_RAT_NOP_RTN:
    case HW_RAT_STORE_TYPED:
    case HW_RAT_STORE_RAW:
    case HW_RAT_MSKOR_RTN:
        return false;
    default:
        return sim_rat_supported(op);
    }
}

bool native_atomic(struct native_emitter *e, const struct sim_store *store)
{
    const uint32_t index = store->index / SIM_LANES, data = store->data / SIM_LANES;
    if (store->rat_index_mode || store->rat >= HW_RATS || !is_atomic(store->rat_op) ||
        !e->state->stores[store->rat].dwords)
        return false;
    const bool returns = store->rat_op >= HW_RAT_NOP_RTN && e->state->stores[store->rat].returns;
    const size_t rat = offsetof(struct sim_launch, rats) + store->rat * sizeof(struct sim_rat);
    const size_t view = rat + offsetof(struct sim_rat, immediate);
    const unsigned elements = launch_field(e, rat + offsetof(struct sim_rat, elements), "i32");
    const unsigned results = launch_field(e, view + offsetof(struct sim_view, memory), "ptr");
    const unsigned size = launch_field(e, view + offsetof(struct sim_view, size), "i64");
    const unsigned fits = native_name(e), room = native_name(e);
    const unsigned range =
        native_range(e, e->program->fetch_count + (uint32_t)(store - e->program->stores));
    unsigned fast;
    native_line(e, "%%t%u = lshr i64 %%t%u, 2", room, size);
    native_spread_exec(e);
    char wanted[NATIVE_TEXT];
    snprintf(wanted, sizeof(wanted), returns ? "%%t%u" : "-1", room);
    native_line(e,
                "%%t%u = call zeroext i1 @sim_block_atomic_fits(ptr %%t%u, ptr %%p%u, ptr %%mask, "
                "i32 %%t%u, ptr %%p%u, i64 %s)",
                fits, range, index, elements, data + 1, wanted);
    const unsigned joined = native_part_ways(e, fits, &fast);
    native_asked_store(e, store);
    native_turn_ways(e, joined, fast);
    snprintf(wanted, sizeof(wanted), returns ? "%%t%u" : "null", results);
    native_line(e,
                "call void @sim_block_atomic(ptr %%t%u, ptr %%p%u, ptr %%p%u, ptr %%p%u, i32 "
                "%%t%u, i32 %u, ptr %s, ptr %%p%u)",
                range, index, data, data + store->compare, native_exec(e), store->rat_op, wanted,
                data + 1);
    native_join_ways(e, joined);
    return true;
}
