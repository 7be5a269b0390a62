/* SPDX-License-Identifier: MIT */
/* r500.h: from LLVM IR of an image program to a kernel's code on R500.
 *
 * The input is one kernel, whose only effect is one call of
 *
 *   void __rootle_write_pixel(<4 x float> value, <2 x i32> coord, i32 image)
 *
 * for each of one to four images, at its end, with (get_global_id(0), get_global_id(1)) as place.
 * Control flow is structured as llvm/r500/select/flow.h says, everything is inlined, arguments are
 * loads of constant addresses in address space 7, and the calls that are left are those of
 * llvm/r500/builtins/builtins.h and image.cl and LLVM's of floats. What is not so is an error that
 * names the line and the reason. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* By the names of fir/passes.def. */
enum r500_pass {
#define FIR_PASS(name, takes, leaves, optional, help) R500_PASS_##name,
#define FIR_PART(name, place, help)                   R500_PASS_##name,
#include "llvm/r500/fir/passes.def"
#undef FIR_PASS
#undef FIR_PART
    R500_PASS_COUNT
};

/* The passes that may be left out, as a bit mask. */
enum {
    R500_OPTIONAL_PASSES = 0
#define FIR_PASS(name, takes, leaves, optional, help) | (optional) << R500_PASS_##name
#define FIR_PART(name, place, help)                   | 1 << R500_PASS_##name
#include "llvm/r500/fir/passes.def"
#undef FIR_PASS
#undef FIR_PART
};

struct r500_options {
    uint32_t without;   /* bit mask of optional passes to skip */
    bool verify;        /* check fragment IR after each pass */
    FILE *dump;         /* not NULL: print fragment IR after each pass */
    unsigned tex_group; /* look-ups that may wait for their results at once; 0: 8 */
    /* The kernel's constant samplers (ABI_SAMPLER_*), whose slots are behind those of arguments. */
    const uint32_t *samplers;
    uint32_t sampler_count, sampler_arguments;
};

struct r500_program {
    void *code; /* malloc'ed: driver/abi/r500/image_program.h */
    uint32_t bytes;
    void *lines; /* malloc'ed: driver/abi/lines.h; NULL when none is known */
    uint32_t line_bytes;
    uint32_t registers;
};

/* A comma list of optional passes as a bit mask. -1, with `error` filled, when one is not among
 * them. */
int r500_parse_passes(const char *list, uint32_t *passes, char *error, size_t error_size);
/* Prints the table: a line each, with the name first. */
void r500_list_passes(FILE *out);

/* Compiles one kernel. Returns 0, or -1 with `error` filled. */
int r500_compile(LLVMValueRef kernel, const struct r500_options *options,
                 struct r500_program *program, char *error, size_t error_size);
