/* SPDX-License-Identifier: MIT */
/* program.h: for tests: instructions word by word, and pixels that run them without a device. */
#pragma once

#include <stdbool.h>

#include "ci/tests/run_tests.h"
#include "driver/sim/r500/us_wave.h"

/* Sources: ten bits of an address word. */
#define T(n) ((unsigned)(n))
#define C(n) ((unsigned)(n) | 1u << 8)
#define I(v) inline_constant(v)
enum { RELATIVE = 1 << 9 };
unsigned inline_constant(float value); /* which must be one */

struct operand {
    unsigned sel, swiz[3], mod;
};
/* All channels of source n; one of its channels; numbers. */
#define ALL(n)       ((struct operand){n, {0, 1, 2}, 0})
#define ONE_OF(n, c) ((struct operand){n, {c, c, c}, 0})
#define ZERO         ONE_OF(0, HW_R500_SWIZ_0)
#define ONE          ONE_OF(0, HW_R500_SWIZ_1)
#define HALF         ONE_OF(0, HW_R500_SWIZ_HALF)

struct half {
    unsigned op, src[3], srcp;
    struct operand a, b, c; /* the alpha ALU takes the first swizzle */
    unsigned dest, wmask, omask, target, omod, pred;
    bool clamp, pred_inv, dest_relative;
};

struct instruction {
    struct half rgb, alpha;
    unsigned type, flags; /* flags: bits of CMN, as made by HW_SET */
    bool writes_result;
};

struct program {
    uint32_t words[HW_R500_MAX_INSTRUCTIONS][HW_R500_WORDS];
    uint32_t count;
};

/* Each appends an instruction and returns its number. */
uint32_t alu(struct program *program, const struct instruction *instruction);
#define ALU(program, ...) alu(program, &(struct instruction){__VA_ARGS__})
/* op t[dest].rgba = unit at t[source].xy */
uint32_t look_up(struct program *program, unsigned unit, unsigned dest, unsigned source,
                 uint32_t cmn, uint32_t inst);
uint32_t flow(struct program *program, unsigned op, uint32_t inst, uint32_t addr);
/* Sets where a flow instruction jumps to. */
void aim(struct program *program, uint32_t number, uint32_t target);
/* t[dest] = value in all channels */
void set_all(struct program *program, unsigned dest, float value);
/* target 0 = t[source], by an output instruction that waits for the semaphore. */
void output(struct program *program, unsigned source);

/* Pixels with t[0] = (lane, lane / 4, -lane, 1), constants and 16 temporaries. */
struct pixels {
    struct us_draw draw;
    struct us_program program;
    struct us_wave wave;
    char error[US_ERROR_SIZE];
};
/* The pixels of the test program: made and freed by the set-up and the end of its tests. */
extern struct pixels *pixels;
int pixels_create(void **state);
int pixels_destroy(void **state);
/* Decodes and runs. False with pixels->error filled. */
bool run(const struct program *program);
/* Returns channel c of target 0, or of a temporary. */
float out(unsigned c, unsigned lane);
float temp(unsigned t, unsigned c, unsigned lane);
/* Fails unless the program is refused, or stopped, with these words in the message. */
void assert_fault(const struct program *program, const char *words);
