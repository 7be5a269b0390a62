/* SPDX-License-Identifier: MIT */
/* preschedule_group.c: checks what fits into a group before registers are allocated: slots,
 * literals and reads of the constant cache. Read ports are not known yet. */
#include "llvm/evergreen/sched/preschedule.h"

#include <assert.h>

enum { VECTOR_SLOTS = 4, CONSTANTS = 2, LDS_CHANNEL = 0 };

static bool add_number(uint32_t *numbers, uint32_t *count, uint32_t most, uint32_t number)
{
    uint32_t n = 0;
    while (n < *count && numbers[n] != number)
        n++;
    if (n == most)
        return false;
    numbers[n] = number;
    *count += n == *count;
    return true;
}

static bool add_sources(struct preschedule_group *group, const struct mir_inst *inst)
{
    for (uint32_t i = 0; i < inst->src_count; i++) {
        const struct mir_operand *operand = &inst->src[i];
        if (operand->kind == MIR_LITERAL && !mir_inline_constant(operand->value) &&
            !add_number(group->literals, &group->literal_count, EVG_LITERALS, operand->value))
            return false;
        if (operand->kind == MIR_KCACHE &&
            !add_number(group->constants, &group->constant_count, CONSTANTS, operand->value / 2))
            return false;
        group->special |= operand->kind == MIR_SPECIAL;
    }
    return true;
}

static bool is_empty(const struct preschedule_group *group)
{
    return !group->channels && !group->anywhere && !group->trans;
}

/* The channel that the result must have, or MIR_ANY_CHANNEL. */
static uint8_t channel_of(const struct mir_function *f, const struct mir_inst *inst)
{
    if (inst->kind == MIR_LDS)
        return LDS_CHANNEL;
    if (inst->kind == MIR_ARRAY_STORE)
        return MIR_ARRAY_CHANNEL;
    assert(inst->dst_count > 0 && inst->dst[0]);
    return f->vregs[inst->dst[0]].channel;
}

static enum hw_alu_slots slots_of(const struct mir_function *f, const struct mir_inst *inst)
{
    if (inst->kind == MIR_DOT)
        return HW_SLOTS_V4;
    return inst->kind == MIR_LDS ? HW_SLOTS_V : mir_slots(f, inst);
}

void preschedule_find_slots(const struct mir_function *f, struct preschedule_node *node)
{
    if (preschedule_is_clause(node->inst))
        return;
    const enum hw_alu_slots slots = slots_of(f, node->inst);
    const uint8_t channel = channel_of(f, node->inst);
    const bool single = slots == HW_SLOTS_V || slots == HW_SLOTS_VT;
    if (channel != MIR_ANY_CHANNEL || !single)
        node->slots = (uint8_t)hw_alu_slot_mask(slots, channel == MIR_ANY_CHANNEL ? 0 : channel);
    node->may_be_fifth = slots == HW_SLOTS_VT;
}

bool preschedule_group_has_slots(const struct preschedule_group *group,
                                 const struct preschedule_node *node)
{
    const unsigned taken = group->channels | (unsigned)group->trans << VECTOR_SLOTS;
    return !(node->slots & taken) || (node->may_be_fifth && !group->trans);
}

/* Takes all slots in `mask`, if the group's other operations have room in the rest. */
static bool add_slots(struct preschedule_group *group, unsigned mask)
{
    unsigned left = VECTOR_SLOTS - (unsigned)__builtin_popcount(group->channels | mask);
    bool free = !(group->channels & mask) && group->anywhere <= left;
    group->channels |= (uint8_t)mask;
    return free;
}

static bool add_slot(const struct mir_function *f, struct preschedule_group *group,
                     const struct mir_inst *inst)
{
    enum hw_alu_slots slots = slots_of(f, inst);
    uint8_t channel = channel_of(f, inst);
    if (slots == HW_SLOTS_V4 || hw_alu_is_shared(slots))
        return add_slots(group, hw_alu_slot_mask(slots, channel == MIR_ANY_CHANNEL ? 0 : channel));
    unsigned used = (unsigned)__builtin_popcount(group->channels) + group->anywhere;
    bool fits = slots != HW_SLOTS_T && used < VECTOR_SLOTS;
    if (fits && channel == MIR_ANY_CHANNEL) {
        group->anywhere++;
        return true;
    }
    if (fits && !(group->channels >> channel & 1)) {
        group->channels |= (uint8_t)(1 << channel);
        return true;
    }
    if (group->trans || (slots != HW_SLOTS_T && slots != HW_SLOTS_VT))
        return false;
    group->trans = true;
    return true;
}

bool preschedule_group_join(const struct mir_function *f, struct preschedule_group *group,
                            const struct mir_inst *inst)
{
    struct preschedule_group joined = *group;
    if (!add_sources(&joined, inst) || !add_slot(f, &joined, inst))
        return false;
    /* A group reads sources that identify the wavefront, and the like, alone. */
    if (joined.special && !is_empty(group))
        return false;
    *group = joined;
    return true;
}
