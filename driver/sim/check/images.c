/* SPDX-License-Identifier: MIT */
/* images.c: what OpenCL leaves undefined of images (OpenCL C 3.0, 6.15.15): texels outside,
 * coordinates that are no numbers, samplers that repeat without normalised coordinates or filter
 * integers. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/sim/check/check.h"

/* An access to an image by the lanes of a wavefront. */
struct access {
    struct sim_check *check;
    const struct sim_wave *wave;
    enum guide_space space; /* GUIDE_VIEW or GUIDE_SURFACE */
    uint32_t number;        /* of the resource, or the RAT */
    uint32_t word;
    unsigned axes;                 /* bit c: coordinate c is used */
    uint32_t size[3];              /* texels along each */
    const uint32_t *coordinate[3]; /* NULL: a constant, which is inside */
};

static void tell(const struct access *a, unsigned lane, const char *what)
{
    struct guide_fault fault = {.byte = a->word * 4,
                                .space = a->space,
                                .store = a->space == GUIDE_SURFACE,
                                .address = a->number};
    sim_wave_item(a->wave, lane, &fault);
    check_report(a->check, CHECK_images, &fault, NULL, NULL, "image: %s", what);
}

/* Once for each instruction: the driver reads its source line for it. */
static void look_at_format(const struct access *a)
{
    const struct guide *guide = a->wave->launch->guide;
    struct guide_fault fault = {.byte = a->word * 4, .space = a->space, .address = a->number};
    char text[GUIDE_WHAT_SIZE];
    if (!a->wave->exec || !guide || !guide->mismatches || a->check->asked_count == CHECK_ASKED)
        return;
    for (unsigned i = 0; i < a->check->asked_count; i++)
        if (a->check->asked[i] == a->word)
            return;
    a->check->asked[a->check->asked_count++] = a->word;
    if (guide->mismatches(guide, &fault, text))
        tell(a, (unsigned)__builtin_ctzll(a->wave->exec), text);
}

/* "(8, 0), outside of 8 x 2 texels" */
static void tell_outside(const struct access *a, unsigned lane, bool real, const char *what)
{
    char place[64] = "", sizes[64] = "", text[192];
    for (unsigned c = 0; c < 3; c++) {
        if (!(a->axes >> c & 1u))
            continue;
        const char *comma = *place ? ", " : "", *by = *sizes ? " x " : "";
        const size_t at = strlen(place), end = strlen(sizes);
        const uint32_t bits = a->coordinate[c] ? a->coordinate[c][lane] : 0;
        if (real)
            snprintf(place + at, sizeof(place) - at, "%s%g", comma, (double)bits_float(bits));
        else
            snprintf(place + at, sizeof(place) - at, "%s%d", comma, (int)bits);
        snprintf(sizes + end, sizeof(sizes) - end, "%s%u", by, a->size[c]);
    }
    snprintf(text, sizeof(text), "%s of texel (%s), outside of %s texels", what, place, sizes);
    tell(a, lane, text);
}

static bool is_outside(const struct access *a, unsigned lane)
{
    for (unsigned c = 0; c < 3; c++)
        if (a->axes >> c & 1u && a->coordinate[c] && a->coordinate[c][lane] >= a->size[c])
            return true;
    return false;
}

static void look_at_integers(const struct access *a, const char *what)
{
    look_at_format(a);
    for (uint64_t lanes = a->wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        if (is_outside(a, lane))
            tell_outside(a, lane, false, what);
    }
}

void check_image_store(struct sim_check *check, const struct sim_wave *wave,
                       const struct sim_store *store, const struct sim_rat *rat, uint32_t number)
{
    const uint32_t *index = sim_wave_vector((struct sim_wave *)wave, store->index);
    struct sim_store_how how;
    if (!check_does(check, CHECK_images) || store->rat_op != HW_RAT_STORE_TYPED)
        return;
    sim_store_state(rat, &how);
    const bool buffer = rat->type == HW_RAT_BUFFER;
    const struct access a = {
        .check = check,
        .wave = wave,
        .space = GUIDE_SURFACE,
        .number = number,
        .word = store->word,
        .axes = buffer ? 1 : how.coordinates,
        .size = {buffer ? rat->elements : rat->surface.width, rat->surface.height,
                 rat->surface.depth},
        .coordinate = {index, index + SIM_LANES, index + (size_t)2 * SIM_LANES},
    };
    look_at_integers(&a, "write");
}

/* ---- reading ---- */

/* The coordinates of texels of a dimension, and that of layers, which is clamped. */
static unsigned texel_axes(unsigned dim, unsigned *layer)
{
    *layer = dim == HW_DIM_1D_ARRAY || dim == HW_DIM_2D_ARRAY ? 4 : 0;
    switch (dim) {
    case HW_DIM_1D:
    case HW_DIM_1D_ARRAY:
        return 1;
    case HW_DIM_3D:
        return 1 | 2 | 4;
    default:
        return 1 | 2;
    }
}

static float real_at(const struct access *a, unsigned c, unsigned lane)
{
    return a->coordinate[c] ? bits_float(a->coordinate[c][lane]) : 0;
}

/* Coordinates that are no numbers, in any of `axes`. */
static bool is_no_number(const struct access *a, unsigned axes, unsigned lane)
{
    char text[64];
    for (unsigned c = 0; c < 3; c++) {
        const float value = real_at(a, c, lane);
        if (!(axes >> c & 1u) || isfinite(value))
            continue;
        snprintf(text, sizeof(text), "coordinate %c is %s", "xyz"[c],
                 isnan(value) ? "NaN" : "infinite");
        tell(a, lane, text);
        return true;
    }
    return false;
}

static bool is_real_outside(const struct access *a, unsigned normalized, unsigned lane)
{
    for (unsigned c = 0; c < 3; c++) {
        const float value = real_at(a, c, lane);
        const float end = normalized >> c & 1u ? 1 : (float)a->size[c];
        if (a->axes >> c & 1u && a->coordinate[c] && !(value >= 0 && value < end))
            return true;
    }
    return false;
}

static void look_at_sampler(const struct access *a, const struct sim_fetch *fetch,
                            const struct sim_texture *texture, const struct sim_sampler *sampler)
{
    const unsigned lane = (unsigned)__builtin_ctzll(a->wave->exec);
    const bool repeats = sampler->clamp[0] == HW_CLAMP_WRAP || sampler->clamp[0] == HW_CLAMP_MIRROR;
    if (repeats && !(fetch->normalized & 1u))
        tell(a, lane, "the sampler repeats, but coordinates are not normalised");
    if (sampler->linear[0] && texture->surface.format.integer)
        tell(a, lane, "the sampler filters linearly, but texels are integers");
}

static void look_at_samples(const struct access *a, const struct sim_fetch *fetch,
                            const struct sim_texture *texture, unsigned layer)
{
    const struct guide *guide = a->wave->launch->guide;
    const uint32_t number =
        fetch->sampler +
        (fetch->sampler_index_mode ? a->wave->cf_index[fetch->sampler_index_mode - 1] : 0);
    if (number >= HW_CS_SAMPLERS || !a->wave->launch->samplers[number].bound || !a->wave->exec)
        return;
    const bool inside = guide && guide->stays_inside && guide->stays_inside(guide, number);
    look_at_format(a);
    look_at_sampler(a, fetch, texture, &a->wave->launch->samplers[number]);
    for (uint64_t lanes = a->wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        if (!is_no_number(a, a->axes | layer, lane) && inside &&
            is_real_outside(a, fetch->normalized, lane))
            tell_outside(a, lane, true, "read without an addressing mode");
    }
}

void check_image_fetch(struct sim_check *check, const struct sim_wave *wave,
                       const struct sim_fetch *fetch, uint32_t number)
{
    const struct sim_texture *texture = &wave->launch->textures[number];
    const struct sim_surface *surface = &texture->surface;
    unsigned layer;
    struct access a = {.check = check,
                       .wave = wave,
                       .space = GUIDE_VIEW,
                       .number = number,
                       .word = fetch->word,
                       .axes = texel_axes(texture->dim, &layer),
                       .size = {surface->width, surface->height, surface->depth}};
    if (!check_does(check, CHECK_images))
        return;
    for (unsigned c = 0; c < 3; c++)
        if (fetch->src_sel[c] <= HW_SEL_W)
            a.coordinate[c] = sim_wave_vector((struct sim_wave *)wave,
                                              fetch->src + fetch->src_sel[c] * SIM_LANES);
    if (fetch->kind == SIM_FETCH_LOAD)
        look_at_integers(&a, "read without a sampler");
    else
        look_at_samples(&a, fetch, texture, layer);
}

void check_image_buffer(struct sim_check *check, const struct sim_wave *wave,
                        const struct sim_fetch *fetch, uint32_t number,
                        const struct sim_buffer *buffer)
{
    const uint32_t *index =
        sim_wave_vector((struct sim_wave *)wave, fetch->src + fetch->src_sel[0] * SIM_LANES);
    const struct access a = {.check = check,
                             .wave = wave,
                             .space = GUIDE_VIEW,
                             .number = number,
                             .word = fetch->word,
                             .axes = 1,
                             .size = {buffer->elements, 1, 1},
                             .coordinate = {index, NULL, NULL}};
    if (check_does(check, CHECK_images))
        look_at_integers(&a, "read without a sampler");
}
