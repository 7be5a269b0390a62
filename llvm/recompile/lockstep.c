/* SPDX-License-Identifier: MIT */
/* lockstep.c: see lockstep.h. */
#include "llvm/recompile/lockstep.h"

#include <stdlib.h>
#include <string.h>

/* Makes the instruction that says so a clause of one barrier. */
static void wait_at(struct sim_program *program, struct sim_cf *cf)
{
    const uint32_t number = program->op_count + cf->first;
    struct sim_alu_op *op = &program->ops[number];
    *op = (struct sim_alu_op){.action = SIM_ACTION_BARRIER,
                              .flags = SIM_OP_ACTION,
                              .dst = SIM_NO_DST,
                              .lds_result = {SIM_NO_DST, SIM_NO_DST},
                              .op = HW_ALU_OP_GROUP_BARRIER,
                              .map = -1,
                              .word = program->stores[cf->first].word};
    cf->items = SIM_ITEMS_OPS;
    cf->first = number;
    cf->may_skip = false;
}

bool lockstep_wait(struct sim_program *program)
{
    const size_t count = (size_t)program->op_count + program->store_count;
    if (!program->lockstep)
        return true;
    struct sim_alu_op *ops = realloc(program->ops, count * sizeof(*ops));
    if (!ops)
        return false;
    memset(&ops[program->op_count], 0, program->store_count * sizeof(*ops));
    program->ops = ops;
    for (uint32_t i = 0; i < program->cf_count; i++) {
        struct sim_cf *cf = &program->cf[i];
        if (cf->items == SIM_ITEMS_STORE && sim_store_is_lockstep(&program->stores[cf->first]))
            wait_at(program, cf);
    }
    program->op_count = (uint32_t)count;
    program->barriers = true;
    return true;
}

bool lockstep_waits_at(const struct sim_program *program, uint32_t number)
{
    return program->lockstep && number >= program->op_count - program->store_count;
}
