/* SPDX-License-Identifier: MIT */
/* mir_machine.h: machine IR made by hand, which is run before and after passes. */
#ifndef ROOTLE_EVERGREEN_TESTS_MIR_MACHINE_H
#define ROOTLE_EVERGREEN_TESTS_MIR_MACHINE_H

#include "llvm/evergreen/mir/meaning.h"
#include "llvm/evergreen/mir/passes.h"

/* Of the functions made; finish() empties it. */
extern struct evg_arena arena;

struct mir_function *new_function(void);
struct mir_node *new_node(enum mir_node_kind kind, struct mir_block *block);
/* A block of inputs and one for code; returns the latter. */
struct mir_block *start_function(struct mir_function *f, struct mir_operand *inputs,
                                 unsigned count);
/* Appends an operation of one or two sources. */
struct mir_operand make(struct mir_function *f, struct mir_block *block, enum hw_alu_op op,
                        struct mir_operand a, struct mir_operand b);
struct mir_operand lit(uint32_t value);
struct mir_operand kcache(uint32_t dword);
/* Stores a dword at the byte address. */
void store(struct mir_function *f, struct mir_block *block, struct mir_operand address,
           struct mir_operand value);

typedef void pass(struct mir_function *f);
/* Runs the code on the same inputs before and after the passes, the last of which is NULL; fails
 * unless it stores the same. */
void expect_same(struct mir_function *f, pass *const *passes);
#define EXPECT_SAME(f, ...) expect_same(f, (pass *const[]){__VA_ARGS__, mir_dead, NULL})
/* What the function stores at byte address 0 when its first input is this. */
uint32_t run_once(const struct mir_function *f, uint32_t input);

unsigned count_op(const struct mir_function *f, enum hw_alu_op op);
unsigned count_kind(const struct mir_function *f, enum mir_kind kind);
/* Of a test. */
int finish(void **state);

#endif
