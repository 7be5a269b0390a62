/* SPDX-License-Identifier: MIT */
/* traits.c: tables of what is known of operations. */
#include "driver/sim/decode/traits.h"

#include <assert.h>

#include "driver/base/count.h"

const struct sim_traits sim_traits[HW_ALU_OP_COUNT] = {
#define SIM_ACTS(name, act) [HW_ALU_OP_##name] = {.action = SIM_ACTION_##act},
#define SIM_TRAITS(name, lanes, from, undefined)                                                   \
    [HW_ALU_OP_##name] = {.affine = SIM_AFFINE_##lanes,                                            \
                          .address = SIM_ADDRESS_##from,                                           \
                          .bits = SIM_BITS_##undefined},
#include "driver/sim/decode/traits.def"
};

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
    assert(lds_op < COUNT(lds_ops));
    return lds_ops[lds_op].supported;
}

bool sim_lds_returns_two(unsigned lds_op)
{
    return lds_ops[lds_op].pair && hw_lds_find(lds_op)->returns;
}
