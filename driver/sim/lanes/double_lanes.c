/* SPDX-License-Identifier: MIT */
/* double_lanes.c: operations of double precision (double_ops.def) as loops over lanes. */
#include <math.h>

#include "driver/sim/lanes/alu_ops.h"
#include "driver/sim/lanes/double.h"

static inline uint64_t load(const uint32_t *vector, unsigned lane)
{
    return (uint64_t)vector[SIM_LANES + lane] << 32 | vector[lane];
}

#define ONE    const double x = bits_double(load(a, lane));
#define TWO    ONE const double y = bits_double(load(b, lane));
#define THREE  TWO const double z = bits_double(load(c, lane));
#define SINGLE const float x = bits_float(a[SIM_LANES + lane]);

#define WIDE(value)                                                                                \
    const uint64_t bits = double_bits(value);                                                      \
    d[lane] = (uint32_t)bits;                                                                      \
    d[SIM_LANES + lane] = (uint32_t)(bits >> 32)
#define NARROW(value) d[lane] = float_bits(value)
#define TEST(value)   d[lane] = (value) ? ~0u : 0u

#define SIM_DOUBLE_OP(name, sources, result, expression)                                           \
    static void op_##name(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c,    \
                          unsigned n)                                                              \
    {                                                                                              \
        (void)b, (void)c;                                                                          \
        for (unsigned lane = 0; lane < n; lane++) {                                                \
            sources result(expression);                                                            \
        }                                                                                          \
    }
#include "driver/sim/lanes/double_ops.def"

sim_lane_fn sim_double_find(int op)
{
    switch (op) {
#define SIM_DOUBLE_OP(name, sources, result, expression)                                           \
    case HW_ALU_OP_##name:                                                                         \
        return op_##name;
#include "driver/sim/lanes/double_ops.def"
    default:
        return NULL;
    }
}
