/* SPDX-License-Identifier: MIT */
/* memory.c: checks which memory a wavefront may access. Most accesses cost one comparison: the
 * smallest and the largest address lie in one live allocation, and so do all lanes between them. */
#include <inttypes.h>
#include <stdio.h>

#include "driver/sim/exec/wave.h"

static void describe_nearest(const struct sim_view *view, uint64_t offset, char *text, size_t size)
{
    const struct sim_range *nearest =
        view->ranges ? sim_ranges_nearest(view->ranges, offset) : NULL;
    if (nearest)
        snprintf(text, size,
                 "lies outside every live buffer; nearest is [0x%" PRIx64 ", 0x%" PRIx64 ")",
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

static bool stores_to_constant(const struct sim_access *access)
{
    return access->store && access->object && access->object->constant;
}

static const char *complaint(const struct sim_access *access, uint64_t start, uint64_t end)
{
    const char *why = access->object ? sim_provenance_complaint(access->object, start, end) : NULL;
    return why || !stores_to_constant(access) ? why : "is to constant memory";
}

/* Writes to `text` why a lane's access at a byte of the view is wrong. False if it is not wrong. */
static bool lane_is_wrong(const struct sim_view *view, uint64_t start,
                          const struct sim_access *access, char *text, size_t size)
{
    const uint64_t first = view->bo_offset + start;
    const char *why = view->ranges ? complaint(access, first, first + access->bytes) : NULL;
    if (!lane_inside(view, start, access->bytes))
        describe_nearest(view, first, text, size);
    else if (why)
        snprintf(text, size, "%s", why);
    else
        return false;
    return true;
}

bool sim_check_lanes(struct sim_wave *wave, const struct sim_view *view, const uint32_t *index,
                     uint64_t mask, const struct sim_access *access)
{
    bool sound = true;
    for (uint64_t lanes = mask; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const uint64_t start = (uint64_t)index[lane] * access->scale + access->offset;
        char text[160];
        if (!lane_is_wrong(view, start, access, text, sizeof(text)))
            continue;
        const struct sim_wrong wrong = {.lane = lane,
                                        .word = access->word,
                                        .space = view->ranges ? GUIDE_POOL : GUIDE_NOTHING,
                                        .store = access->store,
                                        .bytes = access->bytes,
                                        .address = view->bo_offset + start,
                                        .object = access->object ? access->object->object : 0};
        sim_wave_fail(wave, &wrong, "%s of %u bytes at pool address 0x%" PRIx64 " %s",
                      access->store && access->load ? "atomic operation"
                      : access->store               ? "store"
                                                    : "load",
                      access->bytes, view->bo_offset + start, text);
        if (!wave->wrong)
            return false;
        sound = false;
    }
    return sound;
}

/* The part of a range that is an object's. */
static struct sim_range part(const struct sim_range *range, const struct sim_provenance *object)
{
    struct sim_range result = *range;
    if (object && object->start > result.start)
        result.start = object->start;
    if (object && object->end < result.end)
        result.end = object->end;
    return result;
}

/* Whether [start, end) of the view's object lies in one live allocation, and in the object that the
 * pointer belongs to. */
static bool in_one_range(struct sim_wave *wave, const struct sim_view *view, uint64_t start,
                         uint64_t end, const struct sim_access *access)
{
    struct sim_range_hint *hint = &wave->hints[access->word / 2 % SIM_HINTS];
    if (hint->ranges == view->ranges && hint->object == access->object &&
        !stores_to_constant(access) && start >= hint->range.start && end <= hint->range.end)
        return true;
    const struct sim_range *range = sim_ranges_find(view->ranges, start);
    if (!range || end > range->end || complaint(access, start, end))
        return false;
    *hint = (struct sim_range_hint){view->ranges, access->object, part(range, access->object)};
    return true;
}

bool sim_access_is_whole(struct sim_wave *wave, const struct sim_view *view, const uint32_t *index,
                         uint64_t mask, const struct sim_access *access, struct sim_span *span)
{
    wave->launch->lanes->memory->min_max(index, sim_wave_mask(wave, mask), wave->n, &span->low,
                                         &span->high);
    const uint64_t start = (uint64_t)span->low * access->scale + access->offset;
    const uint64_t end = (uint64_t)span->high * access->scale + access->offset + access->bytes;
    return end <= view->size && (!view->ranges || in_one_range(wave, view, view->bo_offset + start,
                                                               view->bo_offset + end, access));
}

bool sim_check_access(struct sim_wave *wave, const struct sim_view *view, const uint32_t *index,
                      uint64_t mask, const struct sim_access *access, struct sim_span *span)
{
    return sim_access_is_whole(wave, view, index, mask, access, span) ||
           sim_check_lanes(wave, view, index, mask, access);
}

bool sim_check_alignment(struct sim_wave *wave, const struct sim_store *store)
{
    const uint32_t *address = sim_wave_vector(wave, store->index);
    const uint32_t low = HW_CHECKED_ALIGN(store->comp_mask, store->rat) - 1u;
    uint32_t misaligned = 0;
    if (!wave->launch->check_memory || !(store->comp_mask & HW_CHECK_ALIGN))
        return true;
    const uint32_t *taken = sim_wave_mask(wave, wave->exec);
    SIM_FOR_LANES(i, wave->n) misaligned |= address[i] & taken[i] & low;
    if (!misaligned)
        return true;
    uint64_t lanes = wave->exec;
    while (!(address[__builtin_ctzll(lanes)] & low))
        lanes &= lanes - 1;
    const unsigned lane = (unsigned)__builtin_ctzll(lanes);
    const bool local =
        (store->comp_mask & HW_CHECK_ALIGN) == HW_CHECK_ALIGN && (store->rat & HW_CHECK_RAT_LOCAL);
    const bool private = store->comp_mask & HW_CHECK_PRIVATE;
    const struct sim_wrong wrong = {.lane = lane,
                                    .word = store->word,
                                    .space = local     ? GUIDE_LOCAL
                                             : private ? GUIDE_PRIVATE
                                                       : GUIDE_POOL,
                                    .store = !(store->comp_mask & HW_CHECK_LOAD),
                                    .bytes = low + 1,
                                    .address = address[lane]};
    sim_wave_fail(wave, &wrong, "%s at %s address 0x%x, which is not aligned to %u bytes",
                  store->comp_mask & HW_CHECK_LOAD ? "load" : "store",
                  local     ? "local"
                  : private ? "private"
                            : "pool",
                  address[lane], low + 1);
    return false;
}
