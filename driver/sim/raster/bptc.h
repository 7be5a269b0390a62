/* SPDX-License-Identifier: MIT */
/* bptc.h: what blocks of BPTC have in common (Khronos Data Format Specification, "BPTC Compressed
 * Texture Image Formats", where all tables are from). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Bits of a block, which are taken from the lowest on. */
struct bptc_bits {
    const uint8_t *block;
    unsigned at;
};

unsigned bptc_take(struct bptc_bits *bits, unsigned count);

/* The subset of each texel. */
struct bptc_partition {
    uint8_t subset[16];
    uint16_t anchors; /* texels of which an index has one bit less */
};

struct bptc_partition bptc_partition(unsigned subsets, unsigned number);
/* Indices of `count` bits each, as weights of the second end in 64ths. */
void bptc_take_weights(struct bptc_bits *bits, unsigned count, uint16_t anchors,
                       uint8_t weight[16]);

static inline int bptc_between(int a, int b, int weight)
{
    return (a * (64 - weight) + b * weight + 32) >> 6;
}

/* bptc.c: values from 0 to 1; bptc_float.c: floats. */
void bptc_decode(const uint8_t *block, float texel[16][4]);
void bptc_float_decode(const uint8_t *block, bool is_signed, float texel[16][4]);
