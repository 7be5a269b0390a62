/* SPDX-License-Identifier: MIT */
/* box.c: rows are hashed one after the other, so that the hash does not depend on pitches. */
#include "program-tester/record/box.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

struct box box_of(const void *base, size_t size)
{
    return (struct box){(uint8_t *)base, size, 1, 1, size, size};
}

struct box box_with_pitches(const void *base, const size_t region[3], size_t element,
                            size_t row_pitch, size_t slice_pitch)
{
    struct box box = {.base = (uint8_t *)base,
                      .row = region[0] * element,
                      .rows = region[1],
                      .slices = region[2]};

    box.row_pitch = row_pitch ? row_pitch : box.row;
    box.slice_pitch = slice_pitch ? slice_pitch : box.row_pitch * box.rows;
    return box;
}

bool box_size(const struct box *box, size_t *size)
{
    return !__builtin_mul_overflow(box->row, box->rows, size) &&
           !__builtin_mul_overflow(*size, box->slices, size);
}

bool box_extent(const struct box *box, size_t *size)
{
    size_t rows, slices;

    *size = 0;
    if (!box->row || !box->rows || !box->slices)
        return true;
    return !__builtin_mul_overflow(box->rows - 1, box->row_pitch, &rows) &&
           !__builtin_mul_overflow(box->slices - 1, box->slice_pitch, &slices) &&
           !__builtin_add_overflow(rows, slices, size) &&
           !__builtin_add_overflow(*size, box->row, size);
}

static bool is_tight(const struct box *box)
{
    return (box->row_pitch == box->row || box->rows == 1) &&
           (box->slice_pitch == box->row * box->rows || box->slices == 1);
}

static uint8_t *row_of(const struct box *box, size_t slice, size_t row)
{
    return box->base + slice * box->slice_pitch + row * box->row_pitch;
}

struct hash box_hash(const struct box *box)
{
    XXH3_state_t state;
    XXH128_hash_t hash;

    if (is_tight(box)) {
        hash = XXH3_128bits(box->base, box->row * box->rows * box->slices);
        return (struct hash){hash.low64, hash.high64};
    }
    XXH3_128bits_reset(&state);
    for (size_t slice = 0; slice < box->slices; slice++)
        for (size_t row = 0; row < box->rows; row++)
            XXH3_128bits_update(&state, row_of(box, slice, row), box->row);
    hash = XXH3_128bits_digest(&state);
    return (struct hash){hash.low64, hash.high64};
}

void box_gather(const struct box *box, uint8_t *bytes)
{
    for (size_t slice = 0; slice < box->slices; slice++)
        for (size_t row = 0; row < box->rows; row++, bytes += box->row)
            memcpy(bytes, row_of(box, slice, row), box->row);
}

void box_scatter(const struct box *box, const uint8_t *bytes)
{
    for (size_t slice = 0; slice < box->slices; slice++)
        for (size_t row = 0; row < box->rows; row++, bytes += box->row)
            memcpy(row_of(box, slice, row), bytes, box->row);
}
