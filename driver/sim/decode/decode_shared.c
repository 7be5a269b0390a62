/* SPDX-License-Identifier: MIT */
/* decode_shared.c: instructions that three or four units of cayman carry out together
 * (docs/hardware.md). The operation is done once; what it gives is PV of all its units, and goes to
 * the registers of those that write. */

#include "driver/sim/decode/decode_alu.h"

bool sim_same_sources(const struct sim_instr *a, const struct sim_instr *b)
{
    for (unsigned i = 0; i < a->info->nsrc; i++)
        if (a->src[i].offset != b->src[i].offset || a->src[i].space != b->src[i].space ||
            a->src[i].mods != b->src[i].mods || a->src[i].relative != b->src[i].relative ||
            a->src[i].special != b->src[i].special)
            return false;
    return true;
}

/* Whether two units do the same, but for where the result goes. */
static bool does_the_same(const struct sim_instr *a, const struct sim_instr *b)
{
    const uint32_t modifiers = HW_SET(ALU_OP2_WORD1, OMOD, ~0u) | HW_SET(ALU_OP2_WORD1, CLAMP, 1);
    return sim_same_sources(a, b) && (a->w1 & modifiers) == (b->w1 & modifiers);
}

static bool check_units(struct sim_clause *c, const struct sim_instr *instr)
{
    const unsigned wanted = hw_alu_slot_mask(instr->slots, instr->slot);
    unsigned found = 0;
    for (unsigned i = 0; i < c->count; i++) {
        const struct sim_instr *other = &c->instrs[i];
        if (other->op != instr->op)
            continue;
        found |= 1u << other->slot;
        if (!does_the_same(instr, other))
            return sim_decode_fail(c->d, other->word, "%s: its units must read and do the same",
                                   instr->info->name);
        if (other->writes && HW_GET(other->w1, ALU_OP2_WORD1, DST_REL))
            return sim_decode_fail(c->d, other->word, "%s with a relative destination",
                                   instr->info->name);
    }
    return (found & wanted) == wanted ||
           sim_decode_fail(c->d, instr->word, "%s must fill units x, y%s", instr->info->name,
                           wanted == 0xf ? ", z and w" : " and z");
}

bool sim_group_check_shared(struct sim_clause *c)
{
    for (unsigned i = 0; i < c->count; i++)
        if (hw_alu_is_shared(c->instrs[i].slots) && !check_units(c, &c->instrs[i]))
            return false;
    return true;
}

/* The unit whose register gets the result directly: the only one that writes, or the first. */
static unsigned leader_of(const struct sim_clause *c, unsigned first)
{
    unsigned leader = first, writers = 0;
    for (unsigned i = 0; i < c->count; i++)
        if (c->instrs[i].op == c->instrs[first].op && c->instrs[i].writes) {
            leader = i;
            writers++;
        }
    return writers == 1 ? leader : first;
}

bool sim_emit_shared(struct sim_clause *c, unsigned index)
{
    const int op = c->instrs[index].op;
    for (unsigned i = 0; i < index; i++)
        if (c->instrs[i].op == op)
            return true;
    const unsigned leader = leader_of(c, index);
    if (!sim_emit_map(c, leader))
        return false;
    for (unsigned i = 0; i < c->count; i++)
        if (c->instrs[i].op == op)
            c->instrs[i].out = c->instrs[leader].out;
    return true;
}
