/* SPDX-License-Identifier: MIT */
/* pvs.h: vertex programs. */
#pragma once

#include "driver/sim/r300/context.h"

enum { PVS_INPUTS = 16, PVS_TEMPS = 128, PVS_OUTPUTS = 16, PVS_LOOPS = 16, PVS_CODE = 1024 };

/* Operations of vectors, and of the scalar unit (numbers from PVS_MATH on). */
enum {
    PVS_NOP,
    PVS_DOT,
    PVS_MUL,
    PVS_ADD,
    PVS_MAD,
    PVS_DST,
    PVS_FRC,
    PVS_MAX,
    PVS_MIN,
    PVS_SGE,
    PVS_SLT,
    PVS_FLOOR = 13, /* FLT2FIX_DX */
    PVS_ROUND = 14,
    PVS_PUSH_EQ = 15, /* then GT, GTE, NEQ */
    PVS_PUSH_NEQ = 18,
    PVS_SGT = 26,
    PVS_SEQ = 27,
    PVS_SNE = 28,
    PVS_MATH = 64,
    PVS_EXP = PVS_MATH + 1,
    PVS_LOG = PVS_MATH + 2,
    PVS_LIT = PVS_MATH + 4,
    PVS_POW = PVS_MATH + 5,
    PVS_RCP = PVS_MATH + 6,
    PVS_RCP_FF = PVS_MATH + 7,
    PVS_RSQ = PVS_MATH + 8,
    PVS_RSQ_FF = PVS_MATH + 9,
    PVS_EX2 = PVS_MATH + 11,
    PVS_LG2 = PVS_MATH + 12,
    PVS_SIN = PVS_MATH + 16,
    PVS_COS = PVS_MATH + 17,
    PVS_LG2_IEEE = PVS_MATH + 18,
    PVS_RCP_IEEE = PVS_MATH + 19,
    PVS_RSQ_IEEE = PVS_MATH + 20,
    PVS_PRED_EQ = PVS_MATH + 21, /* then GT, GTE, NEQ */
    PVS_PRED_NEQ = PVS_MATH + 24,
    PVS_PRED_CLR = PVS_MATH + 25,
    PVS_PRED_INV = PVS_MATH + 26,
    PVS_PRED_POP = PVS_MATH + 27,
    PVS_PRED_RESTORE = PVS_MATH + 28,
};

enum { PVS_FILE_TEMP, PVS_FILE_INPUT, PVS_FILE_CONSTANT, PVS_FILE_ALTERNATE };
enum {
    PVS_TO_TEMP,
    PVS_TO_ADDRESS,
    PVS_TO_OUTPUT,
    PVS_TO_OUTPUT_X,
    PVS_TO_ALTERNATE,
    PVS_TO_INPUT
};

struct pvs_source {
    uint8_t file, index, swizzle[4], negated;
    bool absolute;
    uint8_t mode, select; /* 0: none, 1: the component of the address register, 2: the loop's */
};

struct pvs_instruction {
    uint8_t op, file, index, mask;
    bool saturates, predicated, sense;
    uint8_t mode, select;
    struct pvs_source source[3];
};

/* A jump or loop behind an instruction: FLOW_CNTL_OPC. */
struct pvs_flow {
    uint8_t kind; /* 0: nothing, 1: a jump, 2: a loop, 3: a call */
    uint16_t at, target, last, back;
    uint8_t first, count;
    int8_t step;
};

struct pvs_program {
    uint32_t first, last;
    struct pvs_instruction instruction[PVS_CODE];
    struct pvs_flow flow[PVS_LOOPS];
    uint32_t constants; /* that relative addresses reach */
    float constant[R300_MOST_CONSTANTS][4];
};

struct pvs_vertex {
    float input[PVS_INPUTS][4], temp[PVS_TEMPS][4], alternate[PVS_TEMPS][4];
    float output[PVS_OUTPUTS][4];
    int32_t address[4];
    bool predicate;
};

/* Reads the program that registers name. False with the error filled. */
bool pvs_read(struct r300 *r, struct pvs_program *program);
/* Runs it for a vertex, whose inputs are filled. False with the error filled. */
bool pvs_run(struct r300 *r, const struct pvs_program *program, struct pvs_vertex *vertex);

/* pvs_math.c: the result of an instruction, which may change the predicate. */
void pvs_compute(const struct pvs_instruction *instruction, const float a[4], const float b[4],
                 const float c[4], bool *predicate, float result[4]);
