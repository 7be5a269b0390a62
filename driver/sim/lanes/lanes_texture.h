/* SPDX-License-Identifier: MIT */
/* lanes_texture.h: coordinates to texels, and filtering, on vectors of lanes. */
#pragma once

#include "driver/hw/registers.h"
#include "driver/sim/lanes/lanes.h"
#include "driver/sim/lanes/texel.h"

struct sim_surface;

/* One coordinate of a sample, along an axis of `size` texels. */
struct sim_axis {
    /* Index of the texel, or of both neighbours, moved inside the surface. `parts` replaces it by
     * the part that this axis contributes to the address. */
    sim_vector index[2];
    sim_vector border[2]; /* ~0 where the texel is the border instead */
    sim_vector weight[2]; /* floats; nearest: 1, and the second one is not set */
};

/* Fills an axis from coordinates. Any coordinate is safe: NaN, infinities and huge values give some
 * texel inside. */
typedef void (*sim_axis_fn)(struct sim_axis *axis, const uint32_t *coordinate, uint32_t size,
                            bool normalized, unsigned n);

struct sim_texture_lanes {
    sim_axis_fn nearest[HW_CLAMP_MIRROR_ONCE_BORDER + 1]; /* by HW_CLAMP_*; NULL: not supported */
    sim_axis_fn linear[HW_CLAMP_MIRROR_ONCE_BORDER + 1];
    /* Layers of arrays: rounded to the nearest, clamped. Integer coordinates: beyond is border. */
    sim_axis_fn layer, integer;
    /* Indices along x, y or z to their parts of addresses, as the surface's tables have them. Not
     * read where the surface has one texel on that axis. */
    void (*parts[3])(uint32_t *d, const struct sim_surface *surface, const uint32_t *index,
                     unsigned n);
    /* Byte offsets of texels from these parts. */
    void (*join)(uint32_t *d, const struct sim_surface *surface, const uint32_t *x,
                 const uint32_t *y, const uint32_t *z, unsigned n);
    /* d = a * b */
    void (*multiply)(uint32_t *d, const uint32_t *a, const uint32_t *b, unsigned n);
    /* sum = value * weight, or sum + value * weight */
    void (*weigh)(uint32_t *sum, const uint32_t *value, const uint32_t *weight, bool first,
                  unsigned n);
    /* Value becomes `border` where either mask is set. */
    void (*replace)(uint32_t *value, uint32_t border, const uint32_t *mask, unsigned n);
    void (*either)(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                   unsigned n);
    /* d = a, or ~0 where b is not 0 */
    void (*either_set)(uint32_t *d, const uint32_t *a, const uint32_t *b, unsigned n);
};

/* Where a fetch finds its texels. */
struct sim_filter {
    const uint8_t *memory;
    uint32_t low;                /* of the surface */
    const struct sim_axis *axis; /* x, y, z: parts of addresses, weights, borders */
    const uint32_t *border;      /* colour, by channel in memory; NULL: nothing lies outside */
};

/* Writes the channels, in memory order, of the texel or of what was filtered. */
typedef void (*sim_filter_fn)(uint32_t *const channel[4], const struct sim_filter *filter,
                              unsigned n);

/* Typed stores. */
struct sim_store_lanes {
    /* d = ~0 where the coordinate is below size, and, but for the first, where d was. */
    void (*inside)(uint32_t *d, const uint32_t *coordinate, uint32_t size, bool first, unsigned n);
    /* d = a & mask */
    void (*keep)(uint32_t *d, const uint32_t *a, const uint32_t *mask, unsigned n);
    /* Texels of 4 and 16 bytes of all lanes to memory + offset. */
    void (*scatter4)(uint8_t *memory, const uint32_t *offset, const sim_vector raw[4], unsigned n);
    void (*scatter16)(uint8_t *memory, const uint32_t *offset, const sim_vector raw[4], unsigned n);
};

struct sim_filter_lanes {
    /* Loops specialised for a layout and for how many axes are filtered, x first; NULL: there is
     * none. Offsets are below 2^31. */
    sim_filter_fn filter[SIM_TEXEL_KINDS][4];
};
