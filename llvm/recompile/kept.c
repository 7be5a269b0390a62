/* SPDX-License-Identifier: MIT */
/* kept.c: see kept.h. A run of instructions is one in which no lane begins to run, and that nobody
 * jumps into: what all lanes wrote in it is nobody's from before. */
#include "llvm/recompile/kept.h"

#include <stdlib.h>
#include <string.h>

#include "driver/hw/isa.h"

struct run {
    const struct sim_program *program;
    struct sim_flow *flow; /* `kept` and `wanted` are filled */
    uint32_t index;        /* of the instruction */
    bool *written;         /* since the run began, by all lanes that run now */
};

static void reads(struct run *r, uint32_t place)
{
    const uint32_t vector = place / SIM_LANES;
    if (r->written[vector])
        return;
    r->flow->kept[vector] = true;
    r->flow->wanted[vector] = r->index + 1;
}

static void writes(struct run *r, uint32_t place)
{
    r->written[place / SIM_LANES] = true;
}

static void read_addresses(struct run *r)
{
    const uint32_t gprs = r->program->mode.gprs;
    const uint32_t first = ((gprs < 2 ? 2 : gprs) + HW_CLAUSE_TEMPS) * 4u + SIM_VECTOR_ADDRESS;
    for (unsigned c = 0; c < 4; c++)
        reads(r, (first + c) * SIM_LANES);
}

static void look_at_op(struct run *r, const struct sim_alu_op *op)
{
    if (op->action == SIM_ACTION_BARRIER) /* a barrier saves only vectors that are kept */
        memset(r->written, 0, r->program->vector_count * sizeof(bool));
    const bool pair = op->action == SIM_ACTION_DOUBLE;
    for (unsigned i = 0; i < 3; i++)
        if (op->src[i].relative || op->dst_relative)
            read_addresses(r);
    for (unsigned i = 0; i < 3; i++)
        if (op->src[i].space == SIM_SPACE_WAVE && !op->src[i].special) {
            reads(r, op->src[i].offset);
            if (pair)
                reads(r, op->src[i].offset + SIM_LANES);
        }
    for (unsigned i = 0; i < 2; i++)
        if (op->lds_result[i] != SIM_NO_DST)
            writes(r, op->lds_result[i]);
    if (op->dst == SIM_NO_DST)
        return;
    if (op->predicate)
        reads(r, op->dst);
    writes(r, op->dst);
    if (pair)
        writes(r, op->dst + SIM_LANES);
}

static void look_at_fetch(struct run *r, const struct sim_fetch *fetch)
{
    for (unsigned c = 0; c < 4; c++)
        if (fetch->src_sel[c] <= HW_SEL_W)
            reads(r, fetch->src + fetch->src_sel[c] * SIM_LANES);
    for (unsigned c = 0; c < 4; c++)
        if (fetch->dst_sel[c] != HW_SEL_MASK)
            writes(r, fetch->dst + c * SIM_LANES);
}

/* Notes the registers that a store reads. It names others, too: for dwords that a raw store does
 * not write, and for coordinates that it lacks. */
static void look_at_store(struct run *r, const struct sim_store *store)
{
    const bool raw = store->cf_op != HW_CF_MEM_SCRATCH && store->rat_op == HW_RAT_STORE_RAW;
    for (unsigned c = 0; c < 4; c++) {
        if (!raw || store->comp_mask >> c & 1u)
            reads(r, store->data + c * SIM_LANES);
        if (!raw || c == 0)
            reads(r, store->index + c * SIM_LANES);
    }
}

/* Whether lanes may begin to run behind the instruction that did not before it. */
static bool lets_lanes_in(const struct sim_cf *cf)
{
    return cf->flow == HW_FLOW_POP || cf->flow == HW_FLOW_ELSE || cf->flow == HW_FLOW_LOOP ||
           cf->flow == HW_FLOW_LOOP_END;
}

/* Indexed registers may be read at any time. */
static void keep_indexed(const struct sim_program *p, struct sim_flow *flow)
{
    if (sim_flow_indexed(p))
        for (uint32_t v = 0; v < 4u * p->mode.gprs; v++) {
            flow->kept[v] = true;
            flow->wanted[v] = p->cf_count;
        }
}

bool sim_flow_indexed(const struct sim_program *p)
{
    for (uint32_t i = 0; i < p->op_count; i++) {
        const struct sim_alu_op *op = &p->ops[i];
        if (op->dst_relative || op->src[0].relative || op->src[1].relative || op->src[2].relative)
            return true;
    }
    return false;
}

bool sim_find_kept(const struct sim_program *p, struct sim_flow *flow)
{
    struct run run = {p, flow, 0, calloc(p->vector_count, sizeof(bool))};
    if (!run.written)
        return false;
    for (uint32_t i = 0; i < p->cf_count; i++) {
        const struct sim_cf *cf = &p->cf[i];
        run.index = i;
        if (flow->at[i].target)
            memset(run.written, 0, p->vector_count * sizeof(bool));
        if (cf->items == SIM_ITEMS_OPS)
            for (uint32_t k = 0; k < cf->count; k++)
                look_at_op(&run, &p->ops[cf->first + k]);
        else if (cf->items == SIM_ITEMS_STORE)
            look_at_store(&run, &p->stores[cf->first]);
        else
            for (uint32_t k = 0; k < cf->count; k++)
                look_at_fetch(&run, &p->fetches[cf->first + k]);
        if (lets_lanes_in(cf))
            memset(run.written, 0, p->vector_count * sizeof(bool));
    }
    free(run.written);
    keep_indexed(p, flow);
    return true;
}

uint32_t sim_first_behind(const struct sim_program *p, uint32_t index)
{
    uint32_t first = index;
    for (uint32_t i = p->cf_count; i-- > first;)
        if (sim_cf_jumps(&p->cf[i]) && p->cf[i].target < first)
            first = p->cf[i].target;
    return first;
}
