/* SPDX-License-Identifier: MIT */
/* depth.c: tests of depth and stencil, behind the program of pixels. Memory always holds what HTILE
 * would stand for: tiles are never compressed, and what drivers do to expand them changes nothing.
 * A fast clear therefore writes its value. */
#include "driver/sim/draw/depth.h"

#include <math.h>
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/hw/tiling.h"
#include "driver/sim/draw/targets.h"

enum { Z_NONE, Z_16, Z_24, Z_FLOAT };
enum { NEVER, LESS, EQUAL, LESS_EQUAL, GREATER, NOT_EQUAL, GREATER_EQUAL, ALWAYS };
enum { KEEP, TO_ZERO, REPLACE, INCREASE, DECREASE, INVERT, INCREASE_WRAP, DECREASE_WRAP };

static bool place(struct draw_depth *depth, struct sim_surface *surface, const char *what,
                  uint32_t base, uint8_t bytes, unsigned split)
{
    struct sim_drawing *d = depth->d;
    const uint32_t info = draw_register(d, DRAW_R_DB_Z_INFO);
    const uint32_t size = draw_register(d, DRAW_R_DB_DEPTH_SIZE);
    const uint32_t view = draw_register(d, DRAW_R_DB_DEPTH_VIEW);
    const uint64_t address = (uint64_t)draw_register(d, base) << 8;
    const struct sim_bo *bo = sim_stream_find(d->stream, address);
    const char *why;
    struct hw_surface_layout layout = {
        .mode = (uint8_t)draw_bits(info, 4, 4),
        .non_displayable = true,
        .bpe = bytes,
        .bank_width = (uint8_t)(1u << draw_bits(info, 16, 2)),
        .bank_height = (uint8_t)(1u << draw_bits(info, 20, 2)),
        .aspect = (uint8_t)(1u << draw_bits(info, 24, 2)),
        .tile_split = (uint16_t)(64u << split),
        .pipes = d->dispatcher->config->chip->tile_pipes,
        .banks = 2u << draw_bits(info, 12, 2),
        .pitch = (draw_bits(size, 0, 11) + 1) * 8,
        .height = (draw_bits(size, 11, 11) + 1) * 8,
        .slices = draw_bits(view, 13, 11) + 1,
    };
    if (!hw_surface_layout_finish(&layout, &why))
        return draw_fail(d, "the %s surface: %s", what, why);
    if (!bo || layout.size_bytes > bo->size - (address - bo->address) ||
        draw_bits(view, 0, 11) >= layout.slices)
        return draw_fail(d, "there is no memory for the %s surface", what);
    surface->view.memory = bo->map + (address - bo->address);
    surface->view.size = layout.size_bytes;
    surface->format.bytes = bytes;
    surface->width = layout.pitch;
    surface->height = layout.height;
    surface->depth = layout.slices - draw_bits(view, 0, 11);
    return sim_surface_tables(surface, &layout, draw_bits(view, 0, 11)) ||
           draw_fail(d, "the %s surface is larger than 4 GiB, or memory ran out", what);
}

static bool check_exports(struct draw_depth *depth)
{
    const uint32_t shader = draw_register(depth->d, DRAW_R_DB_SHADER_CONTROL);
    depth->exported = shader & 1u;
    return !(shader & 0x102) || draw_fail(depth->d,
                                          "DB_SHADER_CONTROL 0x%x: exports of stencils and masks "
                                          "are not supported",
                                          shader);
}

static bool has_changed_bases(struct sim_drawing *d)
{
    return draw_register(d, DRAW_R_DB_Z_READ_BASE) != draw_register(d, DRAW_R_DB_Z_READ_BASE + 8) ||
           draw_register(d, DRAW_R_DB_STENCIL_READ_BASE) !=
               draw_register(d, DRAW_R_DB_STENCIL_READ_BASE + 8);
}

bool draw_depth_open(struct draw_depth *depth, struct sim_drawing *d,
                     const struct draw_state *state)
{
    const uint32_t info = draw_register(d, DRAW_R_DB_Z_INFO);
    const uint32_t stencil = draw_register(d, DRAW_R_DB_STENCIL_INFO);
    const uint32_t render = draw_register(d, DRAW_R_DB_RENDER_CONTROL);
    *depth = (struct draw_depth){.d = d, .z_min = state->z_min, .z_max = state->z_max};
    depth->format = draw_bits(info, 0, 2);
    depth->control = draw_register(d, DRAW_R_DB_DEPTH_CONTROL);
    depth->masks[0] = draw_register(d, DRAW_R_DB_STENCILREFMASK);
    depth->masks[1] = draw_register(d, draw_bits(depth->control, 7, 1) ? DRAW_R_DB_STENCILREFMASK_BF
                                                                       : DRAW_R_DB_STENCILREFMASK);
    depth->clear = draw_register_float(d, DRAW_R_DB_DEPTH_CLEAR);
    depth->stencil_clear = (uint8_t)draw_register(d, DRAW_R_DB_STENCIL_CLEAR);
    depth->clears_depth = depth->format && render & 1u;
    depth->clears_stencil = draw_bits(stencil, 0, 1) && render & 2u;
    depth->copies_depth = depth->format && draw_bits(render, 2, 1);
    depth->copies_stencil = draw_bits(stencil, 0, 1) && draw_bits(render, 3, 1);
    depth->tests = depth->format && draw_bits(depth->control, 1, 1);
    depth->writes = depth->tests && draw_bits(depth->control, 2, 1);
    depth->tests_stencil = draw_bits(stencil, 0, 1) && draw_bits(depth->control, 0, 1);
    const bool uses_depth = depth->tests || depth->clears_depth || depth->copies_depth;
    const bool uses_stencil =
        depth->tests_stencil || depth->clears_stencil || depth->copies_stencil;
    if ((uses_depth || uses_stencil) && has_changed_bases(d))
        return draw_fail(d, "depths that are read here and written there are not supported");
    if (uses_depth && !place(depth, &depth->depth, "depth", DRAW_R_DB_Z_READ_BASE,
                             depth->format == Z_16 ? 2 : 4, draw_bits(info, 8, 3)))
        return false;
    if (uses_stencil && !place(depth, &depth->stencil, "stencil", DRAW_R_DB_STENCIL_READ_BASE, 1,
                               draw_bits(stencil, 8, 3)))
        return false;
    return check_exports(depth);
}

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
    const double most = depth->format == Z_16 ? 65535.0 : 16777215.0;
    const double limited = !(z > 0) ? 0 : z > 1 ? 1 : z;
    uint32_t bits;
    if (depth->format == Z_FLOAT) {
        memcpy(&bits, &z, sizeof(bits));
        return bits;
    }
    bits = (uint32_t)llrint(limited * most);
    return depth->format == Z_24 ? (old & 0xff000000u) | bits : bits;
}

static bool passes_depth(const struct draw_depth *depth, uint32_t old, uint32_t now)
{
    const unsigned function = draw_bits(depth->control, 4, 3);
    float a, b;
    if (!depth->tests)
        return true;
    if (depth->format != Z_FLOAT)
        return compare(function, now & 0xffffffu, old & 0xffffffu);
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
                      const struct draw_places *places, unsigned i)
{
    const uint32_t layer = depth->layer < s->depth ? depth->layer : s->depth - 1;
    return s->view.memory + sim_surface_offset(s, places->x[i], places->y[i], layer);
}

/* Whether a pixel passes the test of stencils. */
static bool passes_stencil(const struct draw_depth *depth, uint8_t value, bool front)
{
    const uint32_t masks = depth->masks[!front];
    const uint32_t mask = draw_bits(masks, 8, 8);
    return !depth->tests_stencil || compare(draw_bits(depth->control, face_shift(depth, front), 3),
                                            draw_bits(masks, 0, 8) & mask, value & mask);
}

static uint8_t next_stencil(const struct draw_depth *depth, uint8_t value, bool front, bool passed,
                            bool visible)
{
    const uint32_t masks = depth->masks[!front];
    const unsigned shift = face_shift(depth, front);
    const unsigned operation = draw_bits(depth->control,
                                         shift + (!passed   ? 3
                                                  : visible ? 6
                                                            : 9),
                                         3);
    const uint8_t written = (uint8_t)draw_bits(masks, 16, 8);
    const uint8_t result = operate(operation, value, (uint8_t)draw_bits(masks, 0, 8));
    return (uint8_t)((value & ~written) | (result & written));
}

static float depth_of(const struct draw_depth *depth, const struct draw_stage *stage,
                      const struct draw_places *places, unsigned i)
{
    float z = places->z[i];
    if (depth->clears_depth)
        return depth->clear;
    if (depth->exported)
        memcpy(&z, &stage->exports[DRAW_SLOT_DEPTH][0][i], sizeof(z));
    return z < depth->z_min ? depth->z_min : z > depth->z_max ? depth->z_max : z;
}

static bool is_inside(const struct sim_surface *s, const struct draw_places *places, unsigned i)
{
    return !s->tables || (places->x[i] < s->width && places->y[i] < s->height);
}

static bool test_pixel(struct draw_depth *depth, const struct draw_stage *stage,
                       const struct draw_places *places, unsigned i)
{
    const bool front = places->front >> i & 1u;
    const unsigned bytes = depth->depth.format.bytes;
    uint8_t *z = depth->depth.tables ? texel(depth, &depth->depth, places, i) : NULL,
            *stencil = depth->stencil.tables ? texel(depth, &depth->stencil, places, i) : NULL;
    uint32_t old = 0;
    if (z)
        memcpy(&old, z, bytes);
    const uint32_t now = encode(depth, depth_of(depth, stage, places, i), old);
    const bool passed = passes_stencil(depth, stencil ? *stencil : 0, front);
    const bool visible = passes_depth(depth, old, now);
    if (stencil && depth->clears_stencil)
        *stencil = depth->stencil_clear;
    else if (stencil)
        *stencil = next_stencil(depth, *stencil, front, passed, visible);
    if (z && passed && visible && (depth->writes || depth->clears_depth))
        memcpy(z, &now, bytes);
    return passed && visible;
}

uint64_t draw_depth_test(struct draw_depth *depth, const struct draw_stage *stage,
                         const struct draw_places *places, uint64_t lanes)
{
    uint64_t passed = 0;
    if (!depth->depth.tables && !depth->stencil.tables)
        return lanes;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        if (is_inside(&depth->depth, places, i) && is_inside(&depth->stencil, places, i) &&
            test_pixel(depth, stage, places, i))
            passed |= 1ull << i;
    }
    return passed;
}

bool draw_depth_copies_to(const struct draw_depth *depth, unsigned format)
{
    const bool both = depth->copies_depth && depth->copies_stencil;
    if (!depth->copies_depth)
        return format == HW_FMT_8;
    return (depth->format == Z_16 && format == HW_FMT_16 && !both) ||
           (depth->format == Z_24 && format == HW_FMT_8_24) ||
           (depth->format == Z_FLOAT && format == HW_FMT_32_FLOAT && !both) ||
           (depth->format == Z_FLOAT && format == HW_FMT_X24_8_32_FLOAT);
}

void draw_depth_copy(const struct draw_depth *depth, const struct draw_places *places,
                     unsigned lane, uint32_t result[4])
{
    const uint8_t stencil = depth->copies_stencil && is_inside(&depth->stencil, places, lane)
                                ? *texel(depth, &depth->stencil, places, lane)
                                : 0;
    memset(result, 0, 4 * sizeof(*result));
    if (depth->copies_depth && is_inside(&depth->depth, places, lane))
        memcpy(result, texel(depth, &depth->depth, places, lane), depth->depth.format.bytes);
    if (!depth->copies_depth)
        result[0] = stencil;
    else if (depth->format == Z_24)
        result[0] = (result[0] & 0xffffffu) | (uint32_t)stencil << 24;
    else if (depth->format == Z_FLOAT)
        result[1] = stencil;
}
