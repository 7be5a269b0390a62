/* SPDX-License-Identifier: MIT */
/* rows.h: rows, which are instructions of R500 before they have registers, and places: which
 * scalars share a register, and in which channel each lies. */
#pragma once

#include "driver/hw/r500/r500.h"
#include "llvm/r500/fir/fir.h"

enum { ROW_RGB, ROW_ALPHA, ROW_HALVES, ROW_ALPHA_LANE = 3, ROW_LANES = 4, ROW_ARGS = 3 };
enum { PLACE_NO_CHANNEL = 0xff, PLACE_NO_REGISTER = 0xffff };

/* Where a scalar lies. Scalars of one bundle lie in one register; what is not locked may still have
 * red, green and blue exchanged, for all of its bundle. */
struct place {
    uint32_t bundle; /* one of its members */
    uint8_t channel; /* 0 to 3, or PLACE_NO_CHANNEL: not made yet */
    bool locked;
    uint16_t reg;
};

/* The operand that one half of a source's address reads. */
enum part_kind { PART_FREE, PART_TEMP, PART_CONST };

struct part_constant {
    struct abi_image_component value;
    uint8_t channel; /* that it must lie in, or PLACE_NO_CHANNEL */
};

struct part {
    enum part_kind kind;
    uint32_t bundle;
    struct part_constant constant[3];
    unsigned constants;
};

/* A source: red, green and blue of one register and alpha of another. */
struct slot {
    struct part part[ROW_HALVES];
};

/* A lane: an operation, its operands in the order in which the instruction takes them. */
struct lane {
    const struct fir_op *op;
    uint8_t order[ROW_ARGS];
};

/* A row: look-up, flow control, or lanes. Those of RGB lie where their results' channels are. */
struct row {
    enum { ROW_ALU, ROW_TEX, ROW_FLOW } kind;
    const struct fir_op *tex;
    enum fir_flow flow;
    bool always;
    uint8_t predicate; /* as of fir_block */
    unsigned pops;     /* ENDIF: how many ifs end */
    struct lane rgb[3];
    unsigned rgb_count;
    struct lane alpha;
    bool has_alpha;
    /* A half that only makes what the other one keeps: of a dot product, or a scalar operation. */
    bool rgb_hidden, alpha_hidden;
    /* The result of row_solve: sources, and which one each argument takes. */
    struct slot slot[3];
    uint8_t sel[ROW_HALVES][ROW_ARGS]; /* 0 to 2, HW_R500_SEL_SRCP */
    uint8_t mod[ROW_HALVES][ROW_ARGS]; /* HW_R500_MOD_* */
    uint8_t presub[ROW_HALVES];        /* enum fir_presub: of srcp's colour and alpha */
};

struct places {
    struct place *of; /* by variable */
    uint32_t count;
};

/* place.c */
uint8_t place_mask(const struct places *places, uint32_t bundle);
/* Puts two bundles into one register. False, and nothing certain about the places, when their
 * channels collide. */
bool place_join(struct places *places, uint32_t a, uint32_t b);
/* Makes two scalars lie in one channel, for good. Likewise. */
bool place_align(struct places *places, uint32_t a, uint32_t b);
void place_lock(struct places *places, uint32_t bundle);
/* The channels that a bundle's red, green and blue go to under a permutation, 0 to 5. */
extern const uint8_t place_permutations[6][3];

/* row.c: whether the lanes fit into one instruction; joins bundles for that, and fills the row's
 * sources. Where it does not fit, nothing is certain about the places. */
bool row_solve(struct row *row, struct places *places);
/* Whether an operation can share a row's half: operation, scale, clamp, target. */
bool row_same_form(const struct fir_op *x, const struct fir_op *y);
/* The same result for the same operands. */
bool row_same_value(const struct fir_op *x, const struct fir_op *y);
/* The operand that lane `l` of an argument takes: of DOT, products by lane. NULL: none. */
const struct fir_src *row_operand(const struct row *row, unsigned half, unsigned l, unsigned arg);
unsigned row_args(const struct row *row, unsigned half);
/* Computes the value of a literal under the argument's modifier; returns whether the swizzles have
 * it. */
bool row_adapted(const struct fir_src *src, uint8_t mod, float *value);
bool row_is_swizzle(float value, uint8_t *swizzle);
