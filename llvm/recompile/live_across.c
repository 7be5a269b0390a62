/* SPDX-License-Identifier: MIT */
/* live_across.c: see live_across.h. A run of instructions is one in which no lane begins to run,
 * and that nobody jumps into: what all lanes wrote in it is nobody's from before. */
#include "llvm/recompile/live_across.h"

#include <stdlib.h>
#include <string.h>

#include "driver/sim/decode/operands.h"

struct run {
    const struct sim_program *program;
    struct flow *flow; /* `live_across` is filled */
    bool *written;     /* since the run began, by all lanes that run now */
};

static void begin_run(struct run *r)
{
    memset(r->written, 0, r->program->vector_count * sizeof(bool));
}

static void look_at(struct run *r, const struct sim_cf *cf, uint32_t item)
{
    const struct sim_operands reads = sim_item_reads(r->program, cf, item),
                              writes = sim_item_writes(r->program, cf, item);
    if (cf->items == SIM_ITEMS_OPS && r->program->ops[item].action == SIM_ACTION_BARRIER)
        begin_run(r); /* a barrier saves only vectors that are live across it */
    SIM_FOR_OPERANDS(from, reads)
        if (!r->written[from->vector])
            r->flow->live_across[from->vector] = true;
    SIM_FOR_OPERANDS(to, writes)
        r->written[to->vector] = true;
}

/* Whether lanes may begin to run behind the instruction that did not before it. */
static bool lets_lanes_in(const struct sim_cf *cf)
{
    return cf->flow == HW_FLOW_POP || cf->flow == HW_FLOW_ELSE || cf->flow == HW_FLOW_LOOP ||
           cf->flow == HW_FLOW_LOOP_END;
}

/* Indexed registers may be read at any time. */
static void keep_indexed(const struct sim_program *p, struct flow *flow)
{
    if (flow_indexed(p))
        for (uint32_t v = 0; v < 4u * p->mode.gprs; v++)
            flow->live_across[v] = true;
}

bool flow_indexed(const struct sim_program *p)
{
    for (uint32_t i = 0; i < p->op_count; i++)
        if (sim_op_indexed(&p->ops[i]))
            return true;
    return false;
}

bool find_live_across(const struct sim_program *p, struct flow *flow)
{
    struct run run = {p, flow, calloc(p->vector_count, sizeof(bool))};
    if (!run.written)
        return false;
    for (uint32_t i = 0; i < p->cf_count; i++) {
        const struct sim_cf *cf = &p->cf[i];
        if (flow->at[i].target)
            begin_run(&run);
        for (uint32_t k = cf->first; k < cf->first + cf->count; k++)
            look_at(&run, cf, k);
        if (lets_lanes_in(cf))
            begin_run(&run);
    }
    free(run.written);
    keep_indexed(p, flow);
    return true;
}
