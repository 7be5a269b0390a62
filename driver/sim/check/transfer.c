/* SPDX-License-Identifier: MIT */
/* transfer.c: what each operation makes of tags and of undefined bits.
 *
 * Tags: an address plus or minus a number, and a part of it taken by shifts or masks, belong to the
 * same object, as does the one that is selected. What else is made of an address is mixed, and so
 * is what comes of two. Undefined bits: those of memcheck, as docs/checking.md says. */
#include <string.h>

#include "driver/sim/check/transfer.h"

/* How tags go on. */
enum { TAGS_MIX, TAGS_JOIN, TAGS_FIRST, TAGS_THIRD, TAGS_SELECT, TAGS_DROP };
/* How undefined bits do. */
enum {
    BITS_ALL,
    BITS_COPY,
    BITS_CARRY,
    BITS_AND,
    BITS_OR,
    BITS_XOR,
    BITS_SHIFT,
    BITS_SELECT,
    BITS_EXTRACT,
    BITS_INSERT,
    BITS_EQUAL,
    BITS_LOW_HALF
};

struct rule {
    uint8_t tags, bits;
};

/* The rules of operations. Operations without a row mix all tags and bits. */
static const struct rule rules[HW_ALU_OP_COUNT] = {
    [HW_ALU_OP_MOV] = {TAGS_FIRST, BITS_COPY},
    [HW_ALU_OP_MOVA_INT] = {TAGS_FIRST, BITS_COPY},
    [HW_ALU_OP_ADD_INT] = {TAGS_JOIN, BITS_CARRY},
    [HW_ALU_OP_SUB_INT] = {TAGS_JOIN, BITS_CARRY},
    [HW_ALU_OP_MULLO_INT] = {TAGS_MIX, BITS_CARRY},
    [HW_ALU_OP_MULLO_UINT] = {TAGS_MIX, BITS_CARRY},
    [HW_ALU_OP_MULADD_UINT24] = {TAGS_THIRD, BITS_CARRY},
    [HW_ALU_OP_AND_INT] = {TAGS_JOIN, BITS_AND},
    [HW_ALU_OP_OR_INT] = {TAGS_JOIN, BITS_OR},
    [HW_ALU_OP_XOR_INT] = {TAGS_MIX, BITS_XOR},
    [HW_ALU_OP_NOT_INT] = {TAGS_MIX, BITS_XOR},
    [HW_ALU_OP_LSHL_INT] = {TAGS_FIRST, BITS_SHIFT},
    [HW_ALU_OP_LSHR_INT] = {TAGS_FIRST, BITS_SHIFT},
    [HW_ALU_OP_ASHR_INT] = {TAGS_FIRST, BITS_SHIFT},
    [HW_ALU_OP_BFE_UINT] = {TAGS_FIRST, BITS_EXTRACT},
    [HW_ALU_OP_BFE_INT] = {TAGS_FIRST, BITS_EXTRACT},
    [HW_ALU_OP_BFI_INT] = {TAGS_JOIN, BITS_INSERT},
    [HW_ALU_OP_CNDE] = {TAGS_SELECT, BITS_SELECT},
    [HW_ALU_OP_CNDGT] = {TAGS_SELECT, BITS_SELECT},
    [HW_ALU_OP_CNDGE] = {TAGS_SELECT, BITS_SELECT},
    [HW_ALU_OP_CNDE_INT] = {TAGS_SELECT, BITS_SELECT},
    [HW_ALU_OP_CNDGT_INT] = {TAGS_SELECT, BITS_SELECT},
    [HW_ALU_OP_CNDGE_INT] = {TAGS_SELECT, BITS_SELECT},
    [HW_ALU_OP_FLT16_TO_FLT32] = {TAGS_MIX, BITS_LOW_HALF},
    [HW_ALU_OP_SETE_INT] = {TAGS_DROP, BITS_EQUAL},
    [HW_ALU_OP_SETNE_INT] = {TAGS_DROP, BITS_EQUAL},
    [HW_ALU_OP_SETE] = {TAGS_DROP, BITS_ALL},
    [HW_ALU_OP_SETNE] = {TAGS_DROP, BITS_ALL},
    [HW_ALU_OP_SETGT] = {TAGS_DROP, BITS_ALL},
    [HW_ALU_OP_SETGE] = {TAGS_DROP, BITS_ALL},
    [HW_ALU_OP_SETE_DX10] = {TAGS_DROP, BITS_ALL},
    [HW_ALU_OP_SETNE_DX10] = {TAGS_DROP, BITS_ALL},
    [HW_ALU_OP_SETGT_DX10] = {TAGS_DROP, BITS_ALL},
    [HW_ALU_OP_SETGE_DX10] = {TAGS_DROP, BITS_ALL},
    [HW_ALU_OP_SETGT_INT] = {TAGS_DROP, BITS_ALL},
    [HW_ALU_OP_SETGE_INT] = {TAGS_DROP, BITS_ALL},
    [HW_ALU_OP_SETGT_UINT] = {TAGS_DROP, BITS_ALL},
    [HW_ALU_OP_SETGE_UINT] = {TAGS_DROP, BITS_ALL},
};

/* The tag of a sum. One of two pointers that is 0 is a choice made with masks. */
static uint16_t join(uint16_t a, uint16_t b, uint32_t x, uint32_t y)
{
    if (!a || !b || a == b)
        return a == b ? (a ? CHECK_MIXED : 0) : a | b;
    return !x ? b : !y ? a : CHECK_MIXED;
}

/* Whether a CND operation takes its second source. */
static bool takes_second(int map, uint32_t x)
{
    float value;
    memcpy(&value, &x, sizeof(value));
    switch (map) {
    case HW_ALU_OP_CNDE:
        return value == 0.0f;
    case HW_ALU_OP_CNDGT:
        return value > 0.0f;
    case HW_ALU_OP_CNDGE:
        return value >= 0.0f;
    case HW_ALU_OP_CNDE_INT:
        return x == 0;
    case HW_ALU_OP_CNDGT_INT:
        return (int32_t)x > 0;
    default:
        return (int32_t)x >= 0;
    }
}

struct lane {
    uint16_t tag[3];
    uint32_t undefined[3], value[3];
};

static uint16_t tag_of(const struct lane *l, int map, unsigned how)
{
    const uint16_t mixed = l->tag[0] | l->tag[1] | l->tag[2] ? CHECK_MIXED : CHECK_NUMBER;
    switch (how) {
    case TAGS_JOIN:
        if (map == HW_ALU_OP_BFI_INT)
            return l->tag[0] ? CHECK_MIXED
                             : join(l->tag[1], l->tag[2], l->value[0] & l->value[1],
                                    ~l->value[0] & l->value[2]);
        if (map == HW_ALU_OP_SUB_INT && l->tag[1])
            return CHECK_MIXED;
        return join(l->tag[0], l->tag[1], l->value[0], l->value[1]);
    case TAGS_FIRST:
        return l->tag[1] | l->tag[2] ? CHECK_MIXED : l->tag[0];
    case TAGS_THIRD:
        return l->tag[0] | l->tag[1] ? CHECK_MIXED : l->tag[2];
    case TAGS_SELECT:
        return takes_second(map, l->value[0]) ? l->tag[1] : l->tag[2];
    case TAGS_DROP:
        return CHECK_NUMBER;
    default:
        return mixed;
    }
}

/* From the lowest undefined bit on. */
static uint32_t carried(uint32_t undefined)
{
    return undefined | (0u - undefined);
}

static uint32_t shifted(int map, uint32_t bits, uint32_t by)
{
    if (map == HW_ALU_OP_ASHR_INT)
        return (uint32_t)((int32_t)bits >> (by > 31 ? 31 : by));
    if (by > 31)
        return 0;
    return map == HW_ALU_OP_LSHL_INT ? bits << by : bits >> by;
}

static uint32_t extracted(int map, uint32_t bits, uint32_t from, uint32_t width)
{
    from &= 31u, width &= 31u;
    if (!width)
        return 0;
    const unsigned last = from + width < 32 ? from + width - 1 : 31; /* where the sign comes from */
    const uint32_t part = bits >> from & HW_MASK(width);
    const bool sign = map == HW_ALU_OP_BFE_INT && (bits >> last & 1u);
    return sign ? part | ~HW_MASK(last - from + 1) : part;
}

static uint32_t bits_of(const struct lane *l, int map, unsigned how)
{
    const uint32_t *u = l->undefined, *v = l->value;
    const uint32_t any = u[0] | u[1] | u[2], all = any ? ~0u : 0;
    switch (how) {
    case BITS_COPY:
        return u[0];
    case BITS_CARRY:
        return carried(any);
    case BITS_AND: /* a 0 that is known decides */
        return (u[0] | u[1]) & (u[0] | v[0]) & (u[1] | v[1]);
    case BITS_OR:
        return (u[0] | u[1]) & (u[0] | ~v[0]) & (u[1] | ~v[1]);
    case BITS_XOR:
        return u[0] | u[1];
    case BITS_SHIFT:
        return u[1] ? ~0u : shifted(map, u[0], v[1]);
    case BITS_SELECT:
        if (u[0])
            return v[1] == v[2] && !any ? 0 : ~0u;
        return takes_second(map, v[0]) ? u[1] : u[2];
    case BITS_EXTRACT:
        return u[1] | u[2] ? ~0u : extracted(map, u[0], v[1], v[2]);
    case BITS_INSERT:
        return u[0] | (v[0] & u[1]) | (~v[0] & u[2]);
    case BITS_EQUAL: /* known bits that differ decide */
        return (v[0] ^ v[1]) & ~(u[0] | u[1]) ? 0 : all;
    case BITS_LOW_HALF: /* the other one is not looked at */
        return u[0] & 0xffffu ? ~0u : 0;
    default:
        return all;
    }
}

static void transfer_tags(const struct sim_alu_op *op, struct rule rule,
                          const uint32_t *const src[3], const struct check_vector from[3],
                          uint16_t *tags)
{
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const struct lane lane = {.tag = {from[0].tags[i], from[1].tags[i], from[2].tags[i]},
                                  .value = {src[0][i], src[1][i], src[2][i]}};
        tags[i] = tag_of(&lane, op->map, rule.tags);
    }
}

static void transfer_bits(const struct sim_alu_op *op, struct rule rule,
                          const uint32_t *const src[3], const struct check_vector from[3],
                          struct check_vector result)
{
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const struct lane lane = {
            .undefined = {from[0].undefined[i], from[1].undefined[i], from[2].undefined[i]},
            .value = {src[0][i], src[1][i], src[2][i]}};
        result.undefined[i] = bits_of(&lane, op->map, rule.bits);
        result.origins[i] = lane.undefined[0]   ? from[0].origins[i]
                            : lane.undefined[1] ? from[1].origins[i]
                                                : from[2].origins[i];
    }
}

void check_transfer(const struct sim_alu_op *op, const uint32_t *const src[3],
                    const struct check_vector from[3], unsigned any, struct check_vector result)
{
    struct rule rule = op->map < 0 ? (struct rule){TAGS_MIX, BITS_ALL} : rules[op->map];
    if (op->finish || op->src[0].mods || op->src[1].mods || op->src[2].mods)
        rule.tags = TAGS_MIX;
    if (op->finish && rule.bits != BITS_LOW_HALF)
        rule.bits = BITS_ALL;
    if (any & CHECK_HAS_TAGS)
        transfer_tags(op, rule, src, from, result.tags);
    else
        memset(result.tags, 0, SIM_LANES * sizeof(*result.tags));
    if (any & CHECK_HAS_UNDEFINED)
        transfer_bits(op, rule, src, from, result);
    else
        memset(result.undefined, 0, sizeof(sim_vector));
    check_summarise(result, ~0ull);
}

void check_any_undefined(struct check_vector to, struct check_vector from)
{
    if (!(*from.flags & CHECK_HAS_UNDEFINED))
        return;
    if (!*to.flags) {
        memset(to.tags, 0, SIM_LANES * sizeof(*to.tags));
        memset(to.undefined, 0, sizeof(sim_vector));
    }
    for (unsigned i = 0; i < SIM_LANES; i++)
        if (from.undefined[i]) {
            to.undefined[i] = ~0u;
            to.origins[i] = from.origins[i];
        }
    check_summarise(to, ~0ull);
}
