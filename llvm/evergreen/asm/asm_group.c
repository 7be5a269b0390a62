/* SPDX-License-Identifier: MIT */
/* asm_group.c: reading ALU groups. */
#include "llvm/evergreen/asm/asm_group.h"

#include "driver/hw/isa.h"

unsigned asm_source_count(const struct asm_slot *slot)
{
    return hw_alu_is_op3(slot->word1) ? 3 : 2;
}

static bool is_lds(const struct asm_slot *slot)
{
    return slot->op == HW_ALU_OP_LDS_IDX_OP;
}

struct asm_source asm_source_at(const struct asm_slot *slot, unsigned index)
{
    uint32_t w0 = slot->word0, w1 = slot->word1;
    bool op3 = hw_alu_is_op3(w1),
         modifiers = !is_lds(slot); /* LDS has offset bits in their place */
    switch (index) {
    case 0:
        return (struct asm_source){
            HW_GET(w0, ALU_WORD0, SRC0_SEL), HW_GET(w0, ALU_WORD0, SRC0_CHAN),
            HW_GET(w0, ALU_WORD0, SRC0_REL), modifiers && HW_GET(w0, ALU_WORD0, SRC0_NEG),
            !op3 && HW_GET(w1, ALU_OP2_WORD1, SRC0_ABS)};
    case 1:
        return (struct asm_source){
            HW_GET(w0, ALU_WORD0, SRC1_SEL), HW_GET(w0, ALU_WORD0, SRC1_CHAN),
            HW_GET(w0, ALU_WORD0, SRC1_REL), modifiers && HW_GET(w0, ALU_WORD0, SRC1_NEG),
            !op3 && HW_GET(w1, ALU_OP2_WORD1, SRC1_ABS)};
    default:
        return (struct asm_source){HW_GET(w1, ALU_OP3_WORD1, SRC2_SEL),
                                   HW_GET(w1, ALU_OP3_WORD1, SRC2_CHAN),
                                   HW_GET(w1, ALU_OP3_WORD1, SRC2_REL),
                                   modifiers && HW_GET(w1, ALU_OP3_WORD1, SRC2_NEG), false};
    }
}

unsigned asm_dst_chan(const struct asm_slot *slot)
{
    return is_lds(slot) ? 0 : HW_GET(slot->word1, ALU_OP2_WORD1, DST_CHAN);
}

int asm_choose_slot(int op, unsigned chan, unsigned taken, enum hw_vliw vliw)
{
    unsigned slots = hw_alu_slots(op < 0 ? HW_ALU_OP_MOV : op, vliw);
    if (slots == HW_SLOTS_T)
        return taken & 1u << ASM_SLOT_T ? -1 : ASM_SLOT_T;
    if (!(taken & 1u << chan))
        return (int)chan;
    return slots == HW_SLOTS_VT && !(taken & 1u << ASM_SLOT_T) ? ASM_SLOT_T : -1;
}

static void read_literals(struct asm_group *group, const uint32_t *words, size_t slots)
{
    unsigned highest = 0;
    for (unsigned i = 0; i < group->count; i++)
        for (unsigned s = 0; s < asm_source_count(&group->slots[i]); s++) {
            struct asm_source source = asm_source_at(&group->slots[i], s);
            if (source.sel == HW_SRC_LITERAL && source.chan + 1 > highest)
                highest = source.chan + 1;
        }
    group->literal_slots = (highest + 1) / 2;
    if (group->size + group->literal_slots > slots) {
        group->fault = "literals beyond the end of the clause";
        group->literal_slots = (unsigned)(slots - group->size);
    }
    for (unsigned i = 0; i < 2 * group->literal_slots; i++)
        group->literals[i] = words[2 * group->size + i];
    group->size += group->literal_slots;
}

void asm_group_read(struct asm_group *group, const uint32_t *words, size_t slots, enum hw_vliw vliw)
{
    unsigned taken = 0;
    bool last = false;
    *group = (struct asm_group){0};
    while (!last && group->count < ASM_SLOTS && group->size < slots) {
        struct asm_slot *slot = &group->slots[group->count++];
        slot->word0 = words[2 * group->size];
        slot->word1 = words[2 * group->size + 1];
        bool op3 = hw_alu_is_op3(slot->word1);
        slot->op = hw_alu_find(op3, op3 ? HW_GET(slot->word1, ALU_OP3_WORD1, ALU_INST)
                                        : HW_GET(slot->word1, ALU_OP2_WORD1, ALU_INST));
        int chosen = asm_choose_slot(slot->op, asm_dst_chan(slot), taken, vliw);
        const char *fault = chosen < 0        ? "two instructions for one slot"
                            : taken >> chosen ? "slots out of order"
                                              : NULL;
        if (!group->fault)
            group->fault = fault;
        slot->slot = chosen < 0 ? ASM_SLOT_T : (unsigned)chosen;
        taken |= 1u << slot->slot;
        last = HW_GET(slot->word0, ALU_WORD0, LAST);
        group->size++;
    }
    if (!last && !group->fault)
        group->fault = "a group without an end";
    read_literals(group, words, slots);
}
