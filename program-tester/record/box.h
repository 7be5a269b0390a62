/* SPDX-License-Identifier: MIT */
/* box.h: a box of bytes in the application's memory, with pitches. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Slices of rows of bytes. */
struct box {
    uint8_t *base;
    size_t row, rows, slices;      /* bytes, and how many */
    size_t row_pitch, slice_pitch; /* bytes */
};

struct hash {
    uint64_t low, high;
};

/* A box of `size` bytes that lie together. */
struct box box_of(const void *base, size_t size);
/* A box whose pitches are what is given, or tight where that is 0. */
struct box box_with_pitches(const void *base, const size_t region[3], size_t element,
                            size_t row_pitch, size_t slice_pitch);

/* Counts the bytes in it, without those between rows. Returns false where that overflows. */
bool box_size(const struct box *box, size_t *size);
/* Counts the bytes that it reaches over, those between rows, too. Returns false where that
 * overflows. */
bool box_extent(const struct box *box, size_t *size);
struct hash box_hash(const struct box *box);
/* Copies the bytes of the box to or from where they lie together. */
void box_gather(const struct box *box, uint8_t *bytes);
void box_scatter(const struct box *box, const uint8_t *bytes);
