/* SPDX-License-Identifier: MIT */
/* lanes_texture.h: coordinates to texels, and filtering, on vectors of lanes. */
#ifndef ROOTLE_SIM_LANES_TEXTURE_H
#define ROOTLE_SIM_LANES_TEXTURE_H

#include "driver/hw/registers.h"
#include "driver/sim/lanes.h"

struct sim_surface;

/* One coordinate of a sample, along an axis of `size` texels. */
struct sim_axis {
    sim_vector index[2];  /* of the texel, or of both neighbours; inside the surface */
    sim_vector border[2]; /* ~0 where the texel is the border instead */
    sim_vector weight[2]; /* floats; 1 and nothing for nearest */
};

/* Fills an axis from coordinates. Results do not depend on what the coordinates are to be safe:
 * NaN, infinities and huge values give some texel inside. */
typedef void (*sim_axis_fn)(struct sim_axis *axis, const uint32_t *coordinate, uint32_t size,
                            bool normalized, unsigned n);

struct sim_texture_lanes {
    sim_axis_fn nearest[HW_CLAMP_MIRROR_ONCE_BORDER + 1]; /* by HW_CLAMP_*; NULL: not supported */
    sim_axis_fn linear[HW_CLAMP_MIRROR_ONCE_BORDER + 1];
    /* Layers of arrays: rounded to the nearest, clamped. Integer coordinates: beyond is border. */
    sim_axis_fn layer, integer;
    /* Byte offsets of texels. */
    void (*offsets)(uint32_t *d, const struct sim_surface *surface, const uint32_t *x,
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
};

#endif
