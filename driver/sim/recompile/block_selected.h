/* SPDX-License-Identifier: MIT */
/* block_selected.h: whether lanes stay in the arguments that their pointers were chosen among. Part
 * of block.c. */
#pragma once

#include "driver/sim/recompile/block.h"
#include "driver/sim/recompile/block_vectors.h"

static bool is_of(const struct sim_native_range *range, uint32_t base)
{
    return range->count && range->first == base;
}

__attribute__((always_inline)) bool sim_block_selected_steps(const struct sim_native_range *range,
                                                             uint32_t base, uint32_t first,
                                                             uint64_t more)
{
    const bool last = range[0].first == base, before = range[1].first == base;
    const uint64_t end = (uint32_t)(first - base) + more;
    return (last & (end < range[0].count)) | (before & (end < range[1].count));
}

/* Has one of the two ranges be the addresses at which accesses of so many bytes may begin by a
 * base. No object begins there: all of them. */
static void note_base(struct sim_native_range *range, uint32_t base,
                      const struct sim_provenance *provenance, uint32_t inputs, uint32_t bytes)
{
    if (is_of(&range[0], base) || is_of(&range[1], base))
        return;
    const struct sim_provenance *object = sim_provenance_at(provenance, inputs, base);
    const uint64_t size = object ? object->end - object->start : UINT32_MAX;
    range[1] = range[0];
    range[0].first = base;
    range[0].count = size < bytes ? 0 : (uint32_t)(size - bytes) + 1;
}

/* The two bases that the lanes of a mask have first. */
static void note_bases(struct sim_native_range *range, const uint32_t *base, const uint32_t *mask,
                       const struct sim_provenance *provenance, uint32_t inputs, uint32_t bytes)
{
    unsigned first = 0, other = 0;
    while (first < SIM_NATIVE_LANES - 1 && !mask[first])
        first++;
    for (other = first; other < SIM_NATIVE_LANES - 1; other++)
        if (mask[other] && base[other] != base[first])
            break;
    note_base(range, base[first], provenance, inputs, bytes);
    if (mask[other])
        note_base(range, base[other], provenance, inputs, bytes);
}

/* Lanes that have another base than a range, or leave it. */
static block leaving(const uint32_t *address, const uint32_t *base,
                     const struct sim_native_range *range)
{
    const block at = load_block(address) - range->first;
    return (block)(load_block(base) != range->first) | (block)(at >= range->count);
}

/* Whether the lanes of a mask have the bases of two ranges, and stay in them, as mostly. */
static bool are_in_either(const uint32_t *address, const uint32_t *base, const uint32_t *mask,
                          const struct sim_native_range *range)
{
    return is_none(leaving(address, base, &range[0]) & leaving(address, base, &range[1]), mask);
}

/* Programs are large enough without it. */
__attribute__((noinline)) bool sim_block_selected(struct sim_native_range *range,
                                                  const uint32_t *address, const uint32_t *base,
                                                  const uint32_t *mask,
                                                  const struct sim_provenance *provenance,
                                                  uint32_t inputs, uint32_t bytes)
{
    const struct sim_provenance *object = NULL;
    uint32_t last = 0;
    if (are_in_either(address, base, mask, range))
        return true;
    note_bases(range, base, mask, provenance, inputs, bytes);
    if (are_in_either(address, base, mask, range))
        return true;
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++) {
        if (!mask[i])
            continue;
        if (base[i] != last)
            object = sim_provenance_at(provenance, inputs, last = base[i]);
        if (object && sim_provenance_leaves(object, address[i], bytes))
            return false;
    }
    return true;
}
