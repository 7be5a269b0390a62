/* SPDX-License-Identifier: MIT */
/* bptc_float.c: blocks of BPTC that have floats (BC6H). */
#include <stddef.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/float16.h"
#include "driver/sim/raster/bptc.h"

/* By its number, which has two bits or five: whether ends are differences from the first one, and
 * there are two subsets; bits of an end, and of differences. Then which bits come, as the
 * specification writes it: those of channel r, g or b of an end, in hexadecimal digits. */
struct mode {
    bool differs, two;
    uint8_t bits, less[3];
    const char *fields;
};

static const struct mode modes[32] = {
    [0] = {true,
           true,
           10,
           {5, 5, 5},
           "g2:4 b2:4 b3:4 r0:0-9 g0:0-9 b0:0-9 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 "
           "b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3"},
    [1] = {true,
           true,
           7,
           {6, 6, 6},
           "g2:5 g3:4 g3:5 r0:0-6 b3:0 b3:1 b2:4 g0:0-6 b2:5 b3:2 g2:4 b0:0-6 b3:3 b3:5 b3:4 "
           "r1:0-5 g2:0-3 g1:0-5 g3:0-3 b1:0-5 b2:0-3 r2:0-5 r3:0-5"},
    [2] = {true,
           true,
           11,
           {5, 4, 4},
           "r0:0-9 g0:0-9 b0:0-9 r1:0-4 r0:a g2:0-3 g1:0-3 g0:a b3:0 g3:0-3 b1:0-3 b0:a b3:1 "
           "b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3"},
    [3] = {false, false, 10, {10, 10, 10}, "r0:0-9 g0:0-9 b0:0-9 r1:0-9 g1:0-9 b1:0-9"},
    [6] = {true,
           true,
           11,
           {4, 5, 4},
           "r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:a g3:4 g2:0-3 g1:0-4 g0:a g3:0-3 b1:0-3 b0:a b3:1 "
           "b2:0-3 r2:0-3 b3:0 b3:2 r3:0-3 g2:4 b3:3"},
    [7] = {true, false, 11, {9, 9, 9}, "r0:0-9 g0:0-9 b0:0-9 r1:0-8 r0:a g1:0-8 g0:a b1:0-8 b0:a"},
    [10] = {true,
            true,
            11,
            {4, 4, 5},
            "r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:a b2:4 g2:0-3 g1:0-3 g0:a b3:0 g3:0-3 b1:0-4 b0:a "
            "b2:0-3 r2:0-3 b3:1 b3:2 r3:0-3 b3:4 b3:3"},
    [11] = {true,
            false,
            12,
            {8, 8, 8},
            "r0:0-9 g0:0-9 b0:0-9 r1:0-7 r0:b-a g1:0-7 g0:b-a b1:0-7 b0:b-a"},
    [14] = {true,
            true,
            9,
            {5, 5, 5},
            "r0:0-8 b2:4 g0:0-8 g2:4 b0:0-8 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 "
            "b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3"},
    [15] = {true,
            false,
            16,
            {4, 4, 4},
            "r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:f-a g1:0-3 g0:f-a b1:0-3 b0:f-a"},
    [18] = {true,
            true,
            8,
            {6, 5, 5},
            "r0:0-7 g3:4 b2:4 g0:0-7 b3:2 g2:4 b0:0-7 b3:3 b3:4 r1:0-5 g2:0-3 g1:0-4 b3:0 g3:0-3 "
            "b1:0-4 b3:1 b2:0-3 r2:0-5 r3:0-5"},
    [22] = {true,
            true,
            8,
            {5, 6, 5},
            "r0:0-7 b3:0 b2:4 g0:0-7 g2:5 g2:4 b0:0-7 g3:5 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-5 g3:0-3 "
            "b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3"},
    [26] = {true,
            true,
            8,
            {5, 5, 6},
            "r0:0-7 b3:1 b2:4 g0:0-7 b2:5 g2:4 b0:0-7 b3:5 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 "
            "g3:0-3 b1:0-5 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3"},
    [30] = {false,
            true,
            6,
            {6, 6, 6},
            "r0:0-5 g3:4 b3:0 b3:1 b2:4 g0:0-5 g2:5 b2:5 b3:2 g2:4 b0:0-5 g3:5 b3:3 b3:5 b3:4 "
            "r1:0-5 g2:0-3 g1:0-5 g3:0-3 b1:0-5 b2:0-3 r2:0-5 r3:0-5"},
};

static unsigned digit(char c)
{
    return (unsigned)(c > '9' ? c - 'a' + 10 : c - '0');
}

static void take_fields(struct bptc_bits *bits, const char *field, int ends[4][3])
{
    memset(ends, 0, 4 * sizeof(*ends));
    while (*field) {
        int *end = &ends[digit(field[1])][field[0] == 'r' ? 0 : field[0] == 'g' ? 1 : 2];
        const unsigned first = digit(field[3]), last = field[4] == '-' ? digit(field[5]) : first;
        const unsigned count = (last > first ? last - first : first - last) + 1;
        for (unsigned i = 0; i < count; i++)
            *end |= (int)(bptc_take(bits, 1) << (last > first ? first + i : first - i));
        field += field[4] == '-' ? 6 : 4;
        field += *field == ' ';
    }
}

static int extended(int value, unsigned bits)
{
    const int top = 1 << (bits - 1);
    return value & top ? value - 2 * top : value;
}

static void finish_ends(const struct mode *mode, bool is_signed, int ends[4][3])
{
    const int mask = (1 << mode->bits) - 1;
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned i = 1; mode->differs && i < 4; i++)
            ends[i][c] = (ends[0][c] + extended(ends[i][c], mode->less[c])) & mask;
        for (unsigned i = 0; is_signed && i < 4; i++)
            ends[i][c] = extended(ends[i][c], mode->bits);
    }
}

/* To 16 bits. */
static int widened(int value, unsigned bits, bool is_signed)
{
    const int size = value < 0 ? -value : value;
    int wide = size;
    if (!is_signed && bits < 15)
        wide = !size ? 0 : size == (1 << bits) - 1 ? 0xffff : ((size << 16) + 0x8000) >> bits;
    if (is_signed && bits < 16)
        wide = !size                           ? 0
               : size >= (1 << (bits - 1)) - 1 ? 0x7fff
                                               : ((size << 15) + 0x4000) >> (bits - 1);
    return value < 0 ? -wide : wide;
}

static float as_float(int value, bool is_signed)
{
    const unsigned size = (unsigned)(value < 0 ? -value : value);
    const unsigned half = size * 31 >> (is_signed ? 5 : 6);
    return bits_float(float16_to_bits(half | (value < 0 ? 0x8000u : 0)));
}

void bptc_float_decode(const uint8_t *block, bool is_signed, float texel[16][4])
{
    struct bptc_bits bits = {block, 0};
    int ends[4][3];
    uint8_t weight[16];
    unsigned number = bptc_take(&bits, 2);
    for (unsigned i = 0; i < 16; i++)
        memcpy(texel[i], (const float[4]){0, 0, 0, 1}, sizeof(texel[i]));
    if (number > 1)
        number |= bptc_take(&bits, 3) << 2;
    const struct mode *mode = &modes[number];
    if (!mode->fields)
        return;
    take_fields(&bits, mode->fields, ends);
    finish_ends(mode, is_signed, ends);
    const unsigned subsets = mode->two ? 2 : 1;
    const struct bptc_partition partition =
        bptc_partition(subsets, mode->two ? bptc_take(&bits, 5) : 0);
    bptc_take_weights(&bits, mode->two ? 3 : 4, partition.anchors, weight);
    for (unsigned i = 0; i < 16; i++)
        for (unsigned c = 0; c < 3; c++) {
            const unsigned first = 2u * partition.subset[i];
            const int a = widened(ends[first][c], mode->bits, is_signed);
            const int b = widened(ends[first + 1][c], mode->bits, is_signed);
            texel[i][c] = as_float(bptc_between(a, b, weight[i]), is_signed);
        }
}
