/* SPDX-License-Identifier: MIT */
/* block_planes.h: rows of a texture that are kept as planes, one a channel, for the fetches to come
 * of a loop's next turns and of a group's next rows. A part of block.c. */
#pragma once

#include "driver/sim/recompile/block_row_fetches.h"

void BLOCK(planes_forget)(struct sim_block_planes *planes, bool all)
{
    const block none = (block){0} + UINT32_MAX;
    _Static_assert(sizeof(planes->y) == sizeof(none), "a vector has all rows");
    if (all)
        store_block(planes->y, none);
}

bool BLOCK(planes_meet)(const struct sim_view *source, const struct sim_view *target)
{
    return source->memory < target->memory + target->size &&
           target->memory < source->memory + source->size;
}

static inline unsigned find_kept(uint32_t y)
{
    return y % SIM_PLANE_ROWS;
}

bool BLOCK(planes_have)(const struct sim_block_planes *planes, uint32_t y, uint32_t z,
                        uint32_t least, uint32_t most, uint32_t texels)
{
    const unsigned kept = find_kept(y);
    const uint32_t first = planes->first[kept], count = planes->count[kept];
    return (planes->y[kept] == y) & (planes->z[kept] == z) & (least - first < SIM_PLANE_TEXELS) &
           (most - first + texels <= count);
}

const uint32_t *BLOCK(planes_at)(const struct sim_block_planes *planes, uint32_t y, uint32_t start)
{
    const unsigned kept = find_kept(y);
    return planes->texels[kept][0] + (start - planes->first[kept]);
}
