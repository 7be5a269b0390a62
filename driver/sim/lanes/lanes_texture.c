/* SPDX-License-Identifier: MIT */
/* lanes_texture.c: addressing and filtering of the texture unit, in single precision and exactly as
 * the equations of OpenCL 1.2, section 8.2, say. Built once for each host instruction set. */
#include <math.h>

#include "driver/sim/lanes/gather.h"
#include "driver/sim/lanes/lanes_texture.h"
#include "driver/sim/lanes/surface.h"

typedef float __attribute__((may_alias)) lane_float;
typedef int32_t __attribute__((may_alias)) lane_int;

/* A texel's number as an integer in [low, high]; NaN gives low. */
static inline int32_t limit(float texel, float low, float high)
{
    const float above = texel > low ? texel : low;
    return (int32_t)(above < high ? above : high);
}

static inline int32_t limit_int(int32_t texel, int32_t high)
{
    const int32_t above = texel > 0 ? texel : 0;
    return above < high ? above : high;
}

/* A coordinate in texels, for addressing modes that do not repeat. */
static inline float in_texels(float s, float size, bool normalized)
{
    return normalized ? s * size : s;
}

/* A coordinate in multiples of the size, for modes that repeat, which OpenCL defines for normalized
 * coordinates only. */
static inline float in_turns(float s, float size, bool normalized)
{
    return normalized ? s : s / size;
}

static inline float wrap(float s, float size)
{
    return (s - floorf(s)) * size;
}

static inline float mirror(float s, float size)
{
    return fabsf(s - 2.0f * rintf(0.5f * s)) * size;
}

#define AXIS(name)                                                                                 \
    static void name(struct sim_axis *axis, const uint32_t *coordinate, uint32_t size,             \
                     bool normalized, unsigned n)
#define AXIS_LOCALS                                                                                \
    const lane_float *s = (const lane_float *)coordinate;                                          \
    const float width = (float)size, last = width - 1.0f;                                          \
    lane_int *i0 = (lane_int *)axis->index[0];                                                     \
    (void)last

AXIS(nearest_edge)
{
    AXIS_LOCALS;
    SIM_FOR_LANES(i, n) i0[i] = limit(floorf(in_texels(s[i], width, normalized)), 0.0f, last);
}

AXIS(nearest_border)
{
    AXIS_LOCALS;
    SIM_FOR_LANES(i, n)
    {
        const int32_t texel = limit(floorf(in_texels(s[i], width, normalized)), -1.0f, width);
        axis->border[0][i] = (uint32_t)texel >= size ? ~0u : 0u;
        i0[i] = limit_int(texel, (int32_t)size - 1);
    }
}

AXIS(nearest_wrap)
{
    AXIS_LOCALS;
    SIM_FOR_LANES(i, n)
    {
        const int32_t texel =
            limit(floorf(wrap(in_turns(s[i], width, normalized), width)), 0.0f, width);
        i0[i] = texel > (int32_t)size - 1 ? texel - (int32_t)size : texel;
    }
}

AXIS(nearest_mirror)
{
    AXIS_LOCALS;
    SIM_FOR_LANES(i, n)
    i0[i] = limit(floorf(mirror(in_turns(s[i], width, normalized), width)), 0.0f, last);
}

#define LINEAR_LOCALS                                                                              \
    AXIS_LOCALS;                                                                                   \
    lane_int *i1 = (lane_int *)axis->index[1];                                                     \
    lane_float *w0 = (lane_float *)axis->weight[0], *w1 = (lane_float *)axis->weight[1]

/* Between two texels, both of which stay inside. */
#define LINEAR_LIMITED(name, coordinate)                                                           \
    AXIS(name)                                                                                     \
    {                                                                                              \
        LINEAR_LOCALS;                                                                             \
        SIM_FOR_LANES(i, n)                                                                        \
        {                                                                                          \
            const float u = (coordinate) - 0.5f, whole = floorf(u);                                \
            i0[i] = limit(whole, 0.0f, last);                                                      \
            i1[i] = limit(whole + 1.0f, 0.0f, last);                                               \
            w1[i] = u - whole;                                                                     \
            w0[i] = 1.0f - (u - whole);                                                            \
        }                                                                                          \
    }

LINEAR_LIMITED(linear_edge, in_texels(s[i], width, normalized))

AXIS(linear_border)
{
    LINEAR_LOCALS;
    SIM_FOR_LANES(i, n)
    {
        const float u = in_texels(s[i], width, normalized) - 0.5f, whole = floorf(u);
        const int32_t a = limit(whole, -1.0f, width), b = limit(whole + 1.0f, -1.0f, width);
        axis->border[0][i] = (uint32_t)a >= size ? ~0u : 0u;
        axis->border[1][i] = (uint32_t)b >= size ? ~0u : 0u;
        i0[i] = limit_int(a, (int32_t)size - 1);
        i1[i] = limit_int(b, (int32_t)size - 1);
        w1[i] = u - whole;
        w0[i] = 1.0f - (u - whole);
    }
}

AXIS(linear_wrap)
{
    LINEAR_LOCALS;
    const int32_t texels = (int32_t)size;
    SIM_FOR_LANES(i, n)
    {
        const float u = wrap(in_turns(s[i], width, normalized), width) - 0.5f, whole = floorf(u);
        const int32_t a = limit(whole, -1.0f, last), b = a + 1;
        i0[i] = a < 0 ? texels + a : a;
        i1[i] = b > texels - 1 ? b - texels : b;
        w1[i] = u - whole;
        w0[i] = 1.0f - (u - whole);
    }
}

LINEAR_LIMITED(linear_mirror, mirror(in_turns(s[i], width, normalized), width))

AXIS(layer)
{
    AXIS_LOCALS;
    (void)normalized;
    SIM_FOR_LANES(i, n) i0[i] = limit(rintf(s[i]), 0.0f, last);
}

AXIS(integer)
{
    (void)normalized;
    SIM_FOR_LANES(i, n)
    {
        const bool inside = coordinate[i] < size;
        axis->border[0][i] = inside ? 0u : ~0u;
        axis->index[0][i] = inside ? coordinate[i] : 0u;
    }
}

/* The part of the addresses that an axis contributes: its table has it by index, and need not be
 * looked into where the axis has one texel or the surface is linear. */
static inline void parts(uint32_t *d, const uint32_t *table, uint32_t size, bool linear,
                         uint32_t step, const uint32_t *index, unsigned n)
{
    const uint32_t first = table[0];
    if (size == 1)
        SIM_FOR_LANES(i, n) d[i] = first;
    else if (linear)
        SIM_FOR_LANES(i, n) d[i] = first + index[i] * step;
    else
        sim_gather(d, table, index, 4, sim_whole_steps(n));
}

static void parts_x(uint32_t *d, const struct sim_surface *s, const uint32_t *index, unsigned n)
{
    parts(d, s->x, s->width, s->linear, s->format.bytes, index, n);
}

static void parts_y(uint32_t *d, const struct sim_surface *s, const uint32_t *index, unsigned n)
{
    parts(d, s->y, s->height, s->linear, s->row, index, n);
}

static void parts_z(uint32_t *d, const struct sim_surface *s, const uint32_t *index, unsigned n)
{
    parts(d, s->z, s->depth, s->linear, s->slice, index, n);
}

static void join(uint32_t *d, const struct sim_surface *surface, const uint32_t *x,
                 const uint32_t *y, const uint32_t *z, unsigned n)
{
    const uint32_t low = surface->low;
    SIM_FOR_LANES(i, n)
    d[i] = sim_join_parts(x[i], y[i], z[i], low);
}

static void multiply(uint32_t *dst, const uint32_t *a, const uint32_t *b, unsigned n)
{
    lane_float *d = (lane_float *)dst;
    const lane_float *x = (const lane_float *)a, *y = (const lane_float *)b;
    SIM_FOR_LANES(i, n) d[i] = x[i] * y[i];
}

static void weigh(uint32_t *dst, const uint32_t *value, const uint32_t *weight, bool first,
                  unsigned n)
{
    lane_float *sum = (lane_float *)dst;
    const lane_float *v = (const lane_float *)value, *w = (const lane_float *)weight;
    if (first)
        SIM_FOR_LANES(i, n) sum[i] = v[i] * w[i];
    else
        SIM_FOR_LANES(i, n) sum[i] = sum[i] + v[i] * w[i];
}

static void replace(uint32_t *value, uint32_t border, const uint32_t *mask, unsigned n)
{
    SIM_FOR_LANES(i, n) value[i] = mask[i] ? border : value[i];
}

static void either(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = a[i] | b[i] | c[i];
}

static void either_set(uint32_t *d, const uint32_t *a, const uint32_t *b, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = a[i] | (b[i] ? ~0u : 0u);
}

extern const struct sim_texture_lanes SIM_TABLE(sim_texture_lanes);
const struct sim_texture_lanes SIM_TABLE(sim_texture_lanes) = {
    .nearest = {[HW_CLAMP_WRAP] = nearest_wrap,
                [HW_CLAMP_MIRROR] = nearest_mirror,
                [HW_CLAMP_EDGE] = nearest_edge,
                [HW_CLAMP_BORDER] = nearest_border},
    .linear = {[HW_CLAMP_WRAP] = linear_wrap,
               [HW_CLAMP_MIRROR] = linear_mirror,
               [HW_CLAMP_EDGE] = linear_edge,
               [HW_CLAMP_BORDER] = linear_border},
    .layer = layer,
    .integer = integer,
    .parts = {parts_x, parts_y, parts_z},
    .join = join,
    .multiply = multiply,
    .weigh = weigh,
    .replace = replace,
    .either = either,
    .either_set = either_set,
};
