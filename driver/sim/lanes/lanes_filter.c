/* SPDX-License-Identifier: MIT */
/* lanes_filter.c: texels of the commonest layouts fetched, converted, weighed and summed in one
 * loop, a block of lanes at a time, so that nothing but the result goes through memory. The sums
 * are those of exec_texture.c's loop for all other layouts, in the same order. Built once for each
 * host instruction set. */
#include "driver/sim/lanes/gather.h"
#include "driver/sim/lanes/lanes_texture.h"
#include "driver/sim/lanes/surface.h"
#include "driver/sim/lanes/texel.h"
#include "driver/sim/lanes/vector.h"

enum { X, Y, Z, AXES };

/* A block's texels at one combination of neighbours. */
struct corner {
    sim_uints x, y, z; /* parts of the address */
    sim_uints outside; /* ~0: the border instead */
};

SIM_ALWAYS_INLINE sim_uints address(const struct corner *corner, uint32_t low)
{
    const sim_uints x = corner->x, y = corner->y, z = corner->z;
    return sim_join_parts(x, y, z, low);
}

SIM_ALWAYS_INLINE void split_unorm8(sim_floats texel[4], sim_uints texels)
{
    for (unsigned k = 0; k < 4; k++)
        texel[k] = sim_unorm8(texels >> 8 * k & 0xffu);
}

SIM_ALWAYS_INLINE void fetch_unorm8(sim_floats texel[4], const uint8_t *memory, sim_uints offset)
{
    uint32_t at[SIM_BLOCK] __attribute__((aligned(64))),
        raw[SIM_BLOCK] __attribute__((aligned(64)));
    sim_store(at, offset);
    sim_gather(raw, memory, at, 1, SIM_BLOCK);
    split_unorm8(texel, sim_load(raw));
}

SIM_ALWAYS_INLINE void fetch(sim_floats texel[4], const struct sim_filter *filter,
                             const struct corner *corner, enum sim_texel_kind kind, bool bordered)
{
    const sim_uints offset = address(corner, filter->low);
    if (kind == SIM_TEXEL_FLOAT4)
        sim_load_texels(texel, filter->memory, offset);
    else
        fetch_unorm8(texel, filter->memory, offset);
    for (unsigned k = 0; bordered && k < 4; k++)
        texel[k] = (sim_floats)(((sim_uints)texel[k] & ~corner->outside) |
                                (filter->border[k] & corner->outside));
}

/* Weights multiplied in the order x, y, z. */
SIM_ALWAYS_INLINE sim_floats weight(const struct sim_axis *axis, const unsigned neighbour[AXES],
                                    unsigned axes, unsigned i)
{
    sim_floats product = sim_load_floats(axis[X].weight[neighbour[X]] + i);
    for (unsigned a = Y; a < axes; a++)
        product *= sim_load_floats(axis[a].weight[neighbour[a]] + i);
    return product;
}

SIM_ALWAYS_INLINE void gather_corner(struct corner *corner, const struct sim_axis *axis,
                                     const unsigned neighbour[AXES], bool bordered, unsigned i)
{
    corner->x = sim_load(axis[X].index[neighbour[X]] + i);
    corner->y = sim_load(axis[Y].index[neighbour[Y]] + i);
    corner->z = sim_load(axis[Z].index[neighbour[Z]] + i);
    if (bordered)
        corner->outside = sim_load(axis[X].border[neighbour[X]] + i) |
                          sim_load(axis[Y].border[neighbour[Y]] + i) |
                          sim_load(axis[Z].border[neighbour[Z]] + i);
}

SIM_ALWAYS_INLINE void filter_block(uint32_t *const channel[4], const struct sim_filter *filter,
                                    enum sim_texel_kind kind, unsigned axes, bool bordered,
                                    unsigned i)
{
    sim_floats sum[4], texel[4];
/* GCC warns where it cannot unroll, as among the checks of sanitizers. */
#ifndef ROOTLE_SANITIZED
#pragma GCC unroll 8
#endif
    for (unsigned c = 0; c < 1u << axes; c++) {
        const unsigned neighbour[AXES] = {c & 1u, c >> 1 & 1u, c >> 2};
        struct corner corner;
        gather_corner(&corner, filter->axis, neighbour, bordered, i);
        fetch(texel, filter, &corner, kind, bordered);
        if (!axes) {
            memcpy(sum, texel, sizeof(sum));
            break;
        }
        const sim_floats w = weight(filter->axis, neighbour, axes, i);
        for (unsigned k = 0; k < 4; k++)
            sum[k] = c ? sum[k] + texel[k] * w : texel[k] * w;
    }
    for (unsigned k = 0; k < 4; k++)
        sim_store(channel[k] + i, (sim_uints)sum[k]);
}

#define FILTER(name, kind, axes)                                                                   \
    static void name##_##axes(uint32_t *const channel[4], const struct sim_filter *filter,         \
                              unsigned n)                                                          \
    {                                                                                              \
        if (filter->border)                                                                        \
            SIM_FOR_BLOCKS(i, n) filter_block(channel, filter, kind, axes, true, i);               \
        else                                                                                       \
            SIM_FOR_BLOCKS(i, n) filter_block(channel, filter, kind, axes, false, i);              \
    }
#define FILTERS(name, kind)                                                                        \
    FILTER(name, kind, 0) FILTER(name, kind, 1) FILTER(name, kind, 2) FILTER(name, kind, 3)
FILTERS(float4, SIM_TEXEL_FLOAT4)
FILTERS(unorm8, SIM_TEXEL_UNORM8)

extern const struct sim_filter_lanes SIM_TABLE(sim_filter_lanes);
const struct sim_filter_lanes SIM_TABLE(sim_filter_lanes) = {
    .filter = {[SIM_TEXEL_FLOAT4] = {float4_0, float4_1, float4_2, float4_3},
               [SIM_TEXEL_UNORM8] = {unorm8_0, unorm8_1, unorm8_2, unorm8_3}},
};
