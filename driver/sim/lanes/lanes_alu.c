/* SPDX-License-Identifier: MIT */
/* lanes_alu.c: ALU operations (alu_ops.def) as loops over lanes. Built once for each host
 * instruction set. */
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "driver/sim/lanes/alu_ops.h"

#define SIM_OP(name, in, out, expression)                                                          \
    static void op_##name(uint32_t *dst, const uint32_t *a, const uint32_t *b, const uint32_t *c,  \
                          unsigned n)                                                              \
    {                                                                                              \
        out *d = (out *)dst;                                                                       \
        const in *xs = (const in *)a, *ys = (const in *)b, *zs = (const in *)c;                    \
        SIM_FOR_LANES(lane, n)                                                                     \
        {                                                                                          \
            const in x = xs[lane], y = ys[lane], z = zs[lane];                                     \
            (void)x, (void)y, (void)z;                                                             \
            d[lane] = (expression);                                                                \
        }                                                                                          \
    }
#define SIM_LANES_OP(name, function, in, out, expression)                                          \
    static void op_##name(uint32_t *dst, const uint32_t *a, const uint32_t *b, const uint32_t *c,  \
                          unsigned n)                                                              \
    {                                                                                              \
        (void)b, (void)c;                                                                          \
        function((out *)dst, (const in *)a, n);                                                    \
    }
#define SIM_SAME_OP(name, other)
#include "driver/sim/lanes/alu_ops.def"

static void modify(uint32_t *d, const uint32_t *a, uint32_t and_mask, uint32_t xor_mask, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = modified(a[i], and_mask, xor_mask);
}

static void flush(uint32_t *d, const uint32_t *a, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = flushed(a[i]);
}

static void finish(uint32_t *dst, unsigned how, unsigned n)
{
    lane_float *d = (lane_float *)dst;
    const float factor = output_factor(how);
    if (factor != 1.0f)
        SIM_FOR_LANES(i, n) d[i] *= factor;
    if (how & SIM_OUT_DX10_CLAMP)
        SIM_FOR_LANES(i, n) d[i] = clamped_dx10(d[i]);
    else if (how & SIM_OUT_CLAMP)
        SIM_FOR_LANES(i, n) d[i] = clamped(d[i]);
    if (how & SIM_OUT_FLUSH)
        flush(dst, dst, n);
}

static void blend(uint32_t *d, const uint32_t *a, const uint32_t *mask, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = (a[i] & mask[i]) | (d[i] & ~mask[i]);
}

static void fill(uint32_t *d, uint32_t value, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = value;
}

static void expand(uint32_t *mask, uint64_t bits, unsigned n)
{
    const uint32_t low = (uint32_t)bits, high = (uint32_t)(bits >> 32);
    SIM_FOR_LANES(i, n) mask[i] = 0u - ((i < 32 ? low : high) >> (i & 31u) & 1u);
}

static uint64_t sign_bits(const uint32_t *a, unsigned n)
{
    uint64_t bits = 0;
    n = sim_whole_steps(n);
#if defined(__AVX512DQ__)
    for (unsigned i = 0; i < n; i += 16)
        bits |= (uint64_t)_mm512_movepi32_mask(_mm512_loadu_si512(a + i)) << i;
#elif defined(__AVX__)
    for (unsigned i = 0; i < n; i += 8)
        bits |= (uint64_t)(uint32_t)_mm256_movemask_ps(_mm256_loadu_ps((const float *)(a + i)))
                << i;
#elif defined(__SSE2__)
    for (unsigned i = 0; i < n; i += 4)
        bits |= (uint64_t)(uint32_t)_mm_movemask_ps(_mm_loadu_ps((const float *)(a + i))) << i;
#else
    for (unsigned i = 0; i < n; i++)
        bits |= (uint64_t)(a[i] >> 31) << i;
#endif
    return bits;
}

extern const struct sim_alu_lanes SIM_TABLE(sim_alu_lanes);
const struct sim_alu_lanes SIM_TABLE(sim_alu_lanes) = {
    .modify = modify,
    .flush = flush,
    .finish = finish,
    .blend = blend,
    .fill = fill,
    .expand = expand,
    .bits = sign_bits,
    .alu =
        {
#define SIM_OP(name, in, out, expression) [HW_ALU_OP_##name] = op_##name,
#define SIM_SAME_OP(name, other)          [HW_ALU_OP_##name] = op_##other,
#include "driver/sim/lanes/alu_ops.def"
        },
};
