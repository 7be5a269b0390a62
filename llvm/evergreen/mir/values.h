/* SPDX-License-Identifier: MIT */
/* values.h: what is known of the source's variables in machine IR, for debuggers. It lies beside
 * the code and changes nothing of it: machine instructions are the same with and without.
 *
 * A point is a place in the LLVM IR: every machine instruction has that of the one it was selected
 * for. A variable is, from one point on, what was shown of it there: values, each of them words.
 * The words name virtual registers in SSA form; each instruction that defines one keeps its number
 * when registers are renamed. */
#pragma once

#include "llvm/evergreen/mir/mir.h"

enum { MIR_SHOWN_VALUES = 4, MIR_UNKNOWN = 0 };

/* In the place of what an instruction defines: it stores to private memory. */
#define MIR_KEPT_STORE UINT32_MAX

struct mir_word {
    struct mir_operand operand;
    uint8_t bits; /* of it that count */
};

/* A variable is this from a point on. */
struct mir_shown {
    uint32_t variable;
    const void *record; /* llvm/ir/variables.h; NULL: nobody knows, and `why` */
    uint8_t repeated;   /* whether its block, or its part of it, has the same assignment again */
    const char *why;
    struct mir_word *words;
    uint32_t counts[MIR_SHOWN_VALUES]; /* of words of each value */
};

struct mir_change {
    uint32_t point, shown;
    uint32_t turn; /* of the assignment (llvm/ir/variables.h); 0: not known, or it is what holds
                      where a block begins */
};

/* A variable, or the part of it that is shown by itself. */
struct mir_variable {
    const void *variable, *inlined_at;
    uint32_t fragment_start, fragment_bits;
    struct mir_change *changes; /* by rising point: what holds from there up to the next */
    uint32_t change_count;
    size_t change_room;
};

struct mir_values {
    struct arena *arena;
    const void *reader;
    const void **locations; /* by point, from 1 on */
    uint8_t *moved;         /* by point: it does not stand where the source has it */
    uint32_t *line_begin;   /* by point: the first of those just before it of the same line */
    uint32_t *block_begin, *block_end, *part_begin, *part_end, *joined; /* by point: parts.c */
    uint32_t point_count;
    size_t point_room;
    struct mir_shown *shown; /* from 1 on; MIR_UNKNOWN: it has no value yet */
    uint32_t shown_count;
    size_t shown_room;
    struct mir_variable *variables;
    uint32_t variable_count;
    size_t variable_room;
};

/* A value that a register has where a block begins: that of a phi. */
struct mir_carrier {
    const struct mir_block *block;
    uint32_t value, vreg; /* vreg 0: it is in no register any more */
};

/* A block, which may be NULL, runs ahead of the branch to it: no line begins there. */
void mir_values_hoist(struct mir_function *f, const struct mir_block *block);
/* In SSA form: an operand stands for each register from now on; MIR_NONE: itself. */
void mir_values_replace(struct mir_function *f, const struct mir_operand *replacement);
/* Where SSA form ends: instructions keep the numbers of what they define. */
void mir_values_keep(struct mir_function *f);
/* Notes that a phi's value comes in a register. */
void mir_values_carry(struct mir_function *f, const struct mir_block *block, uint32_t value,
                      uint32_t vreg);
/* Notes the block that each instruction is in. */
void mir_values_settle(struct mir_function *f);
