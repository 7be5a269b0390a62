/* SPDX-License-Identifier: MIT */
/* passes.h: the passes between Clang and the code generator, those of passes.def, and what they
 * share. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdio.h>

#include "driver/abi/binary.h"

struct guard;
struct hw_chip;
struct ir_variable_reader;

/* Why a target has no function of that name in the source; NULL: it does not know the function. */
typedef const char *pass_refusal(const char *name, size_t length);

struct pass_state {
    LLVMModuleRef module;
    LLVMContextRef context;
    const struct hw_chip *chip;
    pass_refusal *refuse; /* NULL: no function is refused with a reason */
    bool noopt;
    const struct guard *guard; /* of a guarded program, which tells more, and lets gaps between its
                                  variables; NULL: it is none */
    const struct ir_variable_reader *variables; /* NULL: nobody wants to know where variables are */
    const struct shim_pass_watch *watch;        /* of LLVM's passes; NULL: nobody looks on */
    FILE *log; /* the build log: errors end the build and are said here */
    struct rootle_binary
        *binary; /* passes fill what they decide: arguments, samplers, rodata, LDS */
};

/* Returns 0, or -1 with at least one line in the log. */
typedef int pass_function(struct pass_state *state);

/* A part of a pass, for a kernel; `data` is the state. */
typedef int pass_part(LLVMValueRef kernel, void *data);

#define IR_PASS(name, after, optional, help) pass_function pass_##name;
#define IR_PART(name, of, help)              pass_part pass_##name;
#include "llvm/passes/passes.def"
#undef IR_PASS
#undef IR_PART

/* Whether pass_declare_double found doubles. */
bool pass_uses_double(LLVMModuleRef module);

/* Behind copy_loops no operation on a block has more bytes. */
enum { COPY_LOOP_BYTES = 512 };

/* Says an error of the user's program, with file, line and kernel where they are known. `at` is an
 * instruction or a function. Returns -1, for a caller to pass on. */
int pass_error(struct pass_state *state, LLVMValueRef at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* How many bytes behind a variable are nobody's: some in a guarded program. */
static inline uint32_t pass_gap(const struct pass_state *state, uint64_t size)
{
    const uint32_t most = 256;
    return !state->guard ? 0 : size < most ? ((uint32_t)size + 15) / 16 * 16 : most;
}
/* Puts an index outside of any buffer in the place of one that would wrap around
 * (hold_indices.c). */
void pass_hold_index(struct pass_state *state, LLVMValueRef gep);
/* Whether a constant that wraps around by itself, times a size, has a part in an index. */
bool pass_has_large_constant(LLVMValueRef index, uint64_t size);
/* Loads of a component load no others: of volatile vectors, and in guarded programs
 * (narrow_loads.c). */
void pass_narrow_first(struct pass_state *state, LLVMValueRef function);
/* A declared function does nothing that LLVM can see, and its calls are not left out. */
void pass_only_hidden_effects(struct pass_state *state, LLVMValueRef function);
/* Such a function of that name, declared if need be. */
LLVMValueRef pass_declare_hidden(struct pass_state *state, const char *name, LLVMTypeRef type);
/* Blocks that do nothing but jump to where many jump (mark_jumps.c): release_jumps undoes it. */
void pass_mark_jumps(struct pass_state *state);
/* Declares what asks whether a generic pointer points into a space (generic_pointers.c). */
LLVMValueRef pass_points_to(LLVMModuleRef module);
/* Calls of this function, of a byte address and of what __rootle_check_address is to check, note
 * what the source lets LLVM assume (assumptions.c). */
#define PASS_ASSUMED_ALIGNMENT "__rootle_assumed_alignment"
/* The position of RAT_ID in the request of __rootle_check_address, above COMP_MASK. */
enum { PASS_CHECK_RAT = 4 };
/* The check of an access in a space: a power of two bytes, from 2 to 128. */
uint32_t pass_check_of_alignment(unsigned align, bool load, unsigned space);
/* Runs passes of LLVM's own, in its notation. */
int pass_run_llvm(struct pass_state *state, const char *pipeline);

/* The binary's kernel of that name, added if it is not there yet. NULL when memory is short (and
 * said). */
struct rootle_kernel *pass_kernel(struct pass_state *state, const char *name);
/* Adds an argument at the end. NULL when memory is short. */
struct rootle_arg *pass_kernel_add_arg(struct pass_state *state, struct rootle_kernel *kernel);

/* Adds a variable to those of a kernel or of the program, by the name that it has in the source.
 * -1 when memory is short (and said). */
int pass_add_variable(struct pass_state *state, struct rootle_variable **variables, uint32_t *count,
                      const struct rootle_variable *variable);
