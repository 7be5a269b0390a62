/* SPDX-License-Identifier: MIT */
/* operands.c: see operands.h. */
#include "driver/sim/decode/operands.h"

#include <assert.h>

static void add(struct sim_operands *operands, uint32_t place, enum sim_operand_kind kind,
                unsigned index, bool indexed)
{
    assert(operands->count < SIM_OPERANDS && place % SIM_LANES == 0);
    operands->at[operands->count++] =
        (struct sim_operand){place / SIM_LANES, (uint8_t)kind, (uint8_t)index, indexed};
}

static void add_address(struct sim_operands *operands, const struct sim_program *program,
                        unsigned relative)
{
    if (relative)
        add(operands, sim_program_vector(program, SIM_VECTOR_ADDRESS + relative - 1) * SIM_LANES,
            SIM_OPERAND_ADDRESS, 0, false);
}

struct sim_operands sim_op_reads(const struct sim_program *program, const struct sim_alu_op *op)
{
    struct sim_operands reads;
    reads.count = 0;
    for (unsigned i = 0; i < 3; i++) {
        const struct sim_src *src = &op->src[i];
        if (src->space != SIM_SPACE_WAVE || src->special)
            continue;
        add(&reads, src->offset, SIM_OPERAND_SOURCE, i, src->relative);
        add_address(&reads, program, src->relative);
        if (op->action == SIM_ACTION_DOUBLE)
            add(&reads, src->offset + SIM_LANES, SIM_OPERAND_HIGH, i, false);
    }
    add_address(&reads, program, op->dst_relative);
    if (op->predicate && op->dst != SIM_NO_DST)
        add(&reads, op->dst, SIM_OPERAND_KEPT, 0, op->dst_relative);
    return reads;
}

struct sim_operands sim_op_writes(const struct sim_alu_op *op)
{
    struct sim_operands writes;
    writes.count = 0;
    for (unsigned i = 0; i < 2; i++)
        if (op->lds_result[i] != SIM_NO_DST)
            add(&writes, op->lds_result[i], SIM_OPERAND_QUEUE, i, false);
    if (op->dst != SIM_NO_DST)
        add(&writes, op->dst, SIM_OPERAND_RESULT, 0, op->dst_relative);
    if (op->action == SIM_ACTION_DOUBLE)
        add(&writes, op->dst + SIM_LANES, SIM_OPERAND_HIGH, 0, false);
    return writes;
}

struct sim_operands sim_fetch_reads(const struct sim_fetch *fetch)
{
    struct sim_operands reads;
    reads.count = 0;
    const bool one = fetch->kind == SIM_FETCH_BUFFER || fetch->kind == SIM_FETCH_SCRATCH;
    const unsigned count = fetch->kind == SIM_FETCH_SCRATCH && !fetch->indexed ? 0 : one ? 1 : 4;
    for (unsigned c = 0; c < count; c++)
        if (fetch->src_sel[c] <= HW_SEL_W)
            add(&reads, fetch->src + fetch->src_sel[c] * SIM_LANES, SIM_OPERAND_INDEX, c, false);
    return reads;
}

struct sim_operands sim_fetch_writes(const struct sim_fetch *fetch)
{
    struct sim_operands writes;
    writes.count = 0;
    for (unsigned c = 0; c < 4; c++)
        if (fetch->dst_sel[c] != HW_SEL_MASK)
            add(&writes, fetch->dst + c * SIM_LANES, SIM_OPERAND_DATA, c, false);
    return writes;
}

/* A raw store takes the dwords that its mask has, and one index. Others name registers for
 * coordinates that they lack, too. */
struct sim_operands sim_store_reads(const struct sim_store *store)
{
    struct sim_operands reads;
    reads.count = 0;
    const bool raw = store->cf_op != HW_CF_MEM_SCRATCH && store->rat_op == HW_RAT_STORE_RAW;
    for (unsigned c = 0; c < (raw ? 1 : 4); c++)
        add(&reads, store->index + c * SIM_LANES, SIM_OPERAND_INDEX, c, false);
    for (unsigned c = 0; c < 4; c++)
        if (!raw || store->comp_mask >> c & 1u)
            add(&reads, store->data + c * SIM_LANES, SIM_OPERAND_DATA, c, false);
    return reads;
}

struct sim_operands sim_item_reads(const struct sim_program *program, const struct sim_cf *cf,
                                   uint32_t item)
{
    switch ((enum sim_items)cf->items) {
    case SIM_ITEMS_OPS:
        return sim_op_reads(program, &program->ops[item]);
    case SIM_ITEMS_FETCHES:
        return sim_fetch_reads(&program->fetches[item]);
    case SIM_ITEMS_STORE:
        return sim_store_reads(&program->stores[item]);
    default:
        return (struct sim_operands){.count = 0};
    }
}

struct sim_operands sim_item_writes(const struct sim_program *program, const struct sim_cf *cf,
                                    uint32_t item)
{
    switch ((enum sim_items)cf->items) {
    case SIM_ITEMS_OPS:
        return sim_op_writes(&program->ops[item]);
    case SIM_ITEMS_FETCHES:
        return sim_fetch_writes(&program->fetches[item]);
    default:
        return (struct sim_operands){.count = 0};
    }
}
