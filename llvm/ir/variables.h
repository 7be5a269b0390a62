/* SPDX-License-Identifier: MIT */
/* variables.h: what LLVM's debug information says of variables, where the compiler has who reads
 * it, and what a code generator then knows of where they are. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { IR_VARIABLE_VALUES = 4 };

/* A variable is this from some point of the program on. */
struct ir_variable_record {
    const void *variable;   /* of the source; NULL: a loop's iteration begins, or what follows it */
    const void *inlined_at; /* the call that its function was inlined for; NULL: none */
    uint32_t turn, line;    /* of the assignment: as of `turn_of`; in the source; 0: not known */
    uint32_t last, leaves;  /* without a variable: turns of what follows, and comes before, end */
    bool is_address, by_stores; /* where the variable lies; as optimised stores leave it */
    uint32_t fragment_start, fragment_bits; /* the part of it that is meant; 0 bits: all */
    uint32_t value_count, same; /* 0: nobody knows. Records of one `same` have one value */
    LLVMValueRef values[IR_VARIABLE_VALUES];
    const uint64_t *expression; /* DWARF's operations on the values; lives as long as the module */
    uint32_t expression_length;
};
typedef void ir_variable_visit(void *data, const struct ir_variable_record *record);

/* A dword of a value, or less. */
enum ir_word_kind { IR_WORD_LITERAL, IR_WORD_INPUT, IR_WORD_SLOT };
struct ir_word {
    uint8_t kind;   /* enum ir_word_kind */
    uint8_t bits;   /* of it that count */
    uint32_t value; /* a number; the dword of constant buffer 0; a slot that a value is kept in */
};

/* A variable is this at some instructions. */
struct ir_place {
    const struct ir_variable_record *record; /* its values are in `words` instead */
    const struct ir_word *words;             /* of all values, one behind the other */
    uint32_t counts[IR_VARIABLE_VALUES];     /* of words of each */
};

/* Words of the code from `from` up to `to`. */
struct ir_place_range {
    uint32_t from, to;
    uint32_t place;  /* number of it; or */
    const char *why; /* not NULL: nobody knows, and why not */
};

struct ir_placed_variable {
    const void *variable, *inlined_at;
    uint32_t fragment_start, fragment_bits;
    struct ir_place_range *ranges;
    uint32_t range_count;
};

/* Where a value is taken from a register: before a word (the first of a block) or behind it. */
struct ir_capture {
    bool before;
    uint32_t word, slot, gpr, channel;
};

struct ir_places {
    uint32_t words;         /* of the code, 64 bits each */
    uint32_t *points;       /* by word: rising as in the LLVM IR */
    uint8_t *moved;         /* by word: it does not stand where its line does */
    const void **locations; /* by word: LLVM's location; NULL: none */
    uint32_t
        *order; /* by word: when it runs in its block; equal in a group; 0: it is no instruction */
    uint32_t *block; /* by word */
    struct ir_place *places;
    uint32_t place_count;
    struct ir_placed_variable *variables;
    uint32_t variable_count;
    struct ir_capture *captures;
    uint32_t capture_count;
};

struct ir_variable_reader {
    /* Notes which assignment is which, before variables become values, or all stay in memory. */
    void (*mark_assignments)(LLVMModuleRef module, bool keeps);
    /* Behind that: has the elements of vectors shown by themselves, as far as they are values. No
     * instruction changes. */
    void (*split_vectors)(LLVMModuleRef module);
    /* Looks on at LLVM's passes, and sees to records; the code is the same. */
    const struct shim_pass_watch *watch;
    /* Before kernels of the module are read. */
    void (*begin)(LLVMModuleRef module);
    /* When a location's code comes in its function, as it was written: a number that rises; 0: it
     * is not known. A loop's increment comes behind its body. */
    uint32_t (*turn_of)(const void *location);
    /* Calls `visit` for what becomes of variables in front of an instruction. */
    void (*read)(LLVMValueRef instruction, ir_variable_visit *visit, void *data);
    /* Prints places with all that is known of their variables, types and scopes, as
     * docs/debugging.md has them. */
    void (*print)(LLVMValueRef kernel, const struct ir_places *places, FILE *out);
    const void *generator; /* what goes with it in the target's code generator */
};
