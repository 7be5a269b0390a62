/* SPDX-License-Identifier: MIT */
/* watching.c: memory and texels whose change stops a launch, or that they are read.
 *
 * A change is found by comparing with the bytes of before, so that whoever makes it is seen. Reads
 * are found where instructions have their addresses: by the host's address of what they read, which
 * is one for buffers, local and private memory, and images. */
#include <stdlib.h>
#include <string.h>

#include "driver/sim/debug/debug.h"
#include "driver/sim/exec/lds_ops.h"

/* ---- ranges ---- */

/* The surface that texels of a range are in; NULL: there is none. */
static const struct sim_surface *surface_of(const struct sim_debug *debug, enum guide_space space,
                                            uint64_t slot)
{
    const struct sim_launch *launch = debug->launch;
    if (space == GUIDE_VIEW)
        return slot < HW_CS_RESOURCES && launch->resource_type[slot] == HW_TYPE_TEXTURE
                   ? &launch->textures[slot].surface
                   : NULL;
    return slot < HW_RATS && launch->rats[slot].bound && launch->rats[slot].surface.format.bytes
               ? &launch->rats[slot].surface
               : NULL;
}

/* The bytes of a range, for the wavefront that runs; NULL: it has none. */
static uint8_t *range_at(struct sim_debug *debug, const struct debug_range *range)
{
    uint64_t room = 0;
    uint8_t *at = NULL;
    if (range->space == GUIDE_VIEW || range->space == GUIDE_SURFACE) {
        const struct sim_surface *surface = surface_of(debug, range->space, range->slot);
        return surface ? surface->view.memory + range->start : NULL;
    }
    at = debug_memory_at(debug, range->space, range->start, range->lane, &room);
    return at && room >= range->size ? at : NULL;
}

/* Whether a range is there, and what of it has changed since; `was` then has what is there now.
 * Private memory that is in registers has no bytes in a row: each is asked for. */
static bool update(struct sim_debug *debug, struct debug_range *range, bool *changed)
{
    const uint8_t *now = range_at(debug, range);
    *changed = now && memcmp(now, range->was, range->size);
    if (*changed)
        memcpy(range->was, now, range->size);
    if (now || range->space != GUIDE_PRIVATE)
        return now;
    for (uint64_t i = 0; i < range->size; i++) {
        const uint8_t *byte = debug_private_at(debug, range->start + i, range->lane);
        if (!byte)
            return false;
        *changed |= *byte != range->was[i];
        range->was[i] = *byte;
    }
    return true;
}

/* Private memory is that of one work-item, whose wavefront runs. */
static bool is_of_wave(const struct sim_debug *debug, const struct debug_range *range)
{
    return range->space != GUIDE_PRIVATE ||
           (debug->wave && debug->wave->group->index == range->group &&
            debug->wave->index == range->of_wave);
}

bool debug_add_range(struct sim_debug *debug, struct debug_range *range)
{
    bool changed;
    range->was = debug->range_count < DEBUG_RANGES && range->size ? calloc(1, range->size) : NULL;
    range->group = debug->wave ? debug->wave->group->index : 0;
    range->of_wave = debug->wave ? debug->wave->index : 0;
    const bool is_seen = range->changes || range_at(debug, range); /* not reads of registers */
    if (!range->was || !is_seen || !update(debug, range, &changed))
        return free(range->was), false;
    debug->ranges[debug->range_count++] = *range;
    debug->reading |= range->reads;
    return true;
}

bool debug_find_texel(const struct sim_debug *debug, struct debug_range *range,
                      const uint64_t at[3])
{
    const struct sim_surface *s = surface_of(debug, range->space, range->slot);
    if (!s || !s->view.memory || at[0] >= s->width || at[1] >= s->height || at[2] >= s->depth)
        return false;
    range->size = s->format.bytes;
    range->start = sim_surface_offset(s, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]);
    return range->start + range->size <= s->view.size;
}

void debug_forget_ranges(struct sim_debug *debug)
{
    for (uint32_t i = 0; i < debug->range_count; i++)
        free(debug->ranges[i].was);
    debug->range_count = 0;
    debug->reading = false;
}

static bool goes_on(const struct sim_debug *debug)
{
    return !debug->again && debug->mode != DEBUG_SEEK;
}

static void hit(struct sim_debug *debug, uint32_t range, bool read, uint64_t lanes)
{
    debug->why = "watch";
    debug->wants_stop = true;
    debug->hit = (struct debug_hit){range, read, lanes};
}

void debug_look_at_ranges(struct sim_debug *debug)
{
    for (uint32_t i = 0; i < debug->range_count; i++) {
        struct debug_range *range = &debug->ranges[i];
        bool changed;
        if (!range->changes || !is_of_wave(debug, range) || !update(debug, range, &changed))
            continue;
        if (changed && !range->is_new && goes_on(debug))
            hit(debug, i, false, range->space == GUIDE_PRIVATE ? 1ull << range->lane : 0);
        range->is_new = false;
    }
}

void debug_renew_ranges(struct sim_debug *debug)
{
    for (uint32_t i = 0; i < debug->range_count; i++) {
        bool changed;
        debug->ranges[i].is_new = !update(debug, &debug->ranges[i], &changed);
    }
}

/* ---- reads ---- */

static bool looks(const struct sim_debug *debug)
{
    return debug->reading && goes_on(debug) && debug_peer_is_there(debug->peer);
}

/* A lane reads bytes, which begin `offset` bytes behind the host's address. */
static void note(struct sim_debug *debug, unsigned lane, const uint8_t *memory, uint64_t offset,
                 uint64_t bytes)
{
    const uintptr_t from = (uintptr_t)memory + offset;
    for (uint32_t i = 0; memory && i < debug->range_count; i++) {
        const uint64_t lanes = debug->wants_stop && debug->hit.range == i ? debug->hit.lanes : 0;
        const struct debug_range *range = &debug->ranges[i];
        const bool reads = range->reads && is_of_wave(debug, range);
        const uintptr_t at = reads ? (uintptr_t)range_at(debug, range) : 0;
        if (at && from < at + range->size && at < from + bytes)
            hit(debug, i, true, lanes | 1ull << lane);
    }
}

static uint32_t resource_of(const struct sim_wave *wave, const struct sim_fetch *fetch)
{
    return fetch->resource +
           (fetch->resource_index_mode ? wave->cf_index[fetch->resource_index_mode - 1] : 0);
}

static void note_buffer(struct sim_debug *debug, struct sim_wave *wave,
                        const struct sim_fetch *fetch, const uint32_t *index)
{
    const uint32_t number = resource_of(wave, fetch);
    if (number >= HW_CS_RESOURCES || wave->launch->resource_type[number] != HW_TYPE_BUFFER)
        return;
    const struct sim_buffer *buffer = &wave->launch->buffers[number];
    const uint32_t bytes = fetch->const_fields ? buffer->format.bytes : fetch->format.bytes;
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        note(debug, lane, buffer->view.memory,
             (uint32_t)(index[lane] * buffer->stride + fetch->offset), bytes);
    }
}

static void note_private(struct sim_debug *debug, const struct sim_wave *wave,
                         const struct sim_fetch *fetch, const uint32_t *index)
{
    const uint64_t bytes = fetch->elem_dwords * 4ull;
    uint64_t room = 0;
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const uint64_t element = (uint64_t)fetch->offset + (fetch->indexed ? index[lane] : 0);
        const uint8_t *at = debug_memory_at(debug, GUIDE_PRIVATE, element * bytes, lane, &room);
        note(debug, lane, at, 0, bytes < room ? bytes : room);
    }
}

void debug_note_fetch(struct sim_debug *debug, struct sim_wave *wave, const struct sim_fetch *fetch)
{
    if (!looks(debug) || fetch->src_sel[0] > HW_SEL_W)
        return;
    const uint32_t *index = sim_wave_vector(wave, fetch->src + fetch->src_sel[0] * SIM_LANES);
    if (fetch->kind == SIM_FETCH_BUFFER)
        note_buffer(debug, wave, fetch, index);
    else if (fetch->kind == SIM_FETCH_SCRATCH)
        note_private(debug, wave, fetch, index);
}

/* Addresses are found as exec_lds.c finds them. An atomic operation reads, too. */
void debug_note_local(struct sim_debug *debug, const struct sim_wave *wave,
                      const struct sim_alu_op *op, const uint32_t *const src[3], uint64_t mask)
{
    if (op->action != SIM_ACTION_LDS || !looks(debug))
        return;
    const struct sim_lds_how *how = &sim_lds_table[op->lds_op];
    const uint8_t *lds = (const uint8_t *)wave->group->lds;
    const uint32_t step = op->lds_offset * 4;
    for (uint64_t lanes = how->update == sim_lds_write ? 0 : mask; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const uint32_t first = src[0][lane] + (how->shape == SIM_LDS_PAIR_REL ? 0 : step);
        const uint32_t bytes = how->shape == SIM_LDS_BYTE ? 1 : how->shape == SIM_LDS_SHORT ? 2 : 4;
        note(debug, lane, lds, first, bytes);
        if (how->shape == SIM_LDS_PAIR)
            note(debug, lane, lds, src[1][lane], 4);
        if (how->shape == SIM_LDS_PAIR_REL)
            note(debug, lane, lds, first + step, 4);
    }
}

/* Where a lane reads a texel of a filter. False: outside, or it has the border's colour. */
static bool find_corner(const struct sim_sample *s, const struct sim_sample_how *how,
                        unsigned corner, unsigned lane, uint32_t at[3])
{
    for (unsigned axis = SIM_X; axis < SIM_AXES; axis++) {
        const unsigned side = corner >> axis & 1u;
        const bool has = sim_axis_kind(how->dim, axis) != SIM_AXIS_NONE;
        if (has && sim_axis_bordered(how, axis) && s->axis[axis].border[side][lane])
            return false;
        at[axis] = has ? s->axis[axis].index[side][lane] : 0;
        if (has && at[axis] >= sim_axis_size(s->surface, axis))
            return false;
    }
    return true;
}

void debug_note_sample(struct sim_watch *watch, struct sim_wave *wave,
                       const struct sim_fetch *fetch, const struct sim_sample *sample,
                       const struct sim_sample_how *how)
{
    struct sim_debug *debug = (struct sim_debug *)watch;
    struct sim_sample s = *sample;
    (void)fetch;
    if (!looks(debug))
        return;
    for (unsigned axis = SIM_X; axis < SIM_AXES; axis++)
        sim_resolve_axis(&s, how, axis);
    for (unsigned corner = 0; corner < 8; corner++)
        for (uint64_t lanes = sim_sample_takes(how, corner) ? wave->exec : 0; lanes;
             lanes &= lanes - 1) {
            const unsigned lane = (unsigned)__builtin_ctzll(lanes);
            uint32_t at[3];
            if (find_corner(&s, how, corner, lane, at))
                note(debug, lane, s.surface->view.memory,
                     sim_surface_offset(s.surface, at[0], at[1], at[2]), how->format.bytes);
        }
}
