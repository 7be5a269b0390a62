/* SPDX-License-Identifier: MIT */
/* lanes.h: arithmetic on vectors of lanes, the part of the simulator that the host's vector units
 * run.
 *
 * A vector is 64 dwords, one a lane of a wavefront, aligned to 64 bytes. Every function works on
 * the first n lanes, n being a multiple of SIM_LANE_STEP; what lies in lanes that take no part does
 * not matter. The destination may be one of the sources. Every table is built once for each host
 * instruction set (lanes_alu.c, lanes_memory.c, lanes_texture.c) and chosen at start. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/hw/isa.h"

/* Who is compiled for blocks of so many lanes, all of which are computed, has no loops. */
#ifndef SIM_FIXED_LANES
enum { SIM_LANES = 64 };
#else
enum { SIM_LANES = SIM_FIXED_LANES };
#endif
enum { SIM_LANE_STEP = 16, SIM_VECTOR_ALIGN = 64 };

typedef uint32_t sim_vector[SIM_LANES] __attribute__((aligned(64)));

typedef void (*sim_lane_fn)(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                            unsigned n);

/* Changes of a result: output modifier, clamp to [0, 1], flush of denormals. */
enum { SIM_OUT_FLUSH = 1, SIM_OUT_CLAMP = 2, SIM_OUT_DX10_CLAMP = 4, SIM_OUT_OMOD_SHIFT = 3 };

/* Conversions between a channel's bits in memory and a register. */
enum sim_channel_kind {
    SIM_CHANNEL_NONE, /* the format lacks it: 0 */
    SIM_CHANNEL_ONE,  /* likewise: 1.0, or 1 */
    SIM_CHANNEL_ONE_INT,
    SIM_CHANNEL_COPY, /* 32 bits as they are */
    SIM_CHANNEL_UINT,
    SIM_CHANNEL_SINT,
    SIM_CHANNEL_UNORM,
    SIM_CHANNEL_SNORM,
    SIM_CHANNEL_USCALED,
    SIM_CHANNEL_SSCALED,
    SIM_CHANNEL_HALF,
    SIM_CHANNEL_SRGB,   /* 8 bits; reading only */
    SIM_CHANNEL_NARROW, /* floats of 10 and 11 bits, without a sign */
    SIM_CHANNEL_SHARED, /* 9 bits, and an exponent in the highest 5 of the dword; reading only */
    SIM_CHANNEL_KINDS
};

struct sim_alu_lanes {
    /* Operations that map lanes one to one; NULL for the rest. Tests (PRED_SETcc) give 0 or ~0. */
    sim_lane_fn alu[HW_ALU_OP_COUNT];
    /* d = (a & and_mask) ^ xor_mask: absolute value and negation. */
    void (*modify)(uint32_t *d, const uint32_t *a, uint32_t and_mask, uint32_t xor_mask,
                   unsigned n);
    void (*flush)(uint32_t *d, const uint32_t *a, unsigned n); /* denormals become zero */
    void (*finish)(uint32_t *d, unsigned how, unsigned n);     /* SIM_OUT_* */
    void (*blend)(uint32_t *d, const uint32_t *a, const uint32_t *mask,
                  unsigned n); /* where mask is ~0 */
    void (*fill)(uint32_t *d, uint32_t value, unsigned n);
    void (*expand)(uint32_t *mask, uint64_t bits, unsigned n); /* bit i to 0 or ~0 in lane i */
    uint64_t (*bits)(const uint32_t *a, unsigned n);           /* sign bit of lane i to bit i */
};

struct sim_memory_lanes {
    /* Smallest and largest of the lanes whose mask is ~0, of which there is one at least. */
    void (*min_max)(const uint32_t *a, const uint32_t *mask, unsigned n, uint32_t *min,
                    uint32_t *max);
    /* d = ((a - base) & mask) * scale */
    void (*offsets)(uint32_t *d, const uint32_t *a, uint32_t base, uint32_t scale,
                    const uint32_t *mask, unsigned n);
    /* Whether a[i] == a[0] + step * i for all lanes. */
    bool (*contiguous)(const uint32_t *a, uint32_t step, unsigned n);
    /* The dword at base + offset[i] (bytes, below 2^31, any alignment). */
    void (*gather)(uint32_t *d, const uint8_t *base, const uint32_t *offset, unsigned n);
    void (*decode[SIM_CHANNEL_KINDS])(uint32_t *d, const uint32_t *raw, unsigned shift,
                                      unsigned bits, unsigned n);
    /* raw |= the encoded value, at its place */
    void (*encode[SIM_CHANNEL_KINDS])(uint32_t *raw, const uint32_t *value, unsigned shift,
                                      unsigned bits, unsigned n);
};

struct sim_texture_lanes;
struct sim_filter_lanes;
struct sim_store_lanes;
struct sim_mip_lanes;

struct sim_lanes {
    const struct sim_alu_lanes *alu;
    const struct sim_memory_lanes *memory;
    const struct sim_texture_lanes *texture;
    const struct sim_filter_lanes *filter;
    const struct sim_store_lanes *store;
    const struct sim_mip_lanes *mips;
};

/* The best tables for this host. */
const struct sim_lanes *sim_lanes_select(void);
/* base, v2, v3 or v4: the host that the build's tables of that number are for, worst first; NULL
 * behind the last. */
const char *sim_lanes_name(unsigned index);
/* Number of the best tables that this host can run, and at most `most` (1 + number of some; 0:
 * any). */
unsigned sim_lanes_best(unsigned most);
/* All that this host can run, worst first; NULL behind the last. */
const struct sim_lanes *sim_lanes_at(unsigned index);

/* Every loop over lanes begins with this. It tells the compiler that lanes do not depend on each
 * other, and that n is a multiple of the step and not 0, so that it makes whole host vectors and no
 * loop for a remainder. */
#if defined(__clang__)
#define SIM_INDEPENDENT                                                                            \
    _Pragma("clang loop vectorize(assume_safety)") _Pragma("clang loop vectorize_width(16)")       \
        _Pragma("clang loop interleave_count(1)") _Pragma("clang loop unroll(disable)")
#else
#define SIM_INDEPENDENT _Pragma("GCC ivdep")
#endif
#define SIM_FOR_LANES(i, n)                                                                        \
    SIM_INDEPENDENT for (unsigned i = 0, i##_end = sim_whole_steps(n); i < i##_end; i++)

static inline __attribute__((always_inline)) unsigned sim_whole_steps(unsigned n)
{
#ifdef SIM_FIXED_LANES
    n = SIM_FIXED_LANES;
#endif
    if (n < SIM_LANE_STEP)
        __builtin_unreachable();
    return n & ~(SIM_LANE_STEP - 1u);
}

#define SIM_PASTE_(a, b) a##_##b
#define SIM_PASTE(a, b)  SIM_PASTE_(a, b)
/* The name of this build's table: sim_alu_lanes_v3 where SIM_HOST is v3. */
#define SIM_TABLE(name) SIM_PASTE(name, SIM_HOST)
