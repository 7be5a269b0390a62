/* SPDX-License-Identifier: MIT */
/* table.h: the table of passes over LLVM IR (passes.def), to look up by name or number. */
#pragma once

#include "llvm/passes/passes.h"

enum ir_pass {
#define IR_PASS(name, after, optional, help) IR_PASS_##name,
#define IR_PART(name, of, help)              IR_PASS_##name,
#include "llvm/passes/passes.def"
#undef IR_PASS
#undef IR_PART
    IR_PASS_COUNT
};

struct ir_pass_info {
    const char *name;
    pass_function *run; /* NULL: part of another pass */
    const char *after;  /* names of passes that must have run, between blanks */
    bool optional;
    const char *help;
};

/* Passes of all targets; some of one alone are in a table of its own (llvm/target.h). */
extern const struct ir_pass_info ir_passes[IR_PASS_COUNT];

/* The pass of that name in a table, or NULL. */
const struct ir_pass_info *ir_find_pass(const struct ir_pass_info *passes, size_t count,
                                        const char *name);
/* Prints a table: a line each, with the name first. */
void ir_list_passes(const struct ir_pass_info *passes, size_t count, FILE *out);
