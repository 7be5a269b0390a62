/* SPDX-License-Identifier: MIT */
/* bptc.c: blocks of BPTC: subsets, indices, and blocks of normalised colours (BC7). */
#include "driver/sim/raster/bptc.h"

#include <assert.h>
#include <string.h>

/* Texels of the second subset, by the number of the partition. */
static const uint16_t two[64] = {
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80,
    0xe800, 0xffe8, 0xff00, 0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310,
    0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa,
    0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8, 0x324c, 0x3bdc,
    0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6,
    0x639c, 0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22};

/* Texels of the second and of the third. */
static const uint16_t three[64][2] = {
    {0x08cc, 0xf600}, {0x8cc8, 0x7300}, {0xcc80, 0x3310}, {0xec00, 0x00ce}, {0x3300, 0xcc00},
    {0x00cc, 0xcc00}, {0xff00, 0x00cc}, {0xcccc, 0x3300}, {0x0f00, 0xf000}, {0x0ff0, 0xf000},
    {0x00f0, 0xff00}, {0x4444, 0x8888}, {0x6666, 0x8888}, {0x2222, 0xcccc}, {0x136c, 0xec80},
    {0x008c, 0x7310}, {0x36c8, 0xc800}, {0x08ce, 0x3100}, {0x3330, 0xccc0}, {0xf000, 0x0ccc},
    {0x00ee, 0xee00}, {0x8888, 0x7700}, {0x22c0, 0xcc00}, {0x4430, 0x3300}, {0x0c22, 0x00cc},
    {0x0344, 0xfc88}, {0x6996, 0x0660}, {0x9960, 0x6600}, {0x0330, 0xc88c}, {0x0066, 0xf900},
    {0xc22c, 0x0cc0}, {0x8c00, 0x7310}, {0x1300, 0xec80}, {0xc400, 0x08ce}, {0x004c, 0xec80},
    {0x2222, 0x4444}, {0x00f0, 0x0f00}, {0x2492, 0x4924}, {0x2942, 0x4294}, {0xc30c, 0x0c30},
    {0xc03c, 0x03c0}, {0x00aa, 0xff00}, {0xaa00, 0x5500}, {0x3030, 0xcccc}, {0xc0c0, 0x0c0c},
    {0x9090, 0x6666}, {0xa00a, 0x0ff0}, {0xaaa0, 0x5550}, {0x0aaa, 0xf000}, {0xe0e0, 0x0e0e},
    {0x7070, 0x8888}, {0x6660, 0x9990}, {0x0ee0, 0xe00e}, {0x0770, 0x8888}, {0x0666, 0xf000},
    {0x6600, 0x9900}, {0x0066, 0xff00}, {0x0cc0, 0xc00c}, {0x0330, 0xcccc}, {0x6000, 0x9000},
    {0x8080, 0x0808}, {0x1010, 0xeeee}, {0x000a, 0xfff0}, {0x08ce, 0x7310}};

/* The anchor of each subset but the first, whose anchor is texel 0: a digit for each partition. */
static const char anchor_of_two[] =
    "fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f";
static const char anchors_of_three[2][65] = {
    "33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33",
    "f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8"};

unsigned bptc_take(struct bptc_bits *bits, unsigned count)
{
    unsigned value = 0;
    assert(bits->at + count <= 128);
    for (unsigned i = 0; i < count; i++, bits->at++)
        value |= (bits->block[bits->at / 8] >> bits->at % 8 & 1u) << i;
    return value;
}

static uint16_t anchor(const char *digits, unsigned number)
{
    const char digit = digits[number];
    return (uint16_t)(1u << (digit > '9' ? digit - 'a' + 10 : digit - '0'));
}

struct bptc_partition bptc_partition(unsigned subsets, unsigned number)
{
    struct bptc_partition partition = {.anchors = 1};
    assert(subsets >= 1 && subsets <= 3 && number < 64);
    const unsigned second = subsets == 3 ? three[number][0] : subsets == 2 ? two[number] : 0;
    const unsigned third = subsets == 3 ? three[number][1] : 0;
    for (unsigned i = 0; i < 16; i++)
        partition.subset[i] = (uint8_t)((second >> i & 1u) + 2 * (third >> i & 1u));
    if (subsets == 2)
        partition.anchors |= anchor(anchor_of_two, number);
    for (unsigned i = 0; subsets == 3 && i < 2; i++)
        partition.anchors |= anchor(anchors_of_three[i], number);
    return partition;
}

void bptc_take_weights(struct bptc_bits *bits, unsigned count, uint16_t anchors, uint8_t weight[16])
{
    const unsigned most = (1u << count) - 1;
    for (unsigned i = 0; i < 16; i++) {
        const unsigned index = bptc_take(bits, count - (anchors >> i & 1u));
        weight[i] = (uint8_t)((128 * index + most) / (2 * most));
    }
}

/* Numbers of bits; `ends`: one for each end's lowest bits, `shared`: one for both of a subset. */
struct mode {
    uint8_t subsets, partition, rotation, selection, color, alpha;
    bool ends, shared;
    uint8_t index, other;
};

static const struct mode modes[8] = {
    {3, 4, 0, 0, 4, 0, true, false, 3, 0},  {2, 6, 0, 0, 6, 0, false, true, 3, 0},
    {3, 6, 0, 0, 5, 0, false, false, 2, 0}, {2, 6, 0, 0, 7, 0, true, false, 2, 0},
    {1, 0, 2, 1, 5, 6, false, false, 2, 3}, {1, 0, 2, 0, 7, 8, false, false, 2, 2},
    {1, 0, 0, 0, 7, 7, true, false, 4, 0},  {2, 6, 0, 0, 5, 5, true, false, 2, 0}};

enum { MOST_ENDS = 6, OPAQUE = 255 };

static void take_ends(struct bptc_bits *bits, const struct mode *mode, int ends[MOST_ENDS][4])
{
    const unsigned count = 2u * mode->subsets, lowest = mode->ends || mode->shared;
    unsigned low = 0;
    for (unsigned c = 0; c < 4; c++)
        for (unsigned i = 0; i < count; i++)
            ends[i][c] = (int)bptc_take(bits, c < 3 ? mode->color : mode->alpha);
    for (unsigned i = 0; i < count; i++) {
        if (mode->ends || (mode->shared && i % 2 == 0))
            low = bptc_take(bits, 1);
        for (unsigned c = 0; c < (mode->alpha ? 4 : 3); c++) {
            const unsigned size = (c < 3 ? mode->color : mode->alpha) + lowest;
            const unsigned value = lowest ? (unsigned)ends[i][c] << 1 | low : (unsigned)ends[i][c];
            ends[i][c] = (int)((value << (8 - size) | value >> (2 * size - 8)) & 0xffu);
        }
        if (!mode->alpha)
            ends[i][3] = OPAQUE;
    }
}

void bptc_decode(const uint8_t *block, float texel[16][4])
{
    struct bptc_bits bits = {block, 0};
    int ends[MOST_ENDS][4];
    uint8_t weight[16], other[16];
    unsigned number = 0;
    memset(texel, 0, 16 * sizeof(*texel));
    while (number < 8 && !bptc_take(&bits, 1))
        number++;
    if (number == 8)
        return;
    const struct mode *mode = &modes[number];
    const struct bptc_partition partition =
        bptc_partition(mode->subsets, bptc_take(&bits, mode->partition));
    const unsigned rotation = bptc_take(&bits, mode->rotation);
    const bool swapped = bptc_take(&bits, mode->selection);
    take_ends(&bits, mode, ends);
    bptc_take_weights(&bits, mode->index, partition.anchors, weight);
    memcpy(other, weight, sizeof(other));
    if (mode->other)
        bptc_take_weights(&bits, mode->other, 1, other);
    for (unsigned i = 0; i < 16; i++)
        for (unsigned c = 0; c < 4; c++) {
            const int *end = &ends[2 * partition.subset[i]][c];
            const unsigned to = rotation && c == 3 ? rotation - 1 : c + 1 == rotation ? 3 : c;
            const int part = (c == 3) != swapped ? other[i] : weight[i];
            texel[i][to] = (float)bptc_between(end[0], end[4], part) / 255.0f;
        }
}
