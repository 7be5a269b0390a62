/* SPDX-License-Identifier: MIT */
/* constrain.c: gives operands the places that their instructions demand. Sources that must share a
 * GPR are copied into a tuple of fresh registers; coalesce.c removes most of these copies. Results
 * of a fetch become a tuple without copies. */
#include "llvm/evergreen/mir/passes.h"

#include <assert.h>

struct constrain {
    struct mir_function *f;
    struct mir_block *block;
    struct mir_inst *inst;
};

static void copy_source(struct constrain *c, uint32_t index, uint32_t tuple, uint8_t channel)
{
    uint32_t v = mir_new_vreg(c->f);
    c->f->vregs[v].tuple = tuple;
    c->f->vregs[v].channel = channel;
    mir_insert_copy(c->f, c->block, c->inst, v, c->inst->src[index]);
    c->inst->src[index] = mir_vreg_operand(v);
}

/* Sources first .. first + count - 1 become channels x, y, z, w of one GPR. Where the instruction
 * can select a constant (`may_be_zero`), zeros stay what they are. */
static void make_source_tuple(struct constrain *c, uint32_t first, uint32_t count, bool may_be_zero)
{
    uint32_t tuple = mir_new_tuple(c->f);
    for (uint32_t i = 0; i < count; i++) {
        struct mir_operand *operand = &c->inst->src[first + i];
        if (operand->kind == MIR_NONE || (may_be_zero && mir_is_literal(operand, 0)))
            continue;
        copy_source(c, first + i, tuple, (uint8_t)i);
    }
}

/* Gives a result a fresh register, and copies it, if another instruction has pinned its register
 * already. */
static void free_result(struct constrain *c, unsigned index)
{
    uint32_t v = c->inst->dst[index];
    const struct mir_vreg *vreg = &c->f->vregs[v];
    if (!vreg->tuple && vreg->channel == MIR_ANY_CHANNEL && vreg->pinned == MIR_NO_GPR)
        return;
    c->inst->dst[index] = mir_new_vreg(c->f);
    mir_insert_copy(c->f, c->block, c->inst->next, v, mir_vreg_operand(c->inst->dst[index]));
}

/* Result i of a fetch lies in channel i; where there is only one result, it may lie anywhere. */
static void make_result_tuple(struct constrain *c)
{
    uint32_t wanted = 0, tuple = 0;
    for (unsigned i = 0; i < c->inst->dst_count; i++)
        wanted += c->inst->dst[i] != 0;
    if (wanted < 2)
        return;
    tuple = mir_new_tuple(c->f);
    for (unsigned i = 0; i < c->inst->dst_count; i++)
        if (c->inst->dst[i]) {
            free_result(c, i);
            c->f->vregs[c->inst->dst[i]].tuple = tuple;
            c->f->vregs[c->inst->dst[i]].channel = (uint8_t)i;
        }
}

static void need_register(struct constrain *c, uint32_t index)
{
    if (c->inst->src[index].kind != MIR_VREG)
        copy_source(c, index, MIR_NO_TUPLE, MIR_ANY_CHANNEL);
}

/* A group reads at most two constants of the constant cache. */
static void limit_constants(struct constrain *c)
{
    uint32_t distinct[3], count = 0;
    for (uint32_t i = 0; i < c->inst->src_count; i++) {
        const struct mir_operand *operand = &c->inst->src[i];
        bool seen = operand->kind != MIR_KCACHE;
        for (uint32_t k = 0; k < count; k++)
            seen |= distinct[k] == operand->value;
        if (seen)
            continue;
        if (count < 2)
            distinct[count++] = operand->value;
        else
            copy_source(c, i, MIR_NO_TUPLE, MIR_ANY_CHANNEL);
    }
}

static void constrain_rat(struct constrain *c)
{
    assert(c->inst->src_count > MIR_RAT_INDEX);
    uint32_t index_count = c->inst->src_count - MIR_RAT_INDEX;
    make_source_tuple(c, 0, MIR_RAT_INDEX, false);
    make_source_tuple(c, MIR_RAT_INDEX, index_count, false);
}

/* The two words of a double are read at the same time, so they must lie in two channels. As the
 * words of a result lie in channels of one GPR, sources do too. A group has room for two constants.
 */
static void constrain_double(struct constrain *c)
{
    unsigned constants = 0;
    assert(c->inst->src_count % 2 == 0); /* pairs of words */
    for (uint32_t i = 0; i < c->inst->src_count; i += 2) {
        const struct mir_operand *low = &c->inst->src[i], *high = low + 1;
        bool constant = low->kind == MIR_LITERAL &&
                        (high->kind == MIR_LITERAL || high->kind == MIR_VREG) && constants < 2;
        constants += constant;
        if (!constant)
            make_source_tuple(c, i, 2, false);
    }
    make_result_tuple(c);
    for (unsigned i = 0; i < c->inst->dst_count; i++)
        if (c->inst->dst[i])
            c->f->vregs[c->inst->dst[i]].channel = (uint8_t)i;
}

enum { CHANNELS = 4, PORTS = 3 /* registers of a channel that a group can read */ };

/* A group can read three registers of a channel. So all sources of a dot product get a channel
 * here, but for the last few, which fit whatever channel they are given. */
static void constrain_dot(struct constrain *c)
{
    uint32_t in_channel[CHANNELS] = {0}, free_count = 0, most = 0, last = 0;
    assert(c->inst->src_count == MIR_DOT_SOURCES);
    struct mir_operand *src = c->inst->src;
    for (uint32_t i = 0; i < MIR_DOT_SOURCES; i++) {
        bool seen = src[i].kind != MIR_VREG;
        for (uint32_t k = 0; k < i && !seen; k++)
            seen = src[k].kind == MIR_VREG && src[k].value == src[i].value;
        uint8_t channel = seen ? 0 : c->f->vregs[src[i].value].channel;
        if (!seen && channel != MIR_ANY_CHANNEL && in_channel[channel] == PORTS) {
            copy_source(c, i, MIR_NO_TUPLE, MIR_ANY_CHANNEL);
            channel = MIR_ANY_CHANNEL;
        }
        free_count += !seen && channel == MIR_ANY_CHANNEL;
        if (!seen && channel != MIR_ANY_CHANNEL && ++in_channel[channel] > most)
            most = in_channel[channel];
    }
    for (uint32_t i = 0; i < MIR_DOT_SOURCES && most + free_count > PORTS; i++) {
        struct mir_vreg *vreg = src[i].kind == MIR_VREG ? &c->f->vregs[src[i].value] : NULL;
        if (!vreg || vreg->channel != MIR_ANY_CHANNEL)
            continue;
        for (uint32_t k = 1; k < CHANNELS; k++)
            last =
                in_channel[(last + k) % CHANNELS] < in_channel[last] ? (last + k) % CHANNELS : last;
        vreg->channel = (uint8_t)last;
        free_count--;
        if (++in_channel[last] > most)
            most = in_channel[last];
    }
}

static void constrain_inst(struct constrain *c)
{
    switch (c->inst->kind) {
    case MIR_ALU:
    case MIR_LDS:
        limit_constants(c);
        break;
    case MIR_DOUBLE:
        constrain_double(c);
        break;
    case MIR_DOT:
        constrain_dot(c);
        break;
    case MIR_VTX:
        need_register(c, 0);
        make_result_tuple(c);
        break;
    case MIR_TEX:
        for (uint32_t i = 0; i < mir_fetch_count(c->inst); i++)
            make_source_tuple(c, i * MIR_COORDINATES, MIR_COORDINATES, true);
        make_result_tuple(c);
        break;
    case MIR_RAT:
        constrain_rat(c);
        break;
    case MIR_SCRATCH_STORE:
        make_source_tuple(c, 1, 1, false);
        if (!mir_is_literal(&c->inst->src[0], 0))
            make_source_tuple(c, 0, 1, false);
        break;
    case MIR_SCRATCH_LOAD:
        if (!mir_is_literal(&c->inst->src[0], 0))
            need_register(c, 0);
        break;
    default:
        break;
    }
}

void mir_constrain(struct mir_function *f)
{
    struct constrain c = {.f = f};
    assert(!f->ssa);
    for (uint32_t b = 0; b < f->block_count; b++) {
        c.block = f->blocks[b];
        for (c.inst = c.block->first; c.inst; c.inst = c.inst->next)
            constrain_inst(&c);
    }
}
