/* SPDX-License-Identifier: MIT */
/* depth.c: tests of depth and stencil, behind the program of pixels. */
#include "driver/sim/raster/depth.h"

#include <math.h>
#include <string.h>

#include "driver/hw/formats.h"
#include "driver/sim/raster/targets.h"

enum { NEVER, LESS, EQUAL, LESS_EQUAL, GREATER, NOT_EQUAL, GREATER_EQUAL, ALWAYS };
enum { KEEP, TO_ZERO, REPLACE, INCREASE, DECREASE, INVERT, INCREASE_WRAP, DECREASE_WRAP };

void draw_depth_close(struct draw_depth *depth)
{
    sim_surface_finish(&depth->depth);
    sim_surface_finish(&depth->stencil);
}

static bool compare(unsigned function, uint32_t a, uint32_t b)
{
    switch (function) {
    case NEVER:
        return false;
    case LESS:
        return a < b;
    case EQUAL:
        return a == b;
    case LESS_EQUAL:
        return a <= b;
    case GREATER:
        return a > b;
    case NOT_EQUAL:
        return a != b;
    case GREATER_EQUAL:
        return a >= b;
    default:
        return true;
    }
}

bool draw_compares(unsigned function, float a, float b)
{
    return compare(function, a < b ? 0 : a > b ? 2 : 1, 1);
}

static uint8_t operate(unsigned operation, uint8_t value, uint8_t reference)
{
    switch (operation) {
    case TO_ZERO:
        return 0;
    case REPLACE:
        return reference;
    case INCREASE:
        return value == 255 ? 255 : (uint8_t)(value + 1);
    case DECREASE:
        return value ? (uint8_t)(value - 1) : 0;
    case INVERT:
        return (uint8_t)~value;
    case INCREASE_WRAP:
        return (uint8_t)(value + 1);
    case DECREASE_WRAP:
        return (uint8_t)(value - 1);
    default:
        return value;
    }
}

/* A depth as it is in memory; bits beside it stay. */
static uint32_t encode(const struct draw_depth *depth, float z, uint32_t old)
{
    const double most = depth->format == DRAW_Z_16 ? 65535.0 : 16777215.0;
    const double limited = !(z > 0) ? 0 : z > 1 ? 1 : z;
    uint32_t bits;
    if (depth->format == DRAW_Z_FLOAT) {
        memcpy(&bits, &z, sizeof(bits));
        return bits;
    }
    bits = (uint32_t)llrint(limited * most) << depth->shift;
    return depth->format == DRAW_Z_24 ? (old & ~(0xffffffu << depth->shift)) | bits : bits;
}

static bool passes_depth(const struct draw_depth *depth, uint32_t old, uint32_t now)
{
    const unsigned function = draw_bits(depth->control, 4, 3);
    float a, b;
    if (!depth->tests)
        return true;
    if (depth->format != DRAW_Z_FLOAT)
        return compare(function, now >> depth->shift & 0xffffffu, old >> depth->shift & 0xffffffu);
    memcpy(&a, &now, sizeof(a));
    memcpy(&b, &old, sizeof(b));
    return draw_compares(function, a, b);
}

/* The shift of the functions of a face in DB_DEPTH_CONTROL. */
static unsigned face_shift(const struct draw_depth *depth, bool front)
{
    return !front && draw_bits(depth->control, 7, 1) ? 20 : 8;
}

static uint8_t *texel(const struct draw_depth *depth, const struct sim_surface *s,
                      const struct draw_places *places, unsigned i, unsigned sample)
{
    const uint32_t slice = draw_slice(s, depth->layer, depth->samples, sample);
    return s->view.memory + sim_surface_offset(s, places->x[i], places->y[i], slice);
}

static uint8_t reference(const struct draw_depth *depth, unsigned i, bool front)
{
    return (uint8_t)(depth->references ? depth->references[i] : depth->masks[!front]);
}

/* Whether a pixel passes the test of stencils. */
static bool passes_stencil(const struct draw_depth *depth, unsigned i, uint8_t value, bool front)
{
    const uint32_t masks = depth->masks[!front];
    const uint32_t mask = draw_bits(masks, 8, 8);
    return !depth->tests_stencil || compare(draw_bits(depth->control, face_shift(depth, front), 3),
                                            reference(depth, i, front) & mask, value & mask);
}

static uint8_t next_stencil(const struct draw_depth *depth, unsigned i, uint8_t value, bool front,
                            bool passed, bool visible)
{
    const uint32_t masks = depth->masks[!front];
    const unsigned shift = face_shift(depth, front);
    const unsigned operation = draw_bits(depth->control,
                                         shift + (!passed   ? 3
                                                  : visible ? 6
                                                            : 9),
                                         3);
    const uint8_t written = (uint8_t)draw_bits(masks, 16, 8);
    const uint8_t result = operate(operation, value, reference(depth, i, front));
    return (uint8_t)((value & ~written) | (result & written));
}

static float depth_of(const struct draw_depth *depth, const uint32_t *exported,
                      const struct draw_places *places, unsigned i)
{
    float z = places->z[depth->sample][i];
    if (depth->clears_depth)
        return depth->clear;
    if (depth->exported)
        memcpy(&z, &exported[i], sizeof(z));
    return z < depth->z_min ? depth->z_min : z > depth->z_max ? depth->z_max : z;
}

static bool is_inside(const struct sim_surface *s, const struct draw_places *places, unsigned i)
{
    return !s->tables || (places->x[i] < s->width && places->y[i] < s->height);
}

/* A stencil may share its dword, and has been written. */
static void write_depth(const struct draw_depth *depth, uint8_t *z, uint32_t now)
{
    uint32_t there = 0;
    const uint32_t mask = depth->format == DRAW_Z_24 ? 0xffffffu << depth->shift : ~0u;
    memcpy(&there, z, depth->depth.format.bytes);
    now = (there & ~mask) | (now & mask);
    memcpy(z, &now, depth->depth.format.bytes);
}

static bool test_pixel(struct draw_depth *depth, const uint32_t *exported,
                       const struct draw_places *places, unsigned i)
{
    const bool front = places->front >> i & 1u;
    const unsigned bytes = depth->depth.format.bytes;
    const unsigned s = depth->sample;
    uint8_t *z = depth->depth.tables ? texel(depth, &depth->depth, places, i, s) : NULL,
            *stencil = depth->stencil.tables ? texel(depth, &depth->stencil, places, i, s) : NULL;
    uint32_t old = 0;
    if (z && depth->fills) {
        memcpy(z, &depth->fill, bytes);
        return true;
    }
    if (z)
        memcpy(&old, z, bytes);
    const uint32_t now = encode(depth, depth_of(depth, exported, places, i), old);
    const bool passed = passes_stencil(depth, i, stencil ? *stencil : 0, front);
    const bool visible = passes_depth(depth, old, now);
    if (stencil && depth->clears_stencil)
        *stencil = depth->stencil_clear;
    else if (stencil)
        *stencil = next_stencil(depth, i, *stencil, front, passed, visible);
    if (z && passed && visible && (depth->writes || depth->clears_depth))
        write_depth(depth, z, now);
    return passed && visible;
}

uint64_t draw_depth_test(struct draw_depth *depth, const uint32_t *exported,
                         const struct draw_places *places, uint64_t lanes)
{
    uint64_t passed = 0;
    if (!depth->depth.tables && !depth->stencil.tables)
        return lanes;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        if (is_inside(&depth->depth, places, i) && is_inside(&depth->stencil, places, i) &&
            test_pixel(depth, exported, places, i))
            passed |= 1ull << i;
    }
    return passed;
}

bool draw_depth_can_copy(const struct draw_depth *depth)
{
    const unsigned format = depth->copy_format;
    const bool both = depth->copies_depth && depth->copies_stencil;
    if (!depth->copies_depth)
        return format == HW_FMT_8;
    return (depth->format == DRAW_Z_16 && format == HW_FMT_16 && !both) ||
           (depth->format == DRAW_Z_24 && (format == HW_FMT_8_24 || format == HW_FMT_24_8)) ||
           (depth->format == DRAW_Z_FLOAT && format == HW_FMT_32_FLOAT && !both) ||
           (depth->format == DRAW_Z_FLOAT && format == HW_FMT_X24_8_32_FLOAT);
}

void draw_depth_copy(const struct draw_depth *depth, const struct draw_places *places,
                     unsigned lane, uint32_t result[4])
{
    const uint8_t stencil = depth->copies_stencil && is_inside(&depth->stencil, places, lane)
                                ? *texel(depth, &depth->stencil, places, lane, depth->copied)
                                : 0;
    memset(result, 0, 4 * sizeof(*result));
    if (depth->copies_depth && is_inside(&depth->depth, places, lane))
        memcpy(result, texel(depth, &depth->depth, places, lane, depth->copied),
               depth->depth.format.bytes);
    if (!depth->copies_depth)
        result[0] = stencil;
    else if (depth->format == DRAW_Z_24)
        result[0] = depth->copy_format == HW_FMT_24_8
                        ? result[0] << 8 | stencil
                        : (result[0] & 0xffffffu) | (uint32_t)stencil << 24;
    else if (depth->format == DRAW_Z_FLOAT)
        result[1] = stencil;
}
