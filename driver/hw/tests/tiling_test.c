/* SPDX-License-Identifier: MIT */
/* Tests of the surface layouts and address equations. */
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/mips.h"
#include "driver/hw/registers.h"
#include "driver/hw/tiling.h"

static const struct hw_tiling_config juniper = {.pipes = 4, .banks = 8, .row_bytes = 1024};

static uint64_t seed = 1;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

/* Every element has a place of its own, aligned to its size, inside the surface. */
static void assert_bijective(const struct hw_surface_layout *l)
{
    uint64_t elements = l->size_bytes / l->bpe;
    uint8_t *used = calloc(elements, 1);
    assert_non_null(used);
    for (uint32_t s = 0; s < l->slices * l->samples; s++)
        for (uint32_t y = 0; y < l->height; y++)
            for (uint32_t x = 0; x < l->pitch; x++) {
                uint64_t offset = hw_surface_offset(l, x, y, s);
                assert_true(offset + l->bpe <= l->size_bytes);
                assert_int_equal(offset % l->bpe, 0);
                assert_int_equal(used[offset / l->bpe]++, 0);
            }
    free(used);
}

/* Low parts of a coordinate's bits exclude each other, high ones add up: tables are made so. */
static void assert_made_of_bits(const struct hw_surface_layout *l, uint32_t coordinate,
                                struct hw_tile_part (*part)(const struct hw_surface_layout *,
                                                            uint32_t))
{
    struct hw_tile_part sum = {0};
    for (uint32_t bit = 1; bit <= coordinate; bit *= 2) {
        const struct hw_tile_part p = part(l, coordinate & bit);
        sum.lo ^= p.lo;
        sum.hi += p.hi;
    }
    const struct hw_tile_part whole = part(l, coordinate);
    assert_int_equal(whole.lo, sum.lo);
    assert_int_equal(whole.hi, sum.hi);
}

static void chosen_layouts_are_bijective(void **state)
{
    static const unsigned modes[] = {HW_ARRAY_LINEAR_ALIGNED, HW_ARRAY_1D_TILED_THIN1,
                                     HW_ARRAY_2D_TILED_THIN1};
    for (size_t chip = 0; chip < hw_chip_count; chip++) {
        struct hw_tiling_config config =
            hw_tiling_config_decode(hw_chip_tiling_config(&hw_chips[chip]));
        if (hw_chips[chip].family != HW_FAMILY_EVERGREEN)
            continue;
        assert_int_equal(config.pipes, hw_chips[chip].tile_pipes);
        assert_int_equal(config.banks, hw_chips[chip].banks);
        for (unsigned m = 0; m < 3; m++)
            for (unsigned bpe = 1; bpe <= 16; bpe *= 2) {
                struct hw_surface_layout l;
                assert_true(hw_surface_layout_choose(&l, &config, modes[m], bpe,
                                                     1 + random_below(300), 1 + random_below(300),
                                                     1 + random_below(3)));
                assert_made_of_bits(&l, random_below(l.pitch), hw_surface_x);
                assert_made_of_bits(&l, random_below(l.height), hw_surface_y);
                assert_bijective(&l);
            }
    }
}

static uint8_t random_log(unsigned values)
{
    return (uint8_t)(1u << random_below(values));
}

/* Any parameters that the check accepts, tile splits, depth order and samples included. */
static void random_2d_layouts_are_bijective(void **state)
{
    unsigned tried = 0;
    while (tried < 150) {
        struct hw_surface_layout l = {
            .mode = HW_ARRAY_2D_TILED_THIN1,
            .non_displayable = random_below(2),
            .bpe = random_log(5),
            .bank_width = random_log(4),
            .bank_height = random_log(4),
            .aspect = random_log(4),
            .tile_split = (uint16_t)(64u << random_below(7)),
            .pipes = random_log(4),
            .banks = 2u << random_below(4),
            .slices = 1 + random_below(3),
            .samples = random_log(4),
            .sample_order = random_below(2),
        };
        uint32_t pitch, height;
        hw_surface_pitch_alignment(&l, &pitch, &height);
        l.pitch = pitch * (1 + random_below(3));
        l.height = height * (1 + random_below(3));
        if (height && (uint64_t)l.pitch * l.height * l.samples > 1u << 18)
            continue;
        if (!hw_surface_layout_finish(&l, NULL))
            continue;
        assert_bijective(&l);
        assert_made_of_bits(&l, random_below(l.pitch), hw_surface_x);
        assert_made_of_bits(&l, random_below(l.height), hw_surface_y);
        tried++;
    }
}

static void samples_need_macro_tiles(void **state)
{
    const char *why;
    struct hw_surface_layout l = {
        .mode = HW_ARRAY_1D_TILED_THIN1, .bpe = 4, .pitch = 64, .height = 64, .slices = 1};
    assert_true(hw_surface_layout_finish(&l, &why));
    l.samples = 4;
    assert_false(hw_surface_layout_finish(&l, &why));
    assert_non_null(strstr(why, "several samples"));
}

/* Two samples of 32 bits, in tiles of 512 bytes that are split at 256: the second one lies in the
 * second half of the slice, in another bank (banks / 2 + 1). In the order of depths it is the
 * neighbour of the first. */
static void samples_are_split(void **state)
{
    struct hw_surface_layout l = {.mode = HW_ARRAY_2D_TILED_THIN1,
                                  .bpe = 4,
                                  .bank_width = 1,
                                  .bank_height = 1,
                                  .aspect = 1,
                                  .tile_split = 256,
                                  .pipes = 2,
                                  .banks = 4,
                                  .pitch = 16,
                                  .height = 32,
                                  .slices = 1,
                                  .samples = 2};
    assert_true(hw_surface_layout_finish(&l, NULL));
    assert_int_equal(l.size_bytes, 16 * 32 * 4 * 2);
    assert_int_equal(hw_surface_offset(&l, 0, 0, 0), 0);
    assert_int_equal(hw_surface_offset(&l, 0, 0, 1), 16 * 32 * 4 + (3 << 9));
    l.sample_order = true;
    assert_true(hw_surface_layout_finish(&l, NULL));
    assert_int_equal(hw_surface_offset(&l, 0, 0, 1), 4);
}

/* The parts of row and column make the same offset as all coordinates at once. */
static void row_iterator_agrees(void **state)
{
    struct hw_surface_layout l;
    assert_true(hw_surface_layout_choose(&l, &juniper, HW_ARRAY_2D_TILED_THIN1, 4, 200, 90, 4));
    for (unsigned i = 0; i < 10000; i++) {
        uint32_t x = random_below(200), y = random_below(90), s = random_below(4);
        assert_int_equal(
            hw_surface_in_row(hw_tile_join(hw_surface_y(&l, y), hw_surface_slice(&l, s)),
                              hw_surface_x(&l, x)),
            hw_surface_offset(&l, x, y, s));
    }
}

static void juniper_macro_tile(void **state)
{
    struct hw_surface_layout l;
    assert_true(hw_surface_layout_choose(&l, &juniper, HW_ARRAY_2D_TILED_THIN1, 4, 100, 100, 1));
    assert_int_equal(l.bank_width, 1);
    assert_int_equal(l.bank_height, 2);
    assert_int_equal(l.aspect, 2);
    assert_int_equal(l.macro_width, 64);
    assert_int_equal(l.macro_height, 64);
    assert_int_equal(l.alignment, 16384);
    assert_int_equal(l.pitch, 128);
    assert_int_equal(l.size_bytes, 128 * 128 * 4);
}

/* Places computed by hand from the equations of docs/hardware.md (32 bits, 4 pipes, 8 banks, bank
 * width 1, bank height 2, aspect 2). */
static void juniper_places(void **state)
{
    struct hw_surface_layout l;
    assert_true(hw_surface_layout_choose(&l, &juniper, HW_ARRAY_2D_TILED_THIN1, 4, 128, 128, 2));
    static const struct {
        uint32_t x, y, slice, offset;
    } places[] = {
        {0, 0, 0, 0},
        {1, 0, 0, 4},
        {0, 1, 0, 16}, /* pixel bits: x0 x1 y0 x2 y1 y2 */
        {4, 0, 0, 32},
        {8, 0, 0, 2 << 8},                /* x3 -> pipe bit 1 */
        {16, 0, 0, 1 << 8},               /* x4 -> pipe bit 0 */
        {32, 0, 0, 1 << 10},              /* the next column of banks */
        {0, 8, 0, (1 << 8) | (256 << 5)}, /* y3 -> pipe bit 0; second tile of the bank */
        {0, 16, 0, (2 << 8) | (4 << 10)}, /* y4 -> pipe bit 1; row 1 of banks -> bank bit 2 */
        {64, 0, 0, 16384 + (2 << 10)},    /* next macro tile; its column 2 -> bank bit 1 */
        {0, 0, 1, 65536 + (3 << 10)},     /* slices rotate banks by 3 */
    };
    for (size_t i = 0; i < COUNT(places); i++)
        assert_int_equal(hw_surface_offset(&l, places[i].x, places[i].y, places[i].slice),
                         places[i].offset);
}

static void one_d_places(void **state)
{
    struct hw_surface_layout l;
    assert_true(hw_surface_layout_choose(&l, &juniper, HW_ARRAY_1D_TILED_THIN1, 1, 40, 9, 1));
    assert_int_equal(l.pitch, 64);
    assert_int_equal(l.height, 16);
    assert_int_equal(hw_surface_offset(&l, 7, 0, 0), 7);
    assert_int_equal(hw_surface_offset(&l, 0, 1, 0), 16); /* 8 bits: x0 x1 x2 y1 y0 y2 */
    assert_int_equal(hw_surface_offset(&l, 0, 2, 0), 8);
    assert_int_equal(hw_surface_offset(&l, 8, 0, 0), 64);
    assert_int_equal(hw_surface_offset(&l, 0, 8, 0), 512);
}

static void impossible_surfaces_are_refused(void **state)
{
    struct hw_surface_layout good, l;
    const char *why;
    assert_true(hw_surface_layout_choose(&good, &juniper, HW_ARRAY_2D_TILED_THIN1, 4, 64, 64, 1));
#define REFUSED(change)                                                                            \
    l = good;                                                                                      \
    change;                                                                                        \
    assert_false(hw_surface_layout_finish(&l, &why));                                              \
    assert_non_null(why)
    REFUSED(l.pitch += 8);
    REFUSED(l.height += 8);
    REFUSED(l.bpe = 3);
    REFUSED(l.mode = 3);
    REFUSED(l.mode = 5);
    REFUSED(l.aspect = 3);
    REFUSED(l.bank_width = 0);
    REFUSED(l.tile_split = 32);
    REFUSED(l.slices = 0);
#undef REFUSED
    assert_false(hw_surface_layout_choose(&l, &juniper, HW_ARRAY_1D_TILED_THIN1, 4, 0, 1, 1));
}

static struct hw_surface_layout base_of(unsigned mode, unsigned bpe, uint32_t width,
                                        uint32_t height, uint32_t slices)
{
    struct hw_surface_layout base;
    assert_true(hw_surface_layout_choose(&base, &juniper, mode, bpe, width, height, slices));
    return base;
}

static void assert_mip(const struct hw_surface_layout *base, uint32_t width, uint32_t height,
                       bool volume, unsigned level, const uint32_t expected[4])
{
    struct hw_surface_layout mip;
    assert_true(hw_mip_layout(&mip, base, width, height, volume, level, NULL));
    assert_int_equal(mip.mode, expected[0]);
    assert_int_equal(mip.pitch, expected[1]);
    assert_int_equal(mip.height, expected[2]);
    assert_int_equal(mip.slices, expected[3]);
    assert_bijective(&mip);
}

/* By hand from libdrm's mip_minify and the alignments of docs/hardware.md: on juniper, macro tiles
 * of 32 bits are 64 x 64. */
static void levels_are_padded(void **state)
{
    const struct hw_surface_layout image = base_of(HW_ARRAY_2D_TILED_THIN1, 4, 300, 150, 3);
    assert_int_equal(hw_mip_size(7, 1), 3);
    assert_int_equal(hw_mip_size(7, 3), 1);
    assert_int_equal(hw_mip_padded(7, 0), 7);
    assert_int_equal(hw_mip_padded(7, 1), 4);
    assert_int_equal(hw_mip_padded(5, 1), 2);
    /* 150 x 75 as 256 x 128, 75 x 37 as 128 x 64, and 37 x 18, smaller than a tile, as 64 x 32;
     * three layers as four (radeon_surface_sanity) */
    assert_mip(&image, 300, 150, false, 1, (uint32_t[]){HW_ARRAY_2D_TILED_THIN1, 256, 128, 4});
    assert_mip(&image, 300, 150, false, 2, (uint32_t[]){HW_ARRAY_2D_TILED_THIN1, 128, 64, 4});
    assert_mip(&image, 300, 150, false, 3, (uint32_t[]){HW_ARRAY_1D_TILED_THIN1, 64, 32, 4});
    assert_mip(&image, 300, 150, false, 8, (uint32_t[]){HW_ARRAY_1D_TILED_THIN1, 8, 8, 4});
    const struct hw_surface_layout volume = base_of(HW_ARRAY_1D_TILED_THIN1, 1, 19, 11, 6);
    assert_mip(&volume, 19, 11, true, 1, (uint32_t[]){HW_ARRAY_1D_TILED_THIN1, 32, 8, 4});
    assert_mip(&volume, 19, 11, true, 2, (uint32_t[]){HW_ARRAY_1D_TILED_THIN1, 32, 8, 1});
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, levels_are_padded, chosen_layouts_are_bijective,
                     random_2d_layouts_are_bijective, row_iterator_agrees, juniper_macro_tile,
                     juniper_places, one_d_places, samples_need_macro_tiles, samples_are_split,
                     impossible_surfaces_are_refused);
}
