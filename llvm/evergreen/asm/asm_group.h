/* SPDX-License-Identifier: MIT */
/* asm_group.h: one ALU instruction group taken apart: which slot each instruction issues in, its
 * literals. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/hw/isa.h"

enum { ASM_SLOTS = 5, ASM_SLOT_T = 4, ASM_LITERALS = 4 };

struct asm_slot {
    uint32_t word0, word1;
    int op;        /* enum hw_alu_op, or -1 for a number that is none */
    unsigned slot; /* 0 to 4: x y z w t */
};

struct asm_source {
    unsigned sel, chan;
    bool rel, neg, abs;
};

struct asm_group {
    struct asm_slot slots[ASM_SLOTS];
    unsigned count;
    uint32_t literals[ASM_LITERALS];
    unsigned literal_slots; /* 64-bit slots of literals behind the instructions: 0 to 2 */
    unsigned size;          /* 64-bit slots in all */
    const char *fault;      /* NULL, or what is wrong; the group is filled as far as it goes */
};

/* Reads the group at `words`, of which at most `slots` 64-bit slots belong to the clause. */
void asm_group_read(struct asm_group *group, const uint32_t *words, size_t slots,
                    enum hw_vliw vliw);
/* The slot in which an instruction issues; `taken` has a bit for each slot taken before it. -1 when
 * none is left for it. */
int asm_choose_slot(int op, unsigned chan, unsigned taken, enum hw_vliw vliw);
/* How many source fields the encoding has: 2 or 3; and field `index` of them. */
unsigned asm_source_count(const struct asm_slot *slot);
struct asm_source asm_source_at(const struct asm_slot *slot, unsigned index);
unsigned asm_dst_chan(const struct asm_slot *slot);
