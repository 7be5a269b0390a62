/* SPDX-License-Identifier: MIT */
/* emit_rat.c: scratch, and atomic operations on buffers. */
#include "driver/sim/exec/rat_ops.h"
#include "llvm/recompile/emitter.h"

/* ---- scratch ---- */

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

/* Whether the ring holds what wavefronts need up to the end of one that begins at `at`. */
static ssa holds_wave(struct emitter *e, ssa memory, ssa at, uint32_t wave_bytes)
{
    ssa size = emit_field(e, e->i64, e->launch, offsetof(struct sim_launch, scratch.size)),
        need = emit_op(e, LLVMAdd, at, emit_i64(e, wave_bytes)),
        enough = emit_test(e, LLVMIntULE, need, size),
        there = emit_test(e, LLVMIntNE, memory, LLVMConstNull(e->ptr));
    return emit_op(e, LLVMAnd, enough, there);
}

void emit_scratch(struct emitter *e)
{
    uint32_t number;
    bool store;
    const uint32_t item_bytes = e->state->scratch_dwords * 4,
                   wave_bytes = e->chip->wave_size * item_bytes;
    if (!item_bytes || !find_scratch(e->program, &number, &store))
        return;
    ssa memory = emit_field(e, e->ptr, e->launch, offsetof(struct sim_launch, scratch.memory)),
        slot = emit_wide(e, emit_field(e, e->i32, e->wave, offsetof(struct sim_wave, slot))),
        first = emit_wide(e, emit_field(e, e->i32, e->wave, offsetof(struct sim_wave, first))),
        at = emit_op(e, LLVMMul, slot, emit_i64(e, wave_bytes)),
        own = emit_op(e, LLVMMul, first, emit_i64(e, item_bytes));
    e->scratch = emit_further(e, memory, emit_op(e, LLVMAdd, at, own));
    LLVMBasicBlockRef on = emit_new_block(e), off = emit_new_block(e);
    emit_branch(e, holds_wave(e, memory, at, wave_bytes), on, off);
    /* The ring is too small for whoever has scratch: its first access says so. */
    emit_begin_block(e, off);
    emit_frame(e,
               store ? offsetof(struct sim_native_frame, store)
                     : offsetof(struct sim_native_frame, fetch),
               e->i1, e->wave, emit_i32(e, number), emit_i32(e, 1));
    emit_go(e, e->fault);
    emit_begin_block(e, on);
}

/* An access of elements of scratch, at an index in a vector, or at one that is known: NULL. */
struct scratch {
    uint32_t access; /* its number */
    uint32_t element, dwords;
    ssa index;
};

/* Whether the access is inside, for all that is known before the program runs. */
static bool is_inside(const struct emitter *e, const struct scratch *s)
{
    return s->dwords && ((uint64_t)s->element + 1) * s->dwords <= e->state->scratch_dwords;
}

/* Parts the way by whether it is. */
static struct ways part_scratch(struct emitter *e, const struct scratch *s)
{
    emit_spread_exec(e);
    return emit_part(e, emit_call(e, "sim_block_scratch_fits", emit_range(e, s->access), s->index,
                                  e->mask_lanes, emit_i32(e, s->element)));
}

static void load_scratch(struct emitter *e, const struct scratch *s, const struct sim_fetch *fetch)
{
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->dst_sel[c];
        if (sel > HW_SEL_W)
            continue;
        if (sel >= s->dwords)
            emit_store(e, emit_splat(e, 0), e->texel[sel]);
        else
            emit_call(e, "sim_block_scratch_load", e->texel[sel], e->scratch,
                      s->index ? s->index : e->zero, s->index ? e->mask_lanes : e->ones,
                      emit_i32(e, s->element), emit_i32(e, s->dwords),
                      emit_i32(e, e->state->scratch_dwords), emit_i32(e, sel));
    }
    emit_deliver(e, fetch, fetch->dst_sel, 0x3f800000u);
}

bool emit_scratch_fetch(struct emitter *e, const struct sim_fetch *fetch)
{
    struct scratch s = {sim_fetch_access(e->program, fetch), fetch->offset, fetch->elem_dwords,
                        NULL};
    if (!is_inside(e, &s) || (fetch->indexed && fetch->src_sel[0] > HW_SEL_W))
        return false;
    if (!fetch->indexed) {
        load_scratch(e, &s, fetch);
        return true;
    }
    s.index = e->vector[sim_fetch_index(fetch)];
    const struct ways ways = part_scratch(e, &s);
    emit_asked_fetch(e, fetch);
    emit_turn(e, ways);
    load_scratch(e, &s, fetch);
    emit_join(e, ways);
    return true;
}

static void store_scratch(struct emitter *e, const struct scratch *s, const struct sim_store *store)
{
    ssa exec = emit_exec(e);
    for (unsigned c = 0; c < s->dwords; c++)
        if (store->comp_mask >> c & 1u)
            emit_call(e, "sim_block_scratch_store", e->vector[store->data / SIM_LANES + c],
                      e->scratch, s->index ? s->index : e->zero, s->index ? e->mask_lanes : e->ones,
                      exec, emit_i32(e, s->element), emit_i32(e, s->dwords),
                      emit_i32(e, e->state->scratch_dwords), emit_i32(e, c));
}

bool emit_scratch_store(struct emitter *e, const struct sim_store *store)
{
    struct scratch s = {sim_store_access(e->program, store), store->array_base, store->elem_dwords,
                        NULL};
    if (!is_inside(e, &s))
        return false;
    if (!store->indexed) {
        store_scratch(e, &s, store);
        return true;
    }
    s.index = e->vector[store->index / SIM_LANES];
    const struct ways ways = part_scratch(e, &s);
    emit_asked_store(e, store);
    emit_turn(e, ways);
    store_scratch(e, &s, store);
    emit_join(e, ways);
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

bool emit_atomic(struct emitter *e, const struct sim_store *store)
{
    if (store->rat_index_mode || store->rat >= HW_RATS || !is_atomic(store->rat_op) ||
        !e->state->stores[store->rat].dwords)
        return false;
    const bool returns = store->rat_op >= HW_RAT_NOP_RTN && e->state->stores[store->rat].returns;
    const size_t rat = offsetof(struct sim_launch, rats) + store->rat * sizeof(struct sim_rat),
                 view = rat + offsetof(struct sim_rat, immediate);
    ssa index = e->vector[store->index / SIM_LANES], *data = &e->vector[store->data / SIM_LANES],
        range = emit_range(e, sim_store_access(e->program, store)),
        elements = emit_field(e, e->i32, e->launch, rat + offsetof(struct sim_rat, elements)),
        results = LLVMConstNull(e->ptr), room = emit_i64(e, UINT64_MAX);
    if (returns) {
        results = emit_field(e, e->ptr, e->launch, view + offsetof(struct sim_view, memory));
        room = emit_field(e, e->i64, e->launch, view + offsetof(struct sim_view, size));
        room = emit_op(e, LLVMLShr, room, emit_i64(e, 2));
    }
    emit_spread_exec(e);
    const struct ways ways = emit_part(e, emit_call(e, "sim_block_atomic_fits", range, index,
                                                    e->mask_lanes, elements, data[1], room));
    emit_asked_store(e, store);
    emit_turn(e, ways);
    emit_call(e, "sim_block_atomic", range, index, data[0], data[store->compare], emit_exec(e),
              emit_i32(e, store->rat_op), results, data[1]);
    emit_join(e, ways);
    return true;
}
