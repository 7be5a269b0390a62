/* SPDX-License-Identifier: MIT */
/* us.h: fragment programs of R500, decoded. US is what AMD's documents call the unit that runs
 * them, the unified shader. docs/r500.md says what instructions do. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/hw/r500/r500.h"

enum us_source_kind { US_TEMP, US_CONSTANT, US_INLINE };

struct us_source {
    uint8_t kind;  /* enum us_source_kind */
    uint8_t index; /* of temporary or constant */
    bool relative; /* aL is added */
    float value;   /* US_INLINE */
};

struct us_operand {
    uint8_t sel;     /* source 0 to 2, HW_R500_SEL_SRCP */
    uint8_t swiz[3]; /* HW_R500_SWIZ_*; the alpha ALU has one */
    uint8_t mod;     /* HW_R500_MOD_* */
};

/* The operation of one of the two ALUs. */
struct us_alu {
    const struct hw_r500_op *op;
    struct us_source source[3];
    struct us_operand operand[3]; /* A, B, C */
    uint8_t srcp;                 /* HW_R500_SRCP_* */
    bool uses_srcp;               /* some operand of either ALU takes it from here */
    uint8_t dest;
    bool dest_relative;
    uint8_t wmask, omask; /* channels, the first in bit 0: temporaries; target or predicate */
    uint8_t omod;         /* HW_R500_OMOD_* */
    bool clamp;
    uint8_t target; /* render target, or HW_R500_TEST_* of predicate bits */
    uint8_t pred_sel;
    bool pred_inv;
};

struct us_tex {
    uint8_t op; /* HW_R500_TEX_* */
    uint8_t unit;
    bool acquire, unscaled;
    uint8_t source, dest;
    bool source_relative, dest_relative;
    uint8_t source_swiz[4]; /* channels of the source that are s, t, r, q */
    uint8_t dest_swiz[4];   /* channels of the texel for r, g, b, a */
    uint8_t wmask;          /* r, g, b, a */
    /* Registers that have the differences to the right and down, and their channels s, t, r. */
    struct {
        uint8_t source;
        bool relative;
        uint8_t swiz[3];
    } difference[2];
};

struct us_flow {
    uint8_t op; /* HW_R500_FC_* */
    bool otherwise, any;
    uint8_t jump_func;
    uint8_t pops;
    uint8_t on_stay, on_jump; /* HW_R500_B_* */
    uint8_t boolean, integer; /* constants */
    uint16_t target;
};

struct us_instruction {
    uint8_t type; /* HW_R500_TYPE_* */
    bool sem_wait, write_inactive, last, nop, alu_wait;
    struct us_alu rgb, alpha; /* ALU, OUT; predicates of TEX and FC, too */
    bool writes_depth;        /* by the alpha ALU */
    bool writes_result;       /* the ALU result */
    uint8_t result_channel;   /* 0: red, 3: alpha */
    uint8_t result_test;      /* HW_R500_TEST_* */
    union {
        struct us_tex tex;
        struct us_flow flow;
    };
};

struct us_program {
    uint32_t count;
    bool full_flow;
    uint16_t temps; /* temporaries there are: US_PIXSIZE */
    bool quads;     /* lanes are pixels of quads: there are differences, kills and depths */
    struct us_instruction instruction[HW_R500_MAX_INSTRUCTIONS];
};

/* Decodes `count` instructions (1 to 512) of a program whose full_flow, temps and quads are set.
 * False, with a message that names the instruction by its number, when one is what the hardware or
 * the simulator does not have. */
bool us_decode(struct us_program *program, const uint32_t (*words)[HW_R500_WORDS], uint32_t count,
               char *error, size_t error_size);
