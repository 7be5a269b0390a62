/* SPDX-License-Identifier: MIT */
/* us_wave.h: pixels that run a fragment program together, one a lane, and what each of the files
 * us_*.c does to them. Sets of pixels are bits, pixel i being bit i. */
#pragma once

#include <stdarg.h>

#include "driver/base/bits.h"
#include "driver/sim/lanes/lanes.h"
#include "driver/sim/lanes/surface.h"
#include "driver/sim/r500/us.h"

typedef float __attribute__((may_alias)) us_float;

/* A texture unit, as it is set up. */
struct us_texture {
    bool bound;
    struct sim_surface surface;
    uint8_t dim;      /* HW_DIM_2D, HW_DIM_3D */
    uint8_t clamp[3]; /* HW_CLAMP_* */
    bool linear;
    uint8_t select[4]; /* HW_SEL_*: what r, g, b, a are */
};

struct us_wave;
/* False with the wave's error filled. */
typedef bool (*us_sample_fn)(struct us_wave *wave, const struct us_tex *tex,
                             const uint32_t *const coordinate[4], sim_vector texel[4]);

/* The state that all pixels of a draw share. */
struct us_draw {
    const struct us_program *program;
    const struct sim_lanes *lanes;
    float constant[HW_R500_CONSTANTS][4];
    uint32_t integer[HW_R500_LOOPS];
    uint32_t booleans;
    uint32_t max_steps; /* 0: US_MAX_STEPS */
    bool zero_wins;     /* products with 0 are 0 */
    bool narrow;        /* results have 24 bits, as R300's do */
    /* Looks texels up in the place of the sampler of images: r, g, b, a, by their selects. NULL:
     * images. */
    us_sample_fn sample;
    void *sampler; /* whose that is */
    struct us_texture texture[HW_R500_TEXTURES];
};

/* A number in 24 bits: a sign, 7 bits of exponent, 16 of mantissa, neither denormals nor more than
 * one kind of NaN. No source says how R300 rounds, or what is too large: it cuts off here, as Mesa
 * does with constants, so that equal numbers stay equal; and has infinities. */
static inline float us_narrowed(float value)
{
    enum { MOST = (127 + 64) << 23, LEAST = (127 - 62) << 23 };
    uint32_t bits = float_bits(value);
    const uint32_t sign = bits & 1u << 31;

    bits ^= sign;
    if (bits > 0x7f800000u)
        return bits_float(0x7fffffff);
    bits &= ~0x7fu;
    return bits_float(sign | (bits >= MOST ? 0x7f800000u : bits < LEAST ? 0 : bits));
}

/* A loop that is running. */
struct us_loop {
    uint64_t broken, continued; /* pixels that have left it, or this round of it */
    uint32_t left;              /* rounds, this one included */
    int32_t index, step;        /* aL */
    bool indexed;               /* LOOP, not REP */
};

enum { US_LANES = SIM_LANES, US_MAX_STEPS = 1 << 24, US_ERROR_SIZE = 512 };

struct us_wave {
    const struct us_draw *draw;
    uint32_t at; /* instruction in hand */
    const struct us_instruction
        *before;      /* the one that ran before it; NULL: flow control, or none */
    uint64_t covered; /* pixels inside the rectangle */
    uint64_t helpers; /* pixels beside it, which run for differences: quads are four lanes */
    uint64_t killed;
    uint64_t active;
    uint64_t branched;      /* inactive by a branch */
    int8_t depth[US_LANES]; /* branch counters of those */
    struct us_loop loop[HW_R500_LOOP_DEPTH_FULL];
    unsigned loops;
    uint64_t predicate[4];
    uint64_t result;
    bool has_result;
    /* Channels of temporaries that look-ups will write: those that the semaphore guards, and later
     * ones. */
    uint8_t held[HW_R500_TEMPS], loose[HW_R500_TEMPS];
    bool acquired;
    uint64_t output_lanes[HW_R500_TARGETS][4]; /* pixels that wrote the channel of a target */
    uint64_t depth_lanes;                      /* and a depth */
    char *error;                               /* US_ERROR_SIZE bytes */
    sim_vector temp[HW_R500_TEMPS][4];
    sim_vector output[HW_R500_TARGETS][4];
    sim_vector depths; /* that the program wrote */
};

/* Fills the error with the number of the instruction and the text. Always false. */
bool us_fail(struct us_wave *wave, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Runs the program from its begin to its end: temporaries and `covered` are set, all else is 0.
 * False with the error filled. */
bool us_run(struct us_wave *wave);

/* us_alu.c, us_tex.c, us_flow.c: one instruction. us_flow sets wave->at to the next one. */
bool us_exec_alu(struct us_wave *wave, const struct us_instruction *instruction);
bool us_exec_tex(struct us_wave *wave, const struct us_instruction *instruction);
bool us_exec_flow(struct us_wave *wave, const struct us_instruction *instruction);

/* us_hazards.c: what an instruction must wait for, and did not. */
bool us_check_hazards(struct us_wave *wave, const struct us_instruction *instruction);
/* A look-up was issued that writes these channels. */
bool us_issue_lookup(struct us_wave *wave, const struct us_tex *tex, unsigned dest);

/* Index of a register that an instruction names: plus aL where that is asked for. False with the
 * error filled when there is no loop, or no such register. */
bool us_register(struct us_wave *wave, unsigned index, bool relative, unsigned count,
                 unsigned *result);
/* Pixels whose channel c (0 to 3) is written: the active ones of which the predicate is set. */
uint64_t us_writers(const struct us_wave *wave, const struct us_instruction *instruction,
                    unsigned c);
