/* SPDX-License-Identifier: MIT */
/* mir.h: machine IR of the Evergreen code generator.
 *
 * Virtual registers are scalars of 32 bits a lane, in SSA form from selection until leave_ssa.c.
 * Wider values are several of them. What must lie in one GPR (fetch results, coordinates, store
 * data) is a tuple: constrain.c gives its members a common tuple and a channel each, and regalloc.c
 * one GPR. Control flow is a tree of blocks, ifs and loops, with the plain edges kept beside it for
 * data-flow analysis: execution masks make every lane follow those edges, so liveness along them is
 * exact for divergent code too. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "driver/abi/binary.h"
#include "driver/abi/kernel_abi.h"
#include "driver/base/arena.h"
#include "driver/hw/chips.h"
#include "driver/hw/isa.h"
#include "llvm/evergreen/mir/mir_lines.h"

enum mir_operand_kind {
    MIR_NONE,
    MIR_VREG,    /* value: virtual register, from 1 on */
    MIR_LITERAL, /* value: the bits; the encoder makes inline constants of those it can */
    MIR_KCACHE,  /* value: dword of constant buffer ABI_KCACHE_INPUTS */
    MIR_SPECIAL, /* value: enum hw_alu_src */
};

struct mir_operand {
    uint8_t kind;
    bool neg, abs; /* only where the operation takes a float source */
    uint32_t value;
};

/* The kinds of instructions; their sources and fields. MIR(NAME, text, flags). */
#define MIR_KINDS(MIR)                                                                             \
    MIR(ALU, "alu", 0)                   /* op: hw_alu_op; sources as alu.def says */              \
    MIR(DOUBLE, "double", 0)             /* likewise; sources and results: low, high word */       \
    MIR(DOT, "dot", 0)                   /* op: DOT4_IEEE; two factors for each of x, y, z, w */   \
    MIR(PHI, "phi", 0)                   /* a source for each predecessor */                       \
    MIR(INPUT, "input", MIR_FLAG_EFFECT) /* destination pinned to a register at wave start */      \
    MIR(VTX, "vtx", 0)                   /* byte address; resource, format, offset */              \
    MIR(TEX, "tex", 0)                   /* op: hw_tex_op; four coordinates, of SAMPLE_G */        \
                                         /* and of its gradients; resource, sampler */             \
    MIR(RAT, "rat", MIR_FLAG_EFFECT) /* op: hw_rat_op; four data, three index; resource, mask */   \
    MIR(LDS, "lds", MIR_FLAG_EFFECT) /* op: hw_lds_op; byte address, data, data */                 \
    MIR(ARRAY_LOAD, "array_load", 0) /* dword index into the register array; offset dwords */      \
    MIR(ARRAY_STORE, "array_store", MIR_FLAG_EFFECT)     /* dword index, value; offset dwords */   \
    MIR(SCRATCH_LOAD, "scratch_load", 0)                 /* dword index; offset dwords */          \
    MIR(SCRATCH_STORE, "scratch_store", MIR_FLAG_EFFECT) /* dword index, value; offset dwords */   \
    MIR(BARRIER, "barrier", MIR_FLAG_EFFECT)

enum { MIR_FLAG_EFFECT = 1 };

enum mir_kind {
#define MIR(name, text, flags) MIR_##name,
    MIR_KINDS(MIR)
#undef MIR
        MIR_KIND_COUNT
};

enum {
    MIR_DOT_SOURCES = 8,
    MIR_COORDINATES = 4, /* of a fetch from a texture, or a gradient */
    MIR_MAX_DST = 4,
    MIR_RAT_INDEX = 4 /* first index source of a RAT operation */
};

struct mir_inst {
    struct mir_inst *prev, *next;
    uint8_t kind; /* enum mir_kind */
    uint8_t dst_count;
    uint8_t clamp, omod; /* ALU */
    uint8_t format;      /* VTX: enum hw_format; HW_FMT_INVALID: the resource's */
    uint8_t coord_types; /* TEX: bit i: coordinate i is normalized */
    uint8_t mask;        /* RAT: COMP_MASK */
    uint8_t is_signed;   /* VTX: sign extension */
    uint8_t loads_input; /* never aliases a store: may move freely */
    uint8_t no_wrap;     /* shift to the left, product: of signed numbers, it does not overflow */
    uint8_t any_order;   /* sum, product: may be computed in another order than it is written */
    uint8_t no_nan;      /* neither its sources nor its result are a NaN */
    uint8_t any_zero;    /* the sign of a zero does not matter */
    uint8_t waits;       /* VTX, TEX: reads what earlier RAT operations write, so it waits */
    uint16_t op;
    uint16_t resource, sampler;
    uint32_t offset;
    uint32_t src_count;
    uint32_t dst[MIR_MAX_DST]; /* 0: that component is not wanted */
    struct mir_operand *src;
    uint32_t line;     /* of the source: number in mir_function.lines */
    uint32_t object;   /* of accesses: 1 + where the variable begins that they are of, in bytes of
                          its memory; 0: not known */
    uint32_t group;    /* set by preschedule.c: equal for what is issued at once; 0: not planned */
    uint32_t position; /* set by mir_number */
    /* For debuggers (values.h); zeros in all other compiles. */
    uint32_t point;             /* of the LLVM IR */
    uint32_t home;              /* 1 + the number of the block */
    uint32_t kept[MIR_MAX_DST]; /* the registers of SSA form that it defines */
};

/* Virtual registers, 64 at a time, those alone of which one is in the set, in rising order. */
struct mir_live_set {
    struct mir_live_word {
        uint32_t index; /* the registers from 64 times this */
        uint64_t bits;
    } *words;
    uint32_t count;
    size_t capacity;
};

struct mir_block {
    uint32_t index; /* in mir_function.blocks */
    uint32_t loop_depth;
    struct mir_inst *first, *last;
    struct mir_block *succ[2]; /* succ[0] when the condition holds, or is absent */
    struct mir_block **preds;
    uint32_t pred_count;
    struct mir_operand cond;       /* read after the last instruction; MIR_NONE: no choice */
    struct mir_operand cond_other; /* where `test` is set */
    uint32_t line;                 /* of what the condition is for */
    uint32_t point;                /* likewise; 0: nobody asked */
    uint16_t test;                 /* comparison of cond and cond_other; 0: cond is not zero */
    bool uniform;                  /* all lanes are known to choose alike */
    uint32_t begin, end;           /* positions, see mir_number */
    struct mir_live_set live_in, live_out; /* see mir_liveness */
};

enum mir_node_kind { MIR_NODE_BLOCK, MIR_NODE_IF, MIR_NODE_LOOP };

/* A piece of structured code. IF tests the condition at the end of `block`, the block before it;
 * LOOP leaves at the end of `block`, its latch, unless the condition holds. `invert` turns the test
 * round; a loop without a condition at its latch never ends. */
struct mir_node {
    uint8_t kind;
    bool invert;
    struct mir_node *next;
    struct mir_block *block;
    struct mir_node *body, *orelse;
};

enum {
    MIR_NO_TUPLE = 0,
    MIR_ANY_CHANNEL = 0xff,
    MIR_NO_GPR = 0xff,
    MIR_LOCAL_ID_GPR = 0, /* at wave start */
    MIR_GROUP_ID_GPR = 1,
    MIR_USABLE_GPRS = HW_GPRS - HW_CLAUSE_TEMPS,
    MIR_ARRAY_GPR = ABI_PRIVATE_GPR,
    MIR_ARRAY_CHANNEL = ABI_PRIVATE_CHANNEL
};

struct mir_vreg {
    uint32_t tuple;  /* members of a tuple share a GPR; MIR_NO_TUPLE for a loose scalar */
    uint8_t channel; /* required channel or MIR_ANY_CHANNEL */
    uint8_t pinned;  /* required GPR or MIR_NO_GPR; of inputs MIR_LOCAL_ID_GPR, MIR_GROUP_ID_GPR */
    uint8_t gpr, assigned_channel; /* set by regalloc.c */
};

struct mir_carrier;
struct mir_values;

struct mir_function {
    struct arena *arena;
    const struct hw_chip *chip;
    const char *name;
    struct mir_lines *lines;   /* NULL: none are known */
    struct mir_values *values; /* for debuggers (values.h); NULL: nobody asked */
    struct mir_carrier *carriers;
    uint32_t carrier_count;
    size_t carrier_room;
    struct mir_block **blocks; /* in the order of emission; dominators come first */
    uint32_t block_count;
    size_t block_capacity;
    struct mir_vreg *vregs; /* index 0 is unused */
    uint32_t vreg_count;
    size_t vreg_capacity;
    uint32_t tuple_count;
    struct mir_node *root;
    uint32_t array_dwords;             /* private memory in registers */
    uint32_t array_gpr, array_channel; /* set by regalloc.c */
    uint32_t scratch_bytes;
    uint32_t gpr_limit;   /* MIR_USABLE_GPRS at most */
    uint32_t fetch_limit; /* of a clause, HW_FETCH_CLAUSE_MAX at most; 0: that many */
    uint32_t value_limit; /* values that spill.c leaves alive at once, as far as it can */
    struct rootle_variable *variables; /* in private memory, named as LLVM names them */
    uint32_t variable_count;
    size_t variable_capacity;
    bool no_spread;          /* regalloc.c takes the first places that fit */
    uint32_t planned_groups; /* set by preschedule.c */
    uint32_t gprs;           /* set by regalloc.c */
    bool out_of_gprs;        /* likewise: they do not suffice */
    bool ssa;
    bool flushes_denormals; /* it may: the program is built with -cl-denorms-are-zero */
    bool scales_output;     /* set by output_scale.c: it must run without denormals */
};

static inline struct mir_operand mir_vreg_operand(uint32_t vreg)
{
    return (struct mir_operand){.kind = MIR_VREG, .value = vreg};
}

static inline struct mir_operand mir_literal(uint32_t bits)
{
    return (struct mir_operand){.kind = MIR_LITERAL, .value = bits};
}

/* Local ids are small; group ids have all 32 bits. */
static inline bool mir_is_local_id(const struct mir_function *f, const struct mir_inst *inst)
{
    return inst->kind == MIR_INPUT && f->vregs[inst->dst[0]].pinned == MIR_LOCAL_ID_GPR;
}

static inline bool mir_is_literal(const struct mir_operand *operand, uint32_t bits)
{
    return operand->kind == MIR_LITERAL && operand->value == bits && !operand->neg && !operand->abs;
}

/* The same value with the same signs. */
static inline bool mir_same_operand(const struct mir_operand *a, const struct mir_operand *b)
{
    return a->kind == b->kind && a->value == b->value && a->neg == b->neg && a->abs == b->abs;
}

uint32_t mir_new_vreg(struct mir_function *f);
uint32_t mir_new_tuple(struct mir_function *f);
struct mir_block *mir_new_block(struct mir_function *f);
/* An instruction in no block yet, with room for its sources. */
struct mir_inst *mir_new_inst(struct mir_function *f, enum mir_kind kind, unsigned op,
                              unsigned src_count);
void mir_append(struct mir_block *block, struct mir_inst *inst);
/* before NULL: at the end. An instruction without a line gets that of the one it is put before, or
 * behind. */
void mir_insert_before(struct mir_block *block, struct mir_inst *before, struct mir_inst *inst);
void mir_remove(struct mir_block *block, struct mir_inst *inst);
/* dst = MOV src before an instruction (NULL: at the block's end). */
struct mir_inst *mir_insert_copy(struct mir_function *f, struct mir_block *block,
                                 struct mir_inst *before, uint32_t dst, struct mir_operand src);
/* A test of a branch: the comparison, and the predicate operations that hold when it does and when
 * it does not (0: none), the second maybe with its operands in the other order. */
struct mir_test {
    uint16_t compare, predicate, inverted;
    bool swap;
};
/* NULL when it is not among them. */
const struct mir_test *mir_test_find(unsigned compare);
/* In SSA form: what defines each virtual register, NULL for what nothing does. */
struct mir_inst **mir_definitions(struct mir_function *f);
/* How often each virtual register is read. */
uint32_t *mir_count_uses(const struct mir_function *f);
/* The ALU operation that an operand is the result of; NULL when it is something else, or when the
 * operand has source modifiers or the operation output modifiers. */
struct mir_inst *mir_defining_alu(struct mir_inst *const *definition,
                                  const struct mir_operand *operand);
/* Whether it does more than compute its destinations. */
bool mir_has_effect(const struct mir_inst *inst);
/* Whether the result is a float that output modifiers can change. */
bool mir_gives_float(const struct mir_inst *inst);
/* The instruction whose result, a float, the operand is, if its output modifiers are still free;
 * NULL otherwise, and where the operand has source modifiers. */
struct mir_inst *mir_defining_float(struct mir_inst *const *definition,
                                    const struct mir_operand *operand);
/* Whether the results of an ALU operation are 0 or all ones. */
bool mir_gives_mask(unsigned op);
/* A MOV without modifiers. */
bool mir_is_copy(const struct mir_inst *inst);

/* Gives every instruction an even position; its sources are read there, its destinations written at
 * the next, odd, one. A block's condition is read at `end`. Returns the number of positions. */
uint32_t mir_number(struct mir_function *f);
/* Fills live_in and live_out of every block. Those of an earlier call are gone. */
void mir_liveness(struct mir_function *f);

static inline bool mir_bit(const uint64_t *set, uint32_t bit)
{
    return set[bit / 64] >> bit % 64 & 1;
}

/* A copy in another arena that shares nothing with the function but its name and chip; without what
 * mir_liveness found. */
struct mir_function mir_copy(const struct mir_function *f, struct arena *arena);

void mir_print(const struct mir_function *f, const char *title, FILE *out);
/* Checks what every pass must keep: operands exist, operations have their sources, modifiers are
 * legal, definitions reach their uses (in SSA form: each is single). Returns 0, or -1 with `error`
 * filled. */
int mir_verify(const struct mir_function *f, char *error, size_t error_size);

/* The source that always holds these bits; 0: there is none. */
enum hw_alu_src mir_inline_constant(uint32_t bits);
/* The slots that an ALU operation may take, on the function's chip; of other instructions, those of
 * the moves that they become. */
enum hw_alu_slots mir_slots(const struct mir_function *f, const struct mir_inst *inst);
/* Whether a fetch is a sample by gradients: its coordinates are followed by those of the horizontal
 * and of the vertical one, which instructions of their own set just before it. */
static inline bool mir_has_gradients(const struct mir_inst *inst)
{
    return inst->kind == MIR_TEX && inst->op == HW_TEX_SAMPLE_G;
}

/* Instructions of the hardware that a fetch is. */
static inline uint32_t mir_fetch_count(const struct mir_inst *inst)
{
    return mir_has_gradients(inst) ? 3 : 1;
}

static inline uint32_t mir_fetch_limit(const struct mir_function *f)
{
    return f->fetch_limit ? f->fetch_limit : (uint32_t)HW_FETCH_CLAUSE_MAX;
}
