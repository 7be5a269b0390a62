/* SPDX-License-Identifier: MIT */
/* merge_stores.c: merges stores to neighbouring dwords of the pool into one of up to four. A store
 * may move past others unless these may touch the same dwords. SSA form in and out; leaves dead
 * address arithmetic behind. */
#include <assert.h>

#include "driver/hw/formats.h"
#include "llvm/evergreen/mir/passes.h"

enum { RUN_MAX = 64, DWORDS = 4 };

struct store {
    struct mir_inst *inst;
    int32_t place; /* dwords behind the base */
    int32_t count; /* dwords */
};

struct merge {
    struct mir_function *f;
    struct mir_inst **definition;
    struct mir_block *block;
    struct mir_operand base;
    struct store run[RUN_MAX];
    unsigned count;
};

static bool same_base(const struct mir_operand *a, const struct mir_operand *b)
{
    return a->kind == b->kind && a->value == b->value;
}

/* How many dwords a mask stores, if they are the first ones; 0 if there are gaps. */
static int32_t mask_dwords(unsigned mask)
{
    int32_t count = 0;
    while (mask >> count & 1)
        count++;
    return mask >> count ? 0 : count;
}

/* Takes the index apart: (base + constant) >> 2. */
static bool read_store(const struct merge *m, struct mir_inst *inst, struct store *store,
                       struct mir_operand *base)
{
    if (inst->kind != MIR_RAT || inst->op != HW_RAT_STORE_RAW ||
        inst->src_count != MIR_RAT_INDEX + 1)
        return false;
    const struct mir_inst *shift = mir_defining_alu(m->definition, &inst->src[MIR_RAT_INDEX]);
    *store = (struct store){.inst = inst, .count = mask_dwords(inst->mask)};
    if (!store->count || !shift || shift->op != HW_ALU_OP_LSHR_INT ||
        !mir_is_literal(&shift->src[1], 2))
        return false;
    const struct mir_inst *add = mir_defining_alu(m->definition, &shift->src[0]);
    *base = shift->src[0];
    if (add && add->op == HW_ALU_OP_ADD_INT && add->src[1].kind == MIR_LITERAL &&
        add->src[1].value % 4 == 0) {
        *base = add->src[0];
        store->place = (int32_t)add->src[1].value / 4;
    }
    return true;
}

static bool overlaps(const struct merge *m, const struct store *store)
{
    for (unsigned i = 0; i < m->count; i++)
        if (store->place < m->run[i].place + m->run[i].count &&
            m->run[i].place < store->place + store->count)
            return true;
    return false;
}

static void sort_run(struct merge *m)
{
    for (unsigned i = 1; i < m->count; i++)
        for (unsigned k = i; k > 0 && m->run[k - 1].place > m->run[k].place; k--) {
            struct store store = m->run[k];
            m->run[k] = m->run[k - 1];
            m->run[k - 1] = store;
        }
}

/* The variable that all of them are of. */
static uint32_t common_object(const struct merge *m, unsigned first, unsigned end)
{
    for (unsigned i = first + 1; i < end; i++)
        if (m->run[i].inst->object != m->run[first].inst->object)
            return 0;
    return m->run[first].inst->object;
}

/* Merges stores first .. end - 1, `dwords` in all, into one in the place of the last. */
static void merge_stores(struct merge *m, struct mir_inst *last, unsigned first, unsigned end,
                         int32_t dwords)
{
    assert(end - first > 1 && end <= m->count && dwords <= DWORDS);
    struct mir_inst *merged = mir_new_inst(m->f, MIR_RAT, HW_RAT_STORE_RAW, MIR_RAT_INDEX + 1);
    merged->resource = m->run[first].inst->resource;
    merged->mask = (uint8_t)((1u << dwords) - 1);
    merged->line = m->run[first].inst->line; /* of the lowest address */
    merged->point = m->run[first].inst->point;
    merged->object = common_object(m, first, end);
    merged->src[MIR_RAT_INDEX] = m->run[first].inst->src[MIR_RAT_INDEX];
    for (unsigned i = first, at = 0; i < end; i++)
        for (int32_t d = 0; d < m->run[i].count; d++)
            merged->src[at++] = m->run[i].inst->src[d];
    mir_insert_before(m->block, last, merged);
    for (unsigned i = first; i < end; i++)
        if (m->run[i].inst != last)
            mir_remove(m->block, m->run[i].inst);
        else
            last->mask = 0;
}

static void finish_run(struct merge *m, struct mir_inst *last)
{
    if (m->count > 1)
        sort_run(m);
    for (unsigned first = 0, end; first < m->count; first = end) {
        int32_t dwords = m->run[first].count;
        for (end = first + 1; end < m->count; end++) {
            const struct store *next = &m->run[end];
            if (next->place != m->run[first].place + dwords || dwords + next->count > DWORDS)
                break;
            dwords += next->count;
        }
        if (end - first > 1)
            merge_stores(m, last, first, end, dwords);
    }
    if (m->count && !last->mask)
        mir_remove(m->block, last);
    m->count = 0;
}

static int32_t fetched_bytes(const struct mir_inst *fetch)
{
    switch (fetch->format) {
    case HW_FMT_8:
        return 1;
    case HW_FMT_16:
        return 2;
    case HW_FMT_32:
        return 4;
    case HW_FMT_32_32:
        return 8;
    default:
        return 16;
    }
}

/* Whether a fetch reads other places behind the same base than the run's stores write. */
static bool passes_run(const struct merge *m, const struct mir_inst *inst)
{
    if (inst->kind != MIR_VTX || inst->waits || inst->format == HW_FMT_INVALID || !m->count ||
        inst->offset > INT16_MAX || !same_base(&inst->src[0], &m->base))
        return false;
    int32_t begin = (int32_t)inst->offset, end = begin + fetched_bytes(inst);
    for (unsigned i = 0; i < m->count; i++) {
        int64_t first = (int64_t)m->run[i].place * 4, last = first + m->run[i].count * 4;
        if (begin < last && first < end)
            return false;
    }
    return true;
}

static bool ends_run(const struct mir_inst *inst)
{
    return (mir_has_effect(inst) && inst->kind != MIR_INPUT) ||
           (inst->kind == MIR_VTX && !inst->loads_input) || inst->kind == MIR_TEX;
}

static void merge_block(struct merge *m)
{
    struct mir_inst *last = NULL;
    for (struct mir_inst *inst = m->block->first, *next; inst; inst = next) {
        struct store store;
        struct mir_operand base;
        next = inst->next;
        if (!ends_run(inst) || passes_run(m, inst))
            continue;
        bool fits = read_store(m, inst, &store, &base);
        if (m->count && (!fits || m->count == RUN_MAX || !same_base(&base, &m->base) ||
                         store.inst->resource != last->resource || overlaps(m, &store)))
            finish_run(m, last);
        if (!fits)
            continue;
        assert(m->count < RUN_MAX && store.count <= DWORDS);
        m->base = base;
        m->run[m->count++] = store;
        last = inst;
    }
    if (m->count)
        finish_run(m, last);
}

void mir_merge_stores(struct mir_function *f)
{
    struct merge m = {.f = f, .definition = mir_definitions(f)};
    for (uint32_t b = 0; b < f->block_count; b++) {
        m.block = f->blocks[b];
        merge_block(&m);
    }
}
