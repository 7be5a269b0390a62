/* SPDX-License-Identifier: MIT */
/* memory.c: which memory a wavefront may touch. The usual access costs one comparison: all lanes lie
 * between the smallest and the largest address, and those in one live allocation. */
#include <inttypes.h>
#include <stdio.h>

#include "driver/sim/wave.h"

static void describe_nearest(const struct sim_view *view, uint64_t offset, char *text, size_t size)
{
    const struct sim_range *nearest = view->ranges ? sim_ranges_nearest(view->ranges, offset) : NULL;
    if (nearest)
        snprintf(text, size, "lies outside every live buffer; nearest is [0x%" PRIx64 ", 0x%" PRIx64 ")",
                 nearest->start, nearest->end);
    else if (view->ranges)
        snprintf(text, size, "lies outside every live buffer; there is none");
    else
        snprintf(text, size, "lies outside the %" PRIu64 " bytes that are bound", view->size);
}

static bool lane_inside(const struct sim_view *view, uint64_t start, uint32_t bytes)
{
    if (start > view->size || bytes > view->size - start)
        return false;
    if (!view->ranges)
        return true;
    const struct sim_range *range = sim_ranges_find(view->ranges, view->bo_offset + start);
    return range && view->bo_offset + start + bytes <= range->end;
}

static bool check_lanes(struct sim_wave *wave, const struct sim_view *view, const uint32_t *a,
                        uint64_t mask, uint32_t scale, uint32_t offset, uint32_t bytes, bool store)
{
    for (uint64_t lanes = mask; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const uint64_t start = (uint64_t)a[lane] * scale + offset;
        if (lane_inside(view, start, bytes))
            continue;
        char text[160];
        describe_nearest(view, view->bo_offset + start, text, sizeof(text));
        sim_wave_fail(wave, lane, "%s of %u bytes at pool address 0x%" PRIx64 " %s",
                      store ? "store" : "load", bytes, view->bo_offset + start, text);
        return false;
    }
    return true;
}

bool sim_check_access(struct sim_wave *wave, const struct sim_view *view, const uint32_t *a, uint64_t mask,
                      uint32_t scale, uint32_t offset, uint32_t bytes, bool store,
                      struct sim_span *span)
{
    wave->launch->lanes->memory->min_max(a, sim_wave_mask(wave, mask), wave->n, &span->low, &span->high);
    const uint64_t start = (uint64_t)span->low * scale + offset;
    const uint64_t end = (uint64_t)span->high * scale + offset + bytes;
    if (end <= view->size) {
        if (!view->ranges)
            return true;
        const struct sim_range *range = sim_ranges_find(view->ranges, view->bo_offset + start);
        if (range && view->bo_offset + end <= range->end)
            return true;
    }
    return check_lanes(wave, view, a, mask, scale, offset, bytes, store);
}
