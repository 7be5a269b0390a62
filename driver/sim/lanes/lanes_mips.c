/* SPDX-License-Identifier: MIT */
/* lanes_mips.c: see lanes_mips.h. Built once for each host instruction set. */
#include "driver/sim/lanes/lanes_mips.h"

#include <math.h>

typedef float __attribute__((may_alias)) lane_float;

static void longest(uint32_t *d, const sim_vector step[2][3], const float scale[3], unsigned axes,
                    unsigned n)
{
    lane_float *most = (lane_float *)d;
    sim_vector sum;
    lane_float *length = (lane_float *)sum;
    SIM_FOR_LANES(i, n) most[i] = 0;
    for (unsigned way = 0; way < 2; way++) {
        SIM_FOR_LANES(i, n) length[i] = 0;
        for (unsigned c = 0; c < axes; c++) {
            const lane_float *own = (const lane_float *)step[way][c];
            const float by = scale[c];
            SIM_FOR_LANES(i, n) length[i] += own[i] * by * (own[i] * by);
        }
        SIM_FOR_LANES(i, n) most[i] = length[i] > most[i] ? length[i] : most[i];
    }
}

/* `lod` with bounds, which NaN does not pass. */
static inline float bound_lod(float lod, const struct sim_level_bounds *bounds)
{
    const float number = (lod == lod ? lod : 0) + bounds->bias,
                low = number < bounds->least ? bounds->least : number;
    return low > bounds->most ? bounds->most : low;
}

static void choose(struct sim_levels *levels, const uint32_t *lod,
                   const struct sim_level_bounds *bounds, unsigned n)
{
    const struct sim_level_bounds b = *bounds;
    const lane_float *asked = (const lane_float *)lod;
    lane_float *part = (lane_float *)levels->part;
    const float up = b.blends ? 0.0f : 0.5f;
    const uint32_t keep = b.selects ? ~0u : 0;
    SIM_FOR_LANES(i, n)
    {
        const float own = bound_lod(asked[i], &b), whole = floorf(own + up);
        const uint32_t level = (uint32_t)(int32_t)whole & keep;
        levels->first[i] = level;
        levels->second[i] = b.blends && own != whole ? level + 1 : SIM_NO_LEVEL;
        part[i] = own - whole;
    }
}

static void users(uint32_t *d, const struct sim_levels *levels, uint32_t level, unsigned n)
{
    SIM_FOR_LANES(i, n)
    d[i] = levels->first[i] == level || levels->second[i] == level ? ~0u : 0;
}

static void add_level(uint32_t *sum, const uint32_t *value, const struct sim_levels *levels,
                      uint32_t level, unsigned n)
{
    lane_float *own = (lane_float *)sum;
    const lane_float *texel = (const lane_float *)value, *part = (const lane_float *)levels->part;
    SIM_FOR_LANES(i, n)
    {
        const float alone = levels->second[i] == SIM_NO_LEVEL ? texel[i] : texel[i] * (1 - part[i]),
                    more = levels->second[i] == level ? own[i] + texel[i] * part[i] : own[i];
        own[i] = levels->first[i] == level ? alone : more;
    }
}

extern const struct sim_mip_lanes SIM_TABLE(sim_mip_lanes);
const struct sim_mip_lanes SIM_TABLE(sim_mip_lanes) = {
    .longest = longest, .choose = choose, .users = users, .blend = add_level};
