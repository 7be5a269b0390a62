/* SPDX-License-Identifier: MIT */
/* actions.c: which ALU operations change masks or indices, or make a wavefront wait for others. */
#include "driver/sim/decode/actions.h"

static const uint8_t actions[HW_ALU_OP_COUNT] = {
    [HW_ALU_OP_PRED_SETE] = SIM_ACTION_PREDICATE,
    [HW_ALU_OP_PRED_SETGT] = SIM_ACTION_PREDICATE,
    [HW_ALU_OP_PRED_SETGE] = SIM_ACTION_PREDICATE,
    [HW_ALU_OP_PRED_SETNE] = SIM_ACTION_PREDICATE,
    [HW_ALU_OP_PRED_SETE_INT] = SIM_ACTION_PREDICATE,
    [HW_ALU_OP_PRED_SETGT_INT] = SIM_ACTION_PREDICATE,
    [HW_ALU_OP_PRED_SETGE_INT] = SIM_ACTION_PREDICATE,
    [HW_ALU_OP_PRED_SETNE_INT] = SIM_ACTION_PREDICATE,
    [HW_ALU_OP_PRED_SETGT_UINT] = SIM_ACTION_PREDICATE,
    [HW_ALU_OP_PRED_SETGE_UINT] = SIM_ACTION_PREDICATE,
    [HW_ALU_OP_GROUP_BARRIER] = SIM_ACTION_BARRIER,
    [HW_ALU_OP_SET_CF_IDX0] = SIM_ACTION_CF_INDEX,
    [HW_ALU_OP_SET_CF_IDX1] = SIM_ACTION_CF_INDEX,
    [HW_ALU_OP_LDS_IDX_OP] = SIM_ACTION_LDS,
};

enum sim_action sim_action_of(int op)
{
    return (enum sim_action)actions[op];
}

/* An operation on two dwords puts a result into queue A and one into queue B; all others put one
 * into queue A, or none. */
enum { DWORD, BYTE, SHORT, PAIR_REL, PAIR };

static const struct {
    bool supported, pair;
} lds_ops[64] = {
#define LDS_OP(name, update, shape, sign) [HW_LDS_##name] = {true, (shape) >= PAIR_REL},
#include "driver/sim/decode/lds_ops.def"
#undef LDS_OP
};

bool sim_lds_supported(unsigned lds_op)
{
    return lds_ops[lds_op].supported;
}

bool sim_lds_returns_two(unsigned lds_op)
{
    return lds_ops[lds_op].pair && hw_lds_find(lds_op)->returns;
}
