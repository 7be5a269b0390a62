/* SPDX-License-Identifier: MIT */
/* r500.h: the fragment instructions of R500 (rv515) as data: word fields, operations, limits.
 *
 * Shared by compiler, driver and simulator. What an instruction does is written in the simulator
 * alone (driver/sim/r500), and explained in docs/r500.md. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/hw/fields.h"

/* Fields: HW_GET(words[HW_R500_WORD_CMN], R500_CMN, TYPE) and so on. */
enum hw_r500_field_position {
#define F(word, field, lo, width)                                                                  \
    HW_##word##_##field##_LO = (lo), HW_##word##_##field##_WIDTH = (width),
#include "driver/hw/r500/fields.def"
#undef F
};

/* Indices of the six words of an instruction. */
enum {
    HW_R500_WORD_CMN = 0,
    HW_R500_WORD_RGB_ADDR = 1,
    HW_R500_WORD_TEX_INST = 1,
    HW_R500_WORD_ALPHA_ADDR = 2,
    HW_R500_WORD_TEX_ADDR = 2,
    HW_R500_WORD_FC_INST = 2,
    HW_R500_WORD_RGB_INST = 3,
    HW_R500_WORD_TEX_DXDY = 3,
    HW_R500_WORD_FC_ADDR = 3,
    HW_R500_WORD_ALPHA_INST = 4,
    HW_R500_WORD_RGBA_INST = 5,
    HW_R500_WORDS = 6
};

enum {
    HW_R500_MAX_INSTRUCTIONS = 512,
    HW_R500_TEMPS = 128,
    HW_R500_CONSTANTS = 256,
    HW_R500_TEXTURES = 16,
    HW_R500_TARGETS = 4,
    HW_R500_LOOPS = 32,       /* integer constants */
    HW_R500_BOOLS = 32,       /* boolean constants */
    HW_R500_BRANCH_DEPTH = 4, /* without full flow control; with: */
    HW_R500_BRANCH_DEPTH_FULL = 32,
    HW_R500_LOOP_DEPTH_FULL = 4,   /* nested loops; they need full flow control */
    HW_R500_INLINE = 0x80,         /* bit of an address: an inline constant */
    HW_R500_UNUSED_ADDRESS = 0x80, /* of a source that no operand takes: inline 0 */
};

enum { HW_R500_TYPE_ALU, HW_R500_TYPE_OUT, HW_R500_TYPE_FC, HW_R500_TYPE_TEX };
enum {
    HW_R500_PRED_NONE,
    HW_R500_PRED_RGBA, /* each channel by its own bit */
    HW_R500_PRED_RRRR,
    HW_R500_PRED_GGGG,
    HW_R500_PRED_BBBB,
    HW_R500_PRED_AAAA,
    HW_R500_PRED_COUNT
};
/* How a result is compared with 0, for the ALU result and for predicate bits. */
enum { HW_R500_TEST_EQ, HW_R500_TEST_LT, HW_R500_TEST_GE, HW_R500_TEST_NE };
enum {
    HW_R500_SRCP_BIAS, /* 1 - 2 * source 0 */
    HW_R500_SRCP_SUB,  /* source 1 - source 0 */
    HW_R500_SRCP_ADD,  /* source 1 + source 0 */
    HW_R500_SRCP_INV   /* 1 - source 0 */
};
enum { HW_R500_SEL_SRCP = 3 };
enum {
    HW_R500_SWIZ_R,
    HW_R500_SWIZ_G,
    HW_R500_SWIZ_B,
    HW_R500_SWIZ_A,
    HW_R500_SWIZ_0,
    HW_R500_SWIZ_HALF,
    HW_R500_SWIZ_1,
    HW_R500_SWIZ_UNUSED
};
enum { HW_R500_MOD_NONE, HW_R500_MOD_NEG, HW_R500_MOD_ABS, HW_R500_MOD_NAB };
enum {
    HW_R500_OMOD_1,
    HW_R500_OMOD_2,
    HW_R500_OMOD_4,
    HW_R500_OMOD_8,
    HW_R500_OMOD_HALF,
    HW_R500_OMOD_QUARTER,
    HW_R500_OMOD_EIGHTH,
    HW_R500_OMOD_DISABLE /* the result as it is, NaN and denormals too: MIN, MAX, CND, CMP only */
};
enum {
    HW_R500_TEX_NOP,
    HW_R500_TEX_LD,
    HW_R500_TEX_KILL,
    HW_R500_TEX_PROJ,
    HW_R500_TEX_LODBIAS,
    HW_R500_TEX_LOD,
    HW_R500_TEX_DXDY,
    HW_R500_TEX_COUNT
};
enum {
    HW_R500_FC_JUMP,
    HW_R500_FC_LOOP,
    HW_R500_FC_ENDLOOP,
    HW_R500_FC_REP,
    HW_R500_FC_ENDREP,
    HW_R500_FC_BREAKLOOP,
    HW_R500_FC_BREAKREP,
    HW_R500_FC_CONTINUE
};
enum { HW_R500_A_NONE, HW_R500_A_POP, HW_R500_A_PUSH };
enum { HW_R500_B_NONE, HW_R500_B_DECR, HW_R500_B_INCR };
/* Common values of JUMP_FUNC. */
enum {
    HW_R500_JUMP_NEVER = 0x00,
    HW_R500_JUMP_NOT_RESULT = 0x0f,
    HW_R500_JUMP_RESULT = 0xf0,
    HW_R500_JUMP_NOT_PREDICATE = 0x33,
    HW_R500_JUMP_PREDICATE = 0xcc,
    HW_R500_JUMP_NOT_BOOL = 0x55,
    HW_R500_JUMP_BOOL = 0xaa,
    HW_R500_JUMP_ALWAYS = 0xff
};

enum hw_r500_rgb_op {
#define R500_RGB(name, code, operands, scalar)           HW_R500_RGB_##name = (code),
#define R500_ALPHA(name, code, operands, transcendental) /* the next list */
#include "driver/hw/r500/ops.def"
#undef R500_RGB
#undef R500_ALPHA
};
enum hw_r500_alpha_op {
#define R500_RGB(name, code, operands, scalar)           /* the one before */
#define R500_ALPHA(name, code, operands, transcendental) HW_R500_ALPHA_##name = (code),
#include "driver/hw/r500/ops.def"
#undef R500_RGB
#undef R500_ALPHA
};

struct hw_r500_op {
    const char *name;
    uint8_t code;
    uint8_t operands;    /* which of A (1), B (2), C (4) are read */
    bool scalar;         /* RGB: one result for all channels */
    bool transcendental; /* alpha: SOP takes it */
};

/* NULL when there is no such operation. */
const struct hw_r500_op *hw_r500_rgb_op(unsigned code);
const struct hw_r500_op *hw_r500_alpha_op(unsigned code);

/* An inline constant: 4 bits of exponent, biased by 7, and 3 of mantissa; no sign, infinity or NaN.
 * The number that the lower 7 bits of an address stand for. */
float hw_r500_inline_value(unsigned code);
/* The 7 bits that stand for exactly this number, or -1: 0 and what lies between 2^-9 and 480. */
int hw_r500_inline_find(float value);
