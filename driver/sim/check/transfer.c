/* SPDX-License-Identifier: MIT */
/* transfer.c: what each operation makes of tags and of undefined bits, by its traits.
 *
 * Tags: an address plus or minus a number, and a part of it taken by shifts or masks, belong to the
 * same object, as does the one that is selected. What else is made of an address is mixed, and so
 * is what comes of two. Undefined bits: those of memcheck, as docs/checking.md says. */
#include <assert.h>
#include <string.h>

#include "driver/sim/check/transfer.h"
#include "driver/sim/decode/traits.h"

/* The tag of a sum. One of two pointers that is 0 is a choice made with masks. */
static uint16_t join(uint16_t a, uint16_t b, uint32_t x, uint32_t y)
{
    if (!a || !b || a == b)
        return a == b ? (a ? CHECK_MIXED : 0) : a | b;
    return !x ? b : !y ? a : CHECK_MIXED;
}

/* A lane's sources; `moved`: what the operation itself makes of some of this. */
struct lane {
    uint16_t tag[3];
    uint32_t undefined[3], value[3], moved;
};

static uint16_t tag_of(const struct lane *l, enum sim_address how)
{
    const uint16_t *tag = l->tag;
    switch (how) {
    case SIM_ADDRESS_SUM:
    case SIM_ADDRESS_MASK:
        return join(tag[0], tag[1], l->value[0], l->value[1]);
    case SIM_ADDRESS_INSERT:
        return tag[0] ? CHECK_MIXED
                      : join(tag[1], tag[2], l->value[0] & l->value[1], ~l->value[0] & l->value[2]);
    case SIM_ADDRESS_FIRST:
        return tag[1] | tag[2] ? CHECK_MIXED : tag[0];
    case SIM_ADDRESS_THIRD:
        return tag[0] | tag[1] ? CHECK_MIXED : tag[2];
    case SIM_ADDRESS_SELECT:
        return l->moved ? tag[1] : tag[2];
    case SIM_ADDRESS_TEST:
        return CHECK_NUMBER;
    default:
        return tag[0] | tag[1] | tag[2] ? CHECK_MIXED : CHECK_NUMBER;
    }
}

static uint32_t bits_of(const struct lane *l, enum sim_bits how)
{
    const uint32_t *u = l->undefined, *v = l->value;
    const uint32_t any = u[0] | u[1] | u[2], all = any ? ~0u : 0;
    switch (how) {
    case SIM_BITS_MOVED:
        return u[1] | u[2] ? ~0u : l->moved;
    case SIM_BITS_CARRY: /* from the lowest undefined bit on */
        return any | (0u - any);
    case SIM_BITS_AND: /* a 0 that is known decides */
        return (u[0] | u[1]) & (u[0] | v[0]) & (u[1] | v[1]);
    case SIM_BITS_OR:
        return (u[0] | u[1]) & (u[0] | ~v[0]) & (u[1] | ~v[1]);
    case SIM_BITS_XOR:
        return u[0] | u[1];
    case SIM_BITS_SELECT:
        return u[0] ? ~0u : l->moved;
    case SIM_BITS_INSERT:
        return u[0] | (v[0] & u[1]) | (~v[0] & u[2]);
    case SIM_BITS_EQUAL: /* known bits that differ decide */
        return (v[0] ^ v[1]) & ~(u[0] | u[1]) ? 0 : all;
    case SIM_BITS_LOW_HALF: /* the other one is not looked at */
        return u[0] & 0xffffu ? ~0u : 0;
    default:
        return all;
    }
}

static void transfer_tags(const struct sim_alu_op *op, const uint32_t *const src[3],
                          const struct check_vector from[3], uint16_t *tags)
{
    static const sim_vector none;
    const enum sim_address how = sim_op_address(op);
    sim_vector second, chosen;
    memset(second, ~0, sizeof(second));
    if (how == SIM_ADDRESS_SELECT)
        op->fn(chosen, src[0], second, none, SIM_LANES);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const struct lane lane = {.tag = {from[0].tags[i], from[1].tags[i], from[2].tags[i]},
                                  .value = {src[0][i], src[1][i], src[2][i]},
                                  .moved = how == SIM_ADDRESS_SELECT ? chosen[i] : 0};
        tags[i] = tag_of(&lane, how);
    }
}

/* The operation itself says where it moves bits, or which source's it takes. */
static void move_bits(const struct sim_alu_op *op, enum sim_bits how, const uint32_t *const src[3],
                      const struct check_vector from[3], uint32_t *moved)
{
    if (how == SIM_BITS_MOVED)
        op->fn(moved, from[0].undefined, src[1], src[2], SIM_LANES);
    else if (how == SIM_BITS_SELECT)
        op->fn(moved, src[0], from[1].undefined, from[2].undefined, SIM_LANES);
    else
        memset(moved, 0, sizeof(sim_vector));
}

static void transfer_bits(const struct sim_alu_op *op, const uint32_t *const src[3],
                          const struct check_vector from[3], struct check_vector result)
{
    const enum sim_bits own = sim_op_traits(op).bits;
    const enum sim_bits how = op->finish && own != SIM_BITS_LOW_HALF ? SIM_BITS_ALL : own;
    sim_vector moved;
    move_bits(op, how, src, from, moved);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const struct lane lane = {
            .undefined = {from[0].undefined[i], from[1].undefined[i], from[2].undefined[i]},
            .value = {src[0][i], src[1][i], src[2][i]},
            .moved = moved[i]};
        result.undefined[i] = bits_of(&lane, how);
        result.origins[i] = lane.undefined[0]   ? from[0].origins[i]
                            : lane.undefined[1] ? from[1].origins[i]
                                                : from[2].origins[i];
    }
}

void check_transfer(const struct sim_alu_op *op, const uint32_t *const src[3],
                    const struct check_vector from[3], unsigned any, struct check_vector result)
{
    assert((op->map < 0) == !op->fn);
    if (any & CHECK_HAS_TAGS)
        transfer_tags(op, src, from, result.tags);
    else
        memset(result.tags, 0, SIM_LANES * sizeof(*result.tags));
    if (any & CHECK_HAS_UNDEFINED)
        transfer_bits(op, src, from, result);
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
