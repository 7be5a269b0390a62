/* SPDX-License-Identifier: MIT */
/* target.h: what the compiler asks of a family of chips. Each family that is carried has one table
 * of this type, and a row of targets.def; front end, passes and all else that is common name no
 * family. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "llvm/frontend/frontend.h"
#include "llvm/passes/table.h"

struct compiler_settings;
struct hw_chip;

/* The text between machine code: called with each 64-bit word that an instruction begins at. */
struct target_notes {
    void (*note)(void *data, size_t word, FILE *out);
    void *data;
};

/* Slots are never NULL unless they say so. */
struct target {
    const char *name; /* for people */
    /* Its built-ins, and what Clang is told of it. */
    struct frontend_target frontend;

    /* Passes over LLVM IR, from Clang's to what `compile` takes, in order. Where the built-ins are
     * linked, &target_link_builtins stands among them. */
    const struct ir_pass_info *const *order;
    size_t order_count;
    /* The passes that no other target has: they are not in passes.def. NULL: none. */
    const struct ir_pass_info *passes;
    size_t pass_count;
    /* Why a function that no library has cannot be there; NULL: every such function is a mistake of
     * the program's. */
    pass_refusal *refuse;

    /* Fills a kernel with the code of a function that its passes are through with. -1 with what
     * cannot be carried in the state's log. */
    int (*compile)(struct pass_state *state, const struct compiler_settings *settings,
                   LLVMValueRef function, struct rootle_kernel *kernel);

    /* A line on what of the chip a kernel takes. */
    void (*describe)(const struct rootle_kernel *kernel, FILE *out);
    /* Prints a kernel's machine code. -1 when it is damaged, which is said in the text. */
    int (*disassemble)(const struct rootle_kernel *kernel, const struct target_notes *notes,
                       FILE *out);
    /* Likewise, of code without a kernel, as it lies in memory. NULL: such code cannot be read. */
    int (*disassemble_code)(const uint32_t *code, size_t dwords, const struct target_notes *notes,
                            FILE *out);
    /* A line of a kernel's instruction and resource counts. */
    void (*count)(const struct rootle_kernel *kernel, FILE *out);

    /* Prints the passes behind those over LLVM IR: a headline, and a line each. */
    void (*list_passes)(FILE *out);
    /* Runs some of these over a text, as evg_run_text does. NULL: their code has no text. */
    int (*run_text)(const char *passes, const char *path, const char *text, FILE *out, FILE *log);
};

/* Stands for the linking of built-ins in the order of passes. */
extern const struct ir_pass_info target_link_builtins;

/* The target of a chip. NULL when this compiler was built without it, which is said in `log`. */
const struct target *target_of(const struct hw_chip *chip, FILE *log);
/* All targets that are built in, by number; NULL behind the last. */
const struct target *target_at(size_t number);
