/* SPDX-License-Identifier: MIT */
/* passes.h: the passes between Clang and the code generator, those of passes.def, and what they
 * share. */
#ifndef ROOTLE_PASSES_H
#define ROOTLE_PASSES_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdio.h>

#include "driver/abi/binary.h"

struct hw_chip;

struct pass_state {
    LLVMModuleRef module;
    LLVMContextRef context;
    const struct hw_chip *chip;
    bool noopt;
    FILE *log; /* the build log: errors end the build and are said here */
    struct rootle_binary
        *binary; /* passes fill what they decide: arguments, samplers, rodata, LDS */
};

/* Returns 0, or -1 with at least one line in the log. */
typedef int pass_function(struct pass_state *state);

#define IR_PASS(name, after, optional, help) pass_function pass_##name;
#include "llvm/passes/passes.def"
#undef IR_PASS

/* Whether pass_declare_double found doubles. */
bool pass_uses_double(LLVMModuleRef module);

/* A part of optimise (run_loops.c), for a kernel; `data` is the state. */
int pass_run_loops(LLVMValueRef kernel, void *data);

/* A part of structurise (linearise.c), likewise. */
int pass_linearise(LLVMValueRef kernel, void *data);

/* A part of legalise_memory (copy_loops.c): operations on blocks of more bytes than this are gone
 * from the function. */
enum { COPY_LOOP_BYTES = 512 };
int pass_copy_loops(struct pass_state *state, LLVMValueRef function);

/* Says an error of the user's program, with file, line and kernel where they are known. `at` is an
 * instruction or a function. Returns -1, for a caller to pass on. */
int pass_error(struct pass_state *state, LLVMValueRef at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Runs passes of LLVM's own, in its notation. */
int pass_run_llvm(struct pass_state *state, const char *pipeline);

/* The binary's kernel of that name, added if it is not there yet. NULL when memory is short (and
 * said). */
struct rootle_kernel *pass_kernel(struct pass_state *state, const char *name);
/* Adds an argument at the end. NULL when memory is short. */
struct rootle_arg *pass_kernel_add_arg(struct pass_state *state, struct rootle_kernel *kernel);

#endif
