/* SPDX-License-Identifier: MIT */
/* lds_ops.h: computes the new value of a dword, or of a part of one, for operations of local
 * memory. Everything is inline, for the interpreter and for recompiled programs: see
 * lanes/sample.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/hw/isa.h"

/* New value of a dword from the old one and the operands. */
typedef uint32_t (*sim_lds_fn)(uint32_t old, uint32_t a, uint32_t b);

#define UPDATE(name, expression)                                                                   \
    static inline uint32_t sim_lds_##name(uint32_t old, uint32_t a, uint32_t b)                    \
    {                                                                                              \
        (void)old, (void)a, (void)b;                                                               \
        return (expression);                                                                       \
    }
UPDATE(add, old + a)
UPDATE(sub, old - a)
UPDATE(rsub, a - old)
UPDATE(inc, old >= a ? 0 : old + 1)
UPDATE(dec, !old || old > a ? a : old - 1)
UPDATE(min_int, (int32_t)old < (int32_t)a ? old : a)
UPDATE(max_int, (int32_t)old > (int32_t)a ? old : a)
UPDATE(min_uint, old < a ? old : a)
UPDATE(max_uint, old > a ? old : a)
UPDATE(and, old &a)
UPDATE(or, old | a)
UPDATE(xor, old ^ a)
UPDATE(mskor, (old & ~a) | b)
UPDATE(write, a)
UPDATE(compare, old == a ? b : old)
UPDATE(read, old)
#undef UPDATE

enum sim_lds_shape {
    SIM_LDS_DWORD, /* one dword at the address */
    SIM_LDS_BYTE,
    SIM_LDS_SHORT,    /* part of one */
    SIM_LDS_PAIR_REL, /* two dwords, the second `offset` dwords behind */
    SIM_LDS_PAIR,     /* two addresses */
};

struct sim_lds_how {
    sim_lds_fn update;
    uint8_t shape;
    bool sign;
};

static const struct sim_lds_how sim_lds_table[64] = {
#define LDS_OP(name, update, shape, sign)                                                          \
    [HW_LDS_##name] = {sim_lds_##update, SIM_LDS_##shape, sign},
#include "driver/sim/decode/lds_ops.def"
#undef LDS_OP
};

/* Acts on a dword or a part of one and gives the old value. */
static inline uint32_t sim_lds_act(uint32_t *lds, const struct sim_lds_how *how, uint32_t address,
                                   uint32_t a, uint32_t b)
{
    uint32_t *dword = &lds[address / 4];
    const uint32_t old = *dword;
    if (how->shape == SIM_LDS_DWORD || how->shape == SIM_LDS_PAIR ||
        how->shape == SIM_LDS_PAIR_REL) {
        *dword = how->update(old, a, b);
        return old;
    }
    const unsigned bits = how->shape == SIM_LDS_BYTE ? 8 : 16, shift = address % 4 * 8;
    const uint32_t mask = HW_MASK(bits), part = old >> shift & mask;
    *dword = (old & ~(mask << shift)) | (how->update(part, a, b) & mask) << shift;
    return how->sign ? (uint32_t)((int32_t)(part << (32 - bits)) >> (32 - bits)) : part;
}
