/* SPDX-License-Identifier: MIT */
/* fir.h: fragment IR: an image program as operations on scalars.
 *
 * A vector is not a value here: it is operations that the scheduler puts into lanes of one
 * instruction. So building a vector and taking it apart cost nothing, and what was no vector in the
 * source can become one.
 *
 * Scalars are variables by number: those that stand for phis are written by each predecessor, all
 * others once. Control flow is structured: blocks in order, each with what comes behind it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "driver/abi/lines.h"
#include "driver/abi/r500/image_program.h"

struct arena;

enum fir_kind { FIR_ELEMENT, FIR_SCALAR, FIR_DOT, FIR_LOOK_UP };

enum fir_code {
#define FIR_OP(name, text, rgb, alpha, operands, kind) FIR_##name,
#include "llvm/r500/fir/ops.def"
#undef FIR_OP
    FIR_CODES
};

struct fir_code_info {
    const char *text;
    uint8_t rgb, alpha; /* HW_R500_RGB_*, HW_R500_ALPHA_* */
    uint8_t operands;
    enum fir_kind kind;
};

extern const struct fir_code_info fir_codes[FIR_CODES];

/* The kind of an operand: a variable, or a component of a constant register. */
enum fir_atom_kind { FIR_NONE, FIR_VAR, FIR_CONST };

struct fir_atom {
    enum fir_atom_kind kind;
    uint32_t var;
    struct abi_image_component constant;
};

enum fir_presub {
    FIR_PRESUB_NONE,
    FIR_PRESUB_BIAS,
    FIR_PRESUB_SUB,
    FIR_PRESUB_ADD,
    FIR_PRESUB_INV
};

/* A source: a, or a presubtraction of a and b (1 - 2a, b - a, b + a, 1 - a); then the absolute
 * value, then the sign. */
struct fir_src {
    struct fir_atom a, b;
    enum fir_presub presub;
    bool negative, absolute;
};

enum { FIR_MAX_SRC = 8, FIR_MAX_TURNS = 255, FIR_MAX_DST = 4, FIR_NO_VAR = 0xffffffff };

struct fir_op {
    enum fir_code code;
    uint32_t
        dst[FIR_MAX_DST]; /* FIR_NO_VAR where nothing is kept; TEX: one a channel of the texel */
    struct fir_src src[FIR_MAX_SRC];
    uint8_t omod; /* HW_R500_OMOD_* */
    bool clamp;
    bool out; /* the result is channel `out_channel` of render target `target` */
    uint8_t target, out_channel;
    bool test;          /* the result is compared with 0 for the flow control behind the block */
    uint8_t test_op;    /* HW_R500_TEST_* */
    uint8_t predicate;  /* bit that the test goes to, FIR_PREDICATE(channel); 0: the ALU result */
    uint8_t guard;      /* predicate under which alone dst[0] is written; 0: always */
    bool guard_inverse; /* where it does not hold */
    uint8_t unit;       /* TEX: texture unit */
    uint8_t dimensions; /* TEX: coordinates */
    /* Moves that put operands of one operation beside each other: a number that they share, and the
     * channel that it is for; 0: others. */
    uint32_t group;
    uint8_t group_channel;
    /* Moves around a circle of variables, beside each other in their block: a number that they
     * share. All of them read before any writes. 0: others. */
    uint32_t circle;
    uint32_t line; /* of the source: number in fir_program.lines; 0: none is known */
};

enum { FIR_MAX_CIRCLE = 4 };

/* A predicate stays until it is written again, where the ALU result is gone after flow control.
 * Each channel of the ALU writes its own. */
#define FIR_PREDICATE(channel) (1 + (channel))
enum { FIR_PREDICATES = 4 };

/* The control flow behind the operations of a block. IF and BREAK and CONTINUE take the block's
 * test, unless they are `always`. */
enum fir_flow {
    FIR_FLOW_NONE,
    FIR_FLOW_IF,
    FIR_FLOW_ELSE,
    FIR_FLOW_ENDIF,
    FIR_FLOW_LOOP,
    FIR_FLOW_ENDLOOP,
    FIR_FLOW_BREAK,
    FIR_FLOW_CONTINUE,
    FIR_FLOW_END
};

struct fir_block {
    struct fir_op *ops;
    size_t count, capacity;
    enum fir_flow flow;
    bool always;
    uint8_t predicate; /* that is tested; 0: the ALU result */
    uint32_t turns;    /* LOOP: how many there are at the most; 0: unknown */
    bool wrapper;      /* LOOP: around one whose predicate it takes */
};

struct fir_input {
    enum abi_image_input_kind kind;
    uint32_t var[2]; /* x and y; FIR_NO_VAR: not used */
};

/* Lines of the source, which operations name by number. */
struct fir_lines {
    struct rootle_line *line; /* index 0 is unused */
    uint32_t count;           /* with that one; 0 when there is none */
    size_t capacity;
};

/* The kernel's samplers: from slot `first` on those that are constants (ABI_SAMPLER_*), before it
 * arguments. */
struct fir_samplers {
    const uint32_t *constants;
    uint32_t count, first;
};

/* How far a program has come; passes.def says what passes take and leave. */
enum fir_form {
    FIR_SAME = 0, /* in the table: whatever it was */
    FIR_SELECTED = 1 << 0,
    FIR_COUNTED = 1 << 1, /* no loop has more than FIR_MAX_TURNS turns */
    FIR_GUARDED = 1 << 2, /* and operations may be guarded */
    FIR_FOLDED = 1 << 3   /* and operands presubtracted */
};

struct fir_program {
    struct arena *arena;
    const char *name;
    enum fir_form form;
    struct fir_block *blocks;
    size_t block_count, block_capacity;
    uint32_t var_count;
    struct fir_input inputs[ABI_IMAGE_INPUT_KINDS];
    struct abi_image_texture textures[ABI_IMAGE_MAX_TEXTURES];
    uint32_t texture_count;
    struct abi_image_target targets[ABI_IMAGE_MAX_TARGETS];
    uint32_t target_count;
    /* The optimisations that this compile may use. */
    bool circles, predicates;
    bool wraps;    /* look-ups repeat and mirror by themselves (ABI_IMAGE_WRAPS) */
    bool may_wrap; /* there is one that may have to */
    bool guarded;  /* some operation is */
    struct fir_samplers samplers;
    struct fir_lines lines;
    uint32_t line; /* that what is added is of */
};

/* Adds a line to a program (void *, as llvm/ir/lines.h asks for) and returns its number. */
uint32_t fir_new_line(void *program, const struct rootle_line *line);
uint32_t fir_new_var(struct fir_program *p);
struct fir_block *fir_new_block(struct fir_program *p);
/* A zeroed operation at the end of a block, without results. It moves when more are added. */
struct fir_op *fir_add(struct fir_program *p, struct fir_block *block, enum fir_code code);

struct fir_src fir_var(uint32_t var);
struct fir_src fir_literal(float value);
struct fir_src fir_negated(struct fir_src src);
/* Whether a source is this number, and nothing else. */
bool fir_is_literal(const struct fir_src *src, float *value);
bool fir_is_number(const struct fir_src *src, float value);
bool fir_same_src(const struct fir_src *x, const struct fir_src *y);
/* The number of operands that an operation reads. */
unsigned fir_operands(const struct fir_op *op);

/* The same program with blocks of its own, in another arena: what is done to it is not seen in `p`,
 * which must live as long. */
struct fir_program fir_copy(const struct fir_program *p, struct arena *arena);
/* Whether a program is of its form; if not, `fault` says where it is not. */
bool fir_verify(const struct fir_program *p, char *fault, size_t size);

/* Prints a component of a constant register: a number, or which bytes of the arguments it is. */
void fir_print_component(const struct abi_image_component *c, FILE *out);
/* Prints the program as text. */
void fir_print(const struct fir_program *p, const char *title, FILE *out);
