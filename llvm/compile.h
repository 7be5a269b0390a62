/* SPDX-License-Identifier: MIT */
/* compile.h: from a program's source to its binary. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "driver/compiler.h"
#include "driver/compiler/options.h"
#include "llvm/ir/il_reader.h"
#include "llvm/ir/variables.h"

struct compiler_settings;
struct frontend;
struct guard;
struct hw_chip;
struct pass_state;

/* The wanted outcome of a compile. */
enum compile_stop {
    COMPILE_BINARY, /* everything */
    COMPILE_IR,     /* the IR that the code generator would get, printed to `out` */
};

struct compile_job {
    enum compiler_action action;
    const char *name; /* of the source, for diagnostics */
    const char *source;
    size_t source_size;
    const struct ir_variable_reader *variables; /* NULL: this compiler has none */
    const struct il_reader *il;          /* that has translated the source; NULL: it is OpenCL C */
    const struct compiler_input *inputs; /* headers, or what is linked */
    uint32_t input_count;
    char *const *options; /* words of the action's options */
    size_t option_count;
    enum compile_stop stop;
    FILE *out; /* for COMPILE_IR */
    FILE *log;
    const struct compiler_settings *settings;
    const struct guard *guard;  /* that the compiler has, or NULL */
    const char *const *folders; /* that programs may include files from; NULL: any */
    size_t folder_count;
    char **outside; /* protocol_reply.outside, malloc'ed; NULL: not wanted */
};

/* The list that the job's options are of. */
enum option_list compile_options(const struct compile_job *job);

/* Has a reader (NULL: this compiler has none) translate the job's source from SPIR-V; *bitcode is
 * then malloc'ed, and the source. */
enum compiler_status compile_translate(struct compile_job *job, const struct il_reader *il,
                                       const char *translator, confine_fn *confine, void **bitcode);

/* The guard of a program with these settings, among those that there are (NULL: none): NULL where
 * it needs none. False with a line in the log when it needs one. */
bool compile_guard(const struct compiler_settings *settings, const struct guard *own,
                   const struct guard **guard, FILE *log);

/* Compiles with the builtins that `frontend` opened, which are used up. *binary is the caller's to
 * destroy, NULL unless the result is COMPILER_OK and the job was to make one. */
enum compiler_status compile_program(struct frontend *frontend, const struct compile_job *job,
                                     struct rootle_binary **binary);

/* Steps of it, for run_pass.c too. */
struct rootle_binary *compile_new_binary(const struct hw_chip *chip, uint32_t image_access);
void compile_print_module(LLVMModuleRef module, FILE *out);
/* -1 when the IR is broken, which is an error of our own and said in the log. */
int compile_verify_module(struct pass_state *state, const char *after);
