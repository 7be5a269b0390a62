/* SPDX-License-Identifier: MIT */
/* shim.h: the few things of Clang and LLVM that have no C API. Implemented in clang_shim.cpp and
 * llvm_shim.cpp. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct frontend_source;

#ifdef __cplusplus
extern "C" {
#endif

/* Compiles OpenCL C to an LLVM module. `arguments` are those of `clang -cc1`, without the source.
 * The source's headers are found before any file. Diagnostics, warnings too, are printed to `log`.
 * NULL when there are errors. The caller disposes of the module. */
LLVMModuleRef shim_compile_opencl(LLVMContextRef context, const struct frontend_source *source,
                                  const char *const *arguments, size_t argument_count, FILE *log);

/* Opens a bitcode file with its function bodies left unread. NULL with a line in `log` when it
 * cannot. */
LLVMModuleRef shim_open_bitcode(LLVMContextRef context, const char *path, FILE *log);

/* Reads a function's body, if that is left unread. False: it is damaged. */
bool shim_materialize(LLVMValueRef function);

/* Moves into `module` what it lacks and `library` has, as internal functions. The library, which is
 * without them then, is the caller's to dispose of, and no source of a second link. */
bool shim_link_needed(LLVMModuleRef module, LLVMModuleRef library, FILE *log);

/* The global variable that a constant pointer points into, and how many bytes behind its start;
 * NULL if there is none. */
LLVMValueRef shim_constant_target(LLVMModuleRef module, LLVMValueRef pointer, int64_t *offset);

/* Replaces an integer division or remainder of up to 64 bits by code that needs none. */
bool shim_expand_division(LLVMValueRef division);

/* A loop in front of an instruction that runs `count` times, at least once. Returns the instruction
 * in front of which its body goes, and the number of the turn. */
LLVMValueRef shim_build_loop(LLVMValueRef before, LLVMValueRef count, LLVMValueRef *index);

/* Loops of a function, those within others too. */
unsigned shim_count_loops(LLVMValueRef function);

/* Marks loops of several exits, so that LLVM does not unroll them. */
void shim_keep_loops_with_breaks(LLVMValueRef function);

/* How often the loop that begins with a block runs at the most; 0: that is not known. */
unsigned shim_most_turns(LLVMBasicBlockRef header);

/* How many loops of a function are within each other at the most. */
unsigned shim_loop_depth(LLVMValueRef function);

/* Where at least `many` blocks jump to one, those that do nothing else go, and what is before them
 * jumps there: what simplifycfg does, too, in the square of their number. */
void shim_skip_forwarders(LLVMValueRef function, unsigned many);

/* Blocks that leave one loop of the function: the most of any. */
unsigned shim_count_exits(LLVMValueRef function);

/* Blocks by which the loops within one loop of the function are entered, of those loops that have
 * several: the most of any outer loop. */
unsigned shim_count_entries(LLVMValueRef function);

/* Blocks that do nothing but jump, to where no value depends on the way, go: what jumps there jumps
 * to the end of their chain. In time proportional to their number. */
void shim_skip_chains(LLVMValueRef function);

/* Where at least `many` blocks jump to one outside of loops, those that do nothing else call `mark`
 * first. */
void shim_mark_forwarders(LLVMValueRef function, unsigned many, LLVMValueRef mark);

/* A switch whose default is another switch of the same value, and nothing else, becomes one with
 * it.
 */
void shim_join_switches(LLVMValueRef function);

/* Where a switch of at least `many` cases has a default that does more than jump behind it, that is
 * an if of its own, behind a join of the cases: what lower-switch makes of a switch leads to its
 * default in many places. Requires: one return. */
void shim_move_defaults(LLVMValueRef function, unsigned many);

/* Makes a function the first of its module. */
void shim_move_to_front(LLVMValueRef function);

/* Variables that are only loaded and stored become values, each in time proportional to the code
 * that it lives in: mem2reg looks at all that is behind it, too. */
void shim_promote_variables(LLVMValueRef function);

/* Puts pointers into one memory in the place of generic ones that were made of them. */
void shim_infer_address_spaces(LLVMValueRef function, unsigned generic);

/* Constant expressions that make pointers generic become instructions. */
void shim_expand_generic_constants(LLVMValueRef function, unsigned generic);

/* In front of an instruction: if first, one way, else if second, another, else the third. `ways`
 * are the instructions in front of which what each does goes; all go on at the instruction. */
void shim_build_choice(LLVMValueRef before, LLVMValueRef first, LLVMValueRef second,
                       LLVMValueRef ways[3]);

/* Called before and after each pass over a function, or over a loop of it, by the pass's name. */
struct shim_pass_watch {
    void (*before)(void *user, const char *pass, LLVMValueRef function);
    void (*after)(void *user, const char *pass, LLVMValueRef function);
    void *user;
};
/* Run passes of LLVM's own, in its notation. False: the log has why not. Nobody watches: NULL. */
bool shim_run_passes(LLVMModuleRef module, const char *pipeline,
                     const struct shim_pass_watch *watch, FILE *log);
bool shim_run_function_passes(LLVMValueRef function, const char *pipeline,
                              const struct shim_pass_watch *watch, FILE *log);

/* Runs them over one function; a function that does not get shorter stays as it was. */
bool shim_shrink_function(LLVMValueRef function, const char *pipeline,
                          const struct shim_pass_watch *watch, FILE *log);

/* Whether an instruction may change memory, or waits for others that do. */
bool shim_may_write(LLVMValueRef instruction);

/* Likewise, or may read it. */
bool shim_may_access(LLVMValueRef instruction);

/* The pointer that constants were added to, and how many bytes they are. */
LLVMValueRef shim_strip_offsets(LLVMModuleRef module, LLVMValueRef pointer, int64_t *bytes);

/* Sets an option of LLVM's command line; NULL: its default. False when there is none of that name.
 */
bool shim_set_option(const char *name, const char *value);

#ifdef __cplusplus
}
#endif
