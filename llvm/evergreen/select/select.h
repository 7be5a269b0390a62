/* SPDX-License-Identifier: MIT */
/* select.h: what the files of instruction selection share.
 *
 * An LLVM value becomes words: one operand per element, two (low, high) for elements of more than
 * 32 bits. i1 is 0 or all ones; other narrow integers have undefined upper bits until zext_in or
 * sext_in; a half is its 16 bits. The first error is kept and selection goes on harmlessly, so
 * callers need not check. */
#pragma once

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "llvm/evergreen/mir/mir.h"
#include "llvm/ir/lines.h"

/* Bindings of docs/kernel-abi.md. */
struct evg_type {
    LLVMTypeKind kind; /* of the element */
    unsigned elements;
    unsigned bits; /* of an element */
};

static inline unsigned type_words(const struct evg_type *type)
{
    return type->bits > 32 ? 2 : 1;
}

struct evg_value {
    LLVMValueRef key;
    struct mir_operand *words;
    uint32_t count;
};

/* A phi whose sources are filled when all blocks are selected. */
struct pending_phi {
    struct pending_phi *next;
    LLVMValueRef phi;
    struct mir_block *block;
    struct mir_inst **insts; /* one a word */
};

struct select {
    struct mir_function *f;
    LLVMTargetDataRef layout;
    struct mir_block *block;            /* where instructions go */
    LLVMValueRef inst;                  /* for messages and operands */
    uint32_t line;                      /* of it: number in f->lines; what is built gets it */
    uint32_t point;                     /* likewise, for debuggers */
    const struct evg_variables *finds;  /* where variables are; NULL: nobody asked for them */
    struct select_variables *variables; /* its own */
    uint32_t object;                    /* of it, if it is an access: as of struct mir_inst */
    struct ir_lines lines;              /* makes those of f->lines */
    struct evg_value *values;           /* open-addressed map */
    size_t value_count, value_slots;
    struct pending_phi *phis;
    struct mir_operand local_id[3], group_id[3];
    struct mir_block *inputs;    /* the first block: dominates all others */
    struct mir_operand resident; /* number of this lane among all that can be resident; MIR_NONE:
                                    not asked for yet */
    uint32_t private_bytes;
    bool guarded; /* there are gaps between private arrays, which all lie in scratch memory */
    bool private_in_scratch;
    bool failed;
    char *error;
    size_t error_size;
};

struct address {
    unsigned space;
    struct mir_operand base; /* bytes */
    uint32_t offset;         /* bytes, added to base */
    unsigned align;
};

/* One element of an element-wise operation. */
struct elem {
    LLVMValueRef inst;
    struct evg_type type, result;     /* of operand 0; of the result */
    const struct mir_operand *src[4]; /* the words of each operand's element */
    struct mir_operand *dst;          /* its words, to be filled */
};
typedef void (*select_elem)(struct select *s, const struct elem *e);

struct ir_variable_reader;

/* Machine IR of a kernel, or -1 with `error` filled. The reader is NULL where nobody wants to know
 * of variables. */
int evg_select(LLVMValueRef kernel, const struct ir_variable_reader *reader, struct mir_function *f,
               char *error, size_t error_size);

/* select.c */
void select_fail(struct select *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct evg_type select_type(struct select *s, LLVMTypeRef type);
unsigned select_words(struct select *s, LLVMTypeRef type);
const struct mir_operand *select_value(struct select *s, LLVMValueRef value);
/* The words of a value that is defined already, or NULL. */
const struct mir_operand *select_find(const struct select *s, LLVMValueRef value, uint32_t *count);
struct mir_operand *select_define(struct select *s, LLVMValueRef value, unsigned words);
const struct mir_operand *select_operand(struct select *s, unsigned index);
/* The operand as a constant, or false after an error naming `what`. */
bool select_constant(struct select *s, unsigned index, const char *what, uint32_t *value);
void select_instruction(struct select *s, LLVMValueRef inst);
/* Runs an element function over all elements of the current instruction with `operands` operands.
 */
void select_elementwise(struct select *s, select_elem function, unsigned operands);

/* The number of the line that an instruction is of; of one that passes have put into the kernel
 * without, that of the one before. 0: no line is known. */
uint32_t select_line(struct select *s, LLVMValueRef inst);
/* select_objects.c: as of struct mir_inst, of an LLVM instruction that is an access. */
uint32_t select_object(struct select *s, LLVMValueRef inst);

/* build.c: single machine instructions */
struct mir_inst *build_inst(struct select *s, enum mir_kind kind, unsigned op, unsigned srcs,
                            unsigned dsts);
struct mir_operand build_alu(struct select *s, enum hw_alu_op op, struct mir_operand a,
                             struct mir_operand b, struct mir_operand c);
/* An operation that an LLVM instruction becomes as a whole, with its fast-math flags. */
struct mir_operand build_fast(struct select *s, LLVMValueRef inst, enum hw_alu_op op,
                              struct mir_operand a, struct mir_operand b, struct mir_operand c);
#define OP1(name, a)       build_alu(s, HW_ALU_OP_##name, a, mir_literal(0), mir_literal(0))
#define OP2(name, a, b)    build_alu(s, HW_ALU_OP_##name, a, b, mir_literal(0))
#define OP3(name, a, b, c) build_alu(s, HW_ALU_OP_##name, a, b, c)
#define LIT(bits)          mir_literal((uint32_t)(bits))
struct mir_operand build_float(float value);
struct mir_operand build_zext(struct select *s, struct mir_operand value, unsigned bits);
struct mir_operand build_sext(struct select *s, struct mir_operand value, unsigned bits);
/* condition (0 or all ones) ? yes : no */
struct mir_operand build_select(struct select *s, struct mir_operand condition,
                                struct mir_operand yes, struct mir_operand no);
struct mir_operand build_neg(struct select *s, struct mir_operand value);
struct mir_operand build_not(struct select *s, struct mir_operand value);
struct mir_operand build_fneg(struct select *s, struct mir_operand value);
struct mir_operand build_fabs(struct select *s, struct mir_operand value);

/* select_double.c: false when the instruction is none of its own */
bool select_double(struct select *s, LLVMValueRef inst);
bool select_double_intrinsic(struct select *s, const char *name);

/* select_int.c, select_wide.c, select_divide.c, select_fdivide.c, select_float.c, select_convert.c:
 * element functions
 */
select_elem select_int_op(LLVMOpcode opcode);
select_elem select_float_op(LLVMOpcode opcode);
select_elem select_cast_op(LLVMOpcode opcode);
void select_wide_op(struct select *s, LLVMOpcode opcode, const struct elem *e);
struct mir_operand select_wide_compare(struct select *s, LLVMIntPredicate predicate,
                                       const struct mir_operand *a, const struct mir_operand *b);
/* Makes the bits above the width (33 to 64) of a pair those of the value. */
void select_wide_extend(struct select *s, const struct mir_operand *a, unsigned bits,
                        bool is_signed, struct mir_operand *dst);
void select_wide_neg(struct select *s, const struct mir_operand *a, struct mir_operand *dst);
void select_wide_shl(struct select *s, const struct mir_operand *a, struct mir_operand count,
                     struct mir_operand *dst);
void select_wide_shr(struct select *s, const struct mir_operand *a, struct mir_operand count,
                     bool arithmetic, struct mir_operand *dst);
void select_icmp(struct select *s, const struct elem *e);
void select_fcmp(struct select *s, const struct elem *e);
struct mir_operand select_fcompare(struct select *s, LLVMRealPredicate predicate,
                                   struct mir_operand a, struct mir_operand b);
struct mir_operand select_icompare(struct select *s, LLVMIntPredicate predicate,
                                   struct mir_operand a, struct mir_operand b);
void select_divide(struct select *s, LLVMOpcode opcode, const struct elem *e);
/* Divides by a constant; false when it has no reciprocal of use. */
bool select_divide_constant(struct select *s, bool is_signed, struct mir_operand n, uint32_t d,
                            struct mir_operand *quotient, struct mir_operand *remainder);
void select_fdivide(struct select *s, const struct elem *e);
void select_float_to_int(struct select *s, const struct elem *e, bool is_signed, bool saturate);

/* select_memory.c; select_alloca: select_private.c */
struct mir_operand select_gep(struct select *s, LLVMValueRef gep);
void select_alloca(struct select *s, LLVMValueRef alloca);
void select_load(struct select *s, LLVMValueRef load);
void select_store(struct select *s, LLVMValueRef store);
struct address select_address(struct select *s, LLVMValueRef pointer, unsigned align);
/* base + offset + position */
struct mir_operand select_whole_address(struct select *s, const struct address *address,
                                        uint32_t position);

/* select_atomic.c */
void select_atomic_rmw(struct select *s, LLVMValueRef inst);
void select_cmpxchg(struct select *s, LLVMValueRef inst);
/* Where the old value of an atomic that returns one goes, and what is there once it has run. */
struct mir_operand select_resident_lane(struct select *s);
/* The channel of what a compare and exchange compares with. */
unsigned select_compare_channel(const struct select *s);
struct mir_operand select_returned(struct select *s, struct mir_operand place);

/* select_private.c */
struct mir_operand private_load(struct select *s, struct mir_operand address, uint32_t offset,
                                unsigned bytes);
void private_store(struct select *s, struct mir_operand address, uint32_t offset, unsigned bytes,
                   struct mir_operand value);

/* select_memory.c: elements out of, and into, little-endian dwords. */
void select_unpack(struct select *s, const struct evg_type *type, const struct mir_operand *words,
                   struct mir_operand *value);
void select_pack(struct select *s, const struct evg_type *type, const struct mir_operand *value,
                 struct mir_operand *words);

/* select_vector.c */
void select_bitcast(struct select *s, LLVMValueRef inst);
void select_insert_element(struct select *s, LLVMValueRef inst);
void select_extract_element(struct select *s, LLVMValueRef inst);
void select_shuffle(struct select *s, LLVMValueRef inst);

/* select_call.c, select_intrinsic.c, select_image.c */
void select_call(struct select *s, LLVMValueRef call);
bool select_intrinsic(struct select *s, const char *name);
bool select_image_call(struct select *s, const char *name);

/* select_uniform.c */
/* Whether a condition is made of nothing but constants and arguments of the kernel: all lanes agree
 * on it. */
bool select_is_uniform(LLVMValueRef condition);

/* select_cfg.c */
void select_control_flow(struct select *s, LLVMValueRef function);
