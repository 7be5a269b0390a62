/* SPDX-License-Identifier: MIT */
/* decode_double.c: makes one operation of the two or four units that carry out one of double
 * precision.
 *
 * Units x and y, or z and w, read the high and the low words of the sources and write the low and
 * the high word of the result; multiplications take all four units, of which w reads the low words.
 * Results go to the group's temporaries first: copies behind the group take the masks into account.
 */
#include "driver/sim/decode/decode_alu.h"
#include "driver/sim/lanes/double.h"

enum { PAIR = 2, QUAD = 4, MAX_SOURCES = 3 };

static bool check_units(struct sim_clause *c, const struct sim_instr *first, unsigned units)
{
    for (unsigned i = 1; i < units; i++) {
        const struct sim_instr *other = sim_clause_unit(c, first->slot + i);
        if (!other || other->op != first->op)
            return sim_decode_fail(c->d, first->word, "%s must fill units %s", first->info->name,
                                   units == QUAD ? "x, y, z and w" : "x and y, or z and w");
        if (i < units - 1 && !sim_same_sources(first, other))
            return sim_decode_fail(c->d, first->word, "%s: units x, y and z must read the same",
                                   first->info->name);
    }
    if (HW_GET(first->w1, ALU_OP2_WORD1, CLAMP) ||
        (!first->info->op3 && HW_GET(first->w1, ALU_OP2_WORD1, OMOD)))
        return sim_decode_fail(c->d, first->word, "%s: output modifiers are not supported",
                               first->info->name);
    return true;
}

/* Whether low and high words lie in vectors side by side, which can be read where they are. */
static bool is_pair(const struct sim_src *low, const struct sim_src *high)
{
    return low->space == high->space && high->offset == low->offset + SIM_LANES &&
           low->space == SIM_SPACE_WAVE && !low->mods && !high->mods && !low->relative &&
           !high->relative && !low->special && !high->special;
}

static bool gather_source(struct sim_clause *c, const struct sim_instr *low,
                          const struct sim_instr *high, unsigned index, struct sim_src *src)
{
    if (is_pair(&low->src[index], &high->src[index])) {
        *src = low->src[index];
        return true;
    }
    const uint32_t place = sim_clause_vector(c, SIM_VECTOR_DOUBLE + index * PAIR);
    struct sim_src plain = low->src[index];
    plain.mods = 0; /* signs belong to the high word */
    *src = sim_place_source(place);
    return sim_emit_step(c, low, HW_ALU_OP_MOV, place, plain) &&
           sim_emit_step(c, high, HW_ALU_OP_MOV, place + SIM_LANES, high->src[index]);
}

bool sim_emit_double(struct sim_clause *c, unsigned index)
{
    struct sim_instr *first = &c->instrs[index];
    const unsigned units = first->slots == HW_SLOTS_V4 ? QUAD : PAIR;
    struct sim_src src[MAX_SOURCES] = {0};
    first->out = sim_result_place(c, first->slot);
    const struct sim_instr *head = sim_clause_unit(c, first->slot - first->slot % units);
    if (head != first)
        return (head && head->op == first->op) ||
               sim_decode_fail(c->d, first->word, "%s begins in unit x%s", first->info->name,
                               units == QUAD ? "" : " or z");
    if (!check_units(c, first, units))
        return false;
    const struct sim_instr *low = sim_clause_unit(c, first->slot + units - 1);
    for (unsigned i = 0; i < first->info->nsrc; i++)
        if (!gather_source(c, low, first, i, &src[i]))
            return false;
    if (!sim_emit_action(c, first, sim_double_find(first->op), SIM_ACTION_DOUBLE, src))
        return false;
    for (unsigned i = PAIR; i < units; i++)
        if (!sim_emit_step(c, first, HW_ALU_OP_MOV, sim_result_place(c, first->slot + i),
                           sim_place_source(sim_result_place(c, first->slot + i % PAIR))))
            return false;
    return true;
}
