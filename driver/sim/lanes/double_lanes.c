/* SPDX-License-Identifier: MIT */
/* double_lanes.c: what operations of double precision do to each lane. Facts: docs/hardware.md,
 * "Double precision". */
#include <math.h>
#include <string.h>

#include "driver/sim/lanes/double.h"

static inline double load(const uint32_t *vector, unsigned lane)
{
    const uint64_t bits = (uint64_t)vector[SIM_LANES + lane] << 32 | vector[lane];
    double value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static inline void store(uint32_t *vector, unsigned lane, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    vector[lane] = (uint32_t)bits;
    vector[SIM_LANES + lane] = (uint32_t)(bits >> 32);
}

/* The result is a double, or a test whose result the first unit writes. */
#define DOUBLE_LOOP(name, ...)                                                                     \
    static void op_##name(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c,    \
                          unsigned n)                                                              \
    {                                                                                              \
        (void)b, (void)c;                                                                          \
        for (unsigned i = 0; i < n; i++)                                                           \
            __VA_ARGS__;                                                                           \
    }
#define DOUBLE_OP(name, expression)                                                                \
    DOUBLE_LOOP(name, {                                                                            \
        const double x = load(a, i), y = load(b, i);                                               \
        store(d, i, expression);                                                                   \
    })
#define DOUBLE_TEST(name, expression)                                                              \
    DOUBLE_LOOP(name, {                                                                            \
        const double x = load(a, i), y = load(b, i);                                               \
        d[i] = (expression) ? ~0u : 0u;                                                            \
    })

DOUBLE_OP(ADD_64, x + y)
DOUBLE_OP(MUL_64, x *y)
DOUBLE_LOOP(FMA_64, store(d, i, fma(load(a, i), load(b, i), load(c, i))))
DOUBLE_LOOP(FRACT_64, {
    const double x = load(a, i);
    store(d, i, x - floor(x));
})
DOUBLE_TEST(SETE_64, x == y)
DOUBLE_TEST(SETNE_64, x != y)
DOUBLE_TEST(SETGT_64, x > y)
DOUBLE_TEST(SETGE_64, x >= y)

/* The float comes where the high word would. */
static inline double widen(const uint32_t *vector, unsigned lane)
{
    float value;
    memcpy(&value, &vector[SIM_LANES + lane], sizeof(value));
    return value;
}

static inline uint32_t narrow(double value)
{
    const float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof(bits));
    return bits;
}

DOUBLE_LOOP(FLT32_TO_FLT64, store(d, i, widen(a, i)))
DOUBLE_LOOP(FLT64_TO_FLT32, d[i] = narrow(load(a, i)))

sim_lane_fn sim_double_find(int op)
{
    switch (op) {
#define CASE(name)                                                                                 \
    case HW_ALU_OP_##name:                                                                         \
        return op_##name;
        CASE(ADD_64)
        CASE(MUL_64)
        CASE(FMA_64)
        CASE(FRACT_64)
        CASE(SETE_64)
        CASE(SETNE_64)
        CASE(SETGT_64)
        CASE(SETGE_64)
        CASE(FLT32_TO_FLT64)
        CASE(FLT64_TO_FLT32)
#undef CASE
    default:
        return NULL;
    }
}
