/* SPDX-License-Identifier: MIT */
/* select.h: LLVM IR of an image program becomes fragment IR. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "llvm/ir/lines.h"
#include "llvm/r500/fir/fir.h"

/* A value's elements. */
struct r500_value {
    LLVMValueRef key;
    struct fir_src *element;
    unsigned count;
};

struct r500_select {
    struct fir_program *p;
    LLVMValueRef kernel;
    LLVMValueRef inst;         /* that is selected */
    struct ir_lines lines;     /* makes those of the program */
    struct r500_value *values; /* open-addressed */
    size_t value_count, value_slots;
    unsigned depth; /* of ifs and loops that are open */
    bool failed;
    char *error;
    size_t error_size;
};

enum { R500_MAX_ELEMENTS = 16 };

/* Makes a program of a kernel: what llvm/r500/r500.h says of it. -1 with `error` filled: kernel,
 * line where it is known, and what R500 cannot carry. */
int r500_select(LLVMValueRef kernel, struct fir_program *p, char *error, size_t error_size);

/* ---- within select/ ---- */

/* Keeps the first failure. */
void r500_fail(struct r500_select *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* An element of a value; of what is not known, 0 after a failure. */
struct fir_src r500_element(struct r500_select *s, LLVMValueRef value, unsigned index);
struct fir_src r500_operand(struct r500_select *s, unsigned operand, unsigned index);
unsigned r500_elements(LLVMTypeRef type);
/* Room for the elements of the instruction. */
struct fir_src *r500_define(struct r500_select *s);

/* Adds an operation of up to three operands, or finds the same one in the block. */
struct fir_src r500_emit(struct r500_select *s, enum fir_code code, struct fir_src a,
                         struct fir_src b, struct fir_src c);
struct fir_src r500_mad(struct r500_select *s, struct fir_src a, struct fir_src b,
                        struct fir_src c);
struct fir_src r500_add(struct r500_select *s, struct fir_src a, struct fir_src b);
struct fir_src r500_mul(struct r500_select *s, struct fir_src a, struct fir_src b);
struct fir_src r500_unary(struct r500_select *s, enum fir_code code, struct fir_src a);
struct fir_src r500_reciprocal(struct r500_select *s, struct fir_src a);
struct fir_src r500_absolute(struct r500_select *s, struct fir_src a);
struct fir_src r500_floor(struct r500_select *s, struct fir_src a);
struct fir_src r500_truncate(struct r500_select *s, struct fir_src a);
struct fir_src r500_constant(enum abi_image_source source, uint32_t value);

/* A comparison with 0. */
struct r500_test {
    struct fir_src src;
    uint8_t op; /* HW_R500_TEST_* */
};

/* Returns the test of a condition of control flow. */
struct r500_test r500_test_of(struct r500_select *s, LLVMValueRef condition, unsigned index);
bool r500_select_compare(struct r500_select *s);
bool r500_select_arithmetic(struct r500_select *s);
void r500_select_call(struct r500_select *s);
/* The block that operations are added to. */
struct fir_block *r500_current(struct r500_select *s);
void r500_end_block(struct r500_select *s, enum fir_flow flow, bool always);
/* A move to a variable that is written elsewhere, too. */
void r500_add_copy(struct r500_select *s, struct fir_src src, uint32_t to, uint32_t circle);
/* The texel of a look-up, which is added or found in the block. */
void r500_look_up(struct r500_select *s, const struct fir_op *look_up, struct fir_src texel[4]);
/* select_wrap.c: whether the sampler in a slot may repeat or mirror; a look-up of a 2D image by it,
 * which does so itself. */
bool r500_may_wrap(const struct r500_select *s, uint32_t sampler);
void r500_wrapped_look_up(struct r500_select *s, const struct fir_op *look_up,
                          struct fir_src texel[4]);
/* The input of a kind, x or y. */
struct fir_src r500_input(struct r500_select *s, enum abi_image_input_kind kind, unsigned element);
