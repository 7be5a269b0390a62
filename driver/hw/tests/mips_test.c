/* SPDX-License-Identifier: MIT */
/* Tests of the levels of 2D-tiled textures, against the public equations written out once more: of
 * layouts as libdrm's eg_surface_best and eg_surface_init_2d have them, of places as addrlib's
 * ComputeSurfaceAddrFromCoordMacroTiled (docs/hardware.md, "Tiling"). */

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/mips.h"
#include "driver/hw/registers.h"

/* ---- layouts ---- */

struct texture {
    uint32_t width, height, depth, layers, bpe;
};

struct level {
    bool macro;
    uint32_t pitch, height, slices;
    uint64_t bytes;
};

/* The tiling parameters that libdrm finds best for one sample: the bank width is 1. */
struct parameters {
    uint32_t pipes, banks, bank_height, aspect;
    uint32_t width, height; /* of a macro tile, in texels */
};

static struct parameters parameters_of(const struct hw_chip *chip, uint32_t bpe)
{
    struct parameters p = {.pipes = chip->tile_pipes, .banks = chip->banks};
    uint32_t over;
    p.bank_height = bpe == 1 ? 4 : bpe <= 4 ? 2 : 1;
    over = p.bank_height * p.banks / p.pipes;
    p.aspect = over >= 16 ? 4 : over >= 4 ? 2 : 1;
    p.width = 8 * p.pipes * p.aspect;
    p.height = 8 * p.bank_height * p.banks / p.aspect;
    return p;
}

static uint32_t round_to_power(uint32_t value)
{
    uint32_t power = 1;
    while (power < value)
        power <<= 1;
    return power;
}

static uint32_t minified(uint32_t size, unsigned level)
{
    const uint32_t rest = size >> level;
    return level ? round_to_power(rest ? rest : 1) : size;
}

static uint32_t rounded(uint32_t value, uint32_t to)
{
    const uint32_t over = value % to;
    return over ? value - over + to : value;
}

/* The level behind one that was 2D-tiled, or not. */
static struct level level_of(const struct texture *t, const struct parameters *p, unsigned number,
                             bool macro)
{
    struct level level = {.pitch = minified(t->width, number),
                          .height = minified(t->height, number)};
    const uint32_t line = 256 / (8 * t->bpe);
    level.macro = macro && level.pitch >= p->width && level.height >= p->height;
    level.pitch = rounded(level.pitch, level.macro ? p->width : line > 8 ? line : 8);
    level.height = rounded(level.height, level.macro ? p->height : 8);
    level.slices = t->layers > 1 ? (number ? round_to_power(t->layers) : t->layers)
                                 : minified(t->depth, number);
    level.bytes = (uint64_t)level.pitch * level.height * t->bpe * level.slices;
    return level;
}

static void assert_level(const struct hw_surface_layout *found, const struct level *expected)
{
    assert_int_equal(found->mode == HW_ARRAY_2D_TILED_THIN1, expected->macro);
    assert_int_equal(found->pitch, expected->pitch);
    assert_int_equal(found->height, expected->height);
    assert_int_equal(found->slices, expected->slices);
    assert_int_equal(found->size_bytes, expected->bytes);
}

static struct hw_surface_layout base_of(const struct hw_chip *chip, const struct texture *t)
{
    const struct hw_tiling_config config = hw_tiling_config_decode(hw_chip_tiling_config(chip));
    struct hw_surface_layout base;
    assert_true(hw_surface_layout_choose(&base, &config, HW_ARRAY_2D_TILED_THIN1, t->bpe, t->width,
                                         t->height, t->depth * t->layers));
    return base;
}

static const struct texture textures[] = {
    {300, 530, 1, 1, 0},   {1024, 512, 1, 1, 0},  {1000, 2049, 1, 1, 0},
    {261, 521, 1, 3, 0},   {512, 1024, 1, 6, 0},  {258, 259, 5, 1, 0},
    {2048, 2048, 1, 1, 0}, {16384, 256, 1, 1, 0}, {300, 300, 300, 1, 0}};

static void layouts_are_libdrms(void **state)
{
    unsigned seen[2] = {0, 0};
    for (size_t c = 0; c < hw_chip_count; c++)
        for (size_t i = 0; hw_chips[c].family == HW_FAMILY_EVERGREEN && i < COUNT(textures) * 5;
             i++) {
            struct texture t = textures[i / 5];
            t.bpe = 1u << i % 5;
            const struct parameters p = parameters_of(&hw_chips[c], t.bpe);
            const struct hw_surface_layout base = base_of(&hw_chips[c], &t);
            bool macro = t.width >= p.width && t.height >= p.height;
            for (unsigned number = 1; macro && number < HW_MIP_LEVELS; number++) {
                struct hw_surface_layout layout;
                const struct level level = level_of(&t, &p, number, macro);
                assert_true(
                    hw_mip_layout(&layout, &base, t.width, t.height, t.depth > 1, number, NULL));
                assert_level(&layout, &level);
                macro = level.macro;
                seen[macro]++;
            }
        }
    assert_true(seen[true] > 500 && seen[false] > 300);
}

/* ---- places ---- */

/* A bit of pipe or bank: which bits of the numbers of column and row of tiles are in it. */
struct parity {
    uint8_t x, y;
};

static const struct parity pipe_bits[][3] = {
    [1] = {{1, 1}}, [2] = {{2, 1}, {1, 2}}, [3] = {{4, 1}, {6, 2}, {1, 4}}};
static const struct parity bank_bits[][4] = {[2] = {{1, 2}, {2, 1}},
                                             [3] = {{1, 4}, {2, 6}, {4, 1}},
                                             [4] = {{1, 8}, {2, 12}, {4, 2}, {8, 1}}};

static uint32_t channel(const struct parity *bits, unsigned count, uint32_t x, uint32_t y)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |=
            (uint32_t)(__builtin_popcount(bits[i].x & x) + __builtin_popcount(bits[i].y & y)) % 2
            << i;
    return value;
}

/* Bits of x (low) and y of a texel's number in its tile, by the texel's size; the last for 16 bytes
 * on cayman. */
static const char orders[][13] = {"x0x1x2y1y0y2", "x0x1x2y0y1y2", "x0x1y0x2y1y2",
                                  "x0y0x1x2y1y2", "y0x0x1x2y1y2", "x0y0x1y1x2y2"};

static uint32_t number_in_tile(const char *order, uint32_t x, uint32_t y)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < 6; i++)
        number |= ((order[2 * i] == 'x' ? x : y) >> (order[2 * i + 1] - '0') & 1) << i;
    return number;
}

static uint64_t place_of(const struct parameters *p, const struct level *level, uint32_t bpe,
                         const char *order, const uint32_t at[3])
{
    const unsigned pipes = hw_log2(p->pipes), banks = hw_log2(p->banks);
    const uint32_t x = at[0] / 8, y = at[1] / 8, tile = 64 * bpe;
    const uint64_t tiles_of_bank = (uint64_t)p->width * p->height / 64 / p->pipes / p->banks;
    const uint64_t across = level->pitch / p->width, down = level->height / p->height;
    const uint64_t macro = (at[2] * down + at[1] / p->height) * across + at[0] / p->width;
    const uint64_t offset = (macro * tiles_of_bank + y % p->bank_height) * tile +
                            (uint64_t)number_in_tile(order, at[0], at[1]) * bpe;
    const uint64_t pipe = channel(pipe_bits[pipes], pipes, x, y);
    const uint64_t bank = (channel(bank_bits[banks], banks, x / p->pipes, y / p->bank_height) ^
                           (p->banks / 2 - 1) * at[2]) %
                          p->banks;
    return offset % 256 + 256 * (pipe + p->pipes * (bank + p->banks * (offset / 256)));
}

static void check_places(const struct hw_chip *chip, const struct texture *t, unsigned number)
{
    const struct parameters p = parameters_of(chip, t->bpe);
    const bool depth_order = chip->vliw == HW_VLIW4 && t->bpe == 16;
    const struct level level = level_of(t, &p, number, true);
    const char *order = orders[depth_order ? 5 : hw_log2(t->bpe)];
    struct hw_surface_layout base = base_of(chip, t), layout;
    base.non_displayable = depth_order;
    assert_true(hw_mip_layout(&layout, &base, t->width, t->height, t->depth > 1, number, NULL));
    assert_true(level.macro);
    uint32_t wrong = 0;
    for (uint32_t z = 0; z < level.slices; z++)
        for (uint32_t y = z; y < level.height; y += 3)
            for (uint32_t x = y % 5; x < level.pitch; x += 5)
                wrong += hw_surface_offset(&layout, x, y, z) !=
                         place_of(&p, &level, t->bpe, order, (uint32_t[]){x, y, z});
    assert_int_equal(wrong, 0);
}

static void places_are_addrlibs(void **state)
{
    for (size_t c = 0; c < hw_chip_count; c++)
        for (unsigned i = 0; hw_chips[c].family == HW_FAMILY_EVERGREEN && i < 5; i++) {
            check_places(&hw_chips[c], &(struct texture){270, 521, 1, 3, 1u << i}, 1);
            check_places(&hw_chips[c], &(struct texture){300, 520, 5, 1, 1u << i}, 0);
        }
}

/* The numbers of one texture, by hand: on cypress, macro tiles of 32 bits have banks of two tiles,
 * an aspect of 2, and 128 x 128 texels of 64 KiB. */
static void one_chain(void **state)
{
    static const uint32_t expected[][4] = {{HW_ARRAY_2D_TILED_THIN1, 256, 512, 4},
                                           {HW_ARRAY_2D_TILED_THIN1, 128, 256, 4},
                                           {HW_ARRAY_1D_TILED_THIN1, 64, 128, 4},
                                           {HW_ARRAY_1D_TILED_THIN1, 32, 64, 4}};
    const struct hw_surface_layout base =
        base_of(hw_chip_find("cypress"), &(struct texture){300, 530, 1, 3, 4});
    assert_int_equal(base.alignment, 65536);
    assert_int_equal(base.pitch, 384);
    assert_int_equal(base.height, 640);
    for (unsigned i = 0; i < COUNT(expected); i++) {
        struct hw_surface_layout l;
        assert_true(hw_mip_layout(&l, &base, 300, 530, false, i + 1, NULL));
        assert_int_equal(l.mode, expected[i][0]);
        assert_int_equal(l.pitch, expected[i][1]);
        assert_int_equal(l.height, expected[i][2]);
        assert_int_equal(l.slices, expected[i][3]);
    }
}

/* The first level of a stencil may have the pitch of its depths. Levels of depths of 16 bits are as
 * wide as those of colours: libdrm's eg_surface_init_1d makes no difference. */
static void depths_are_as_wide(void **state)
{
    struct hw_surface_layout level,
        base = {.mode = HW_ARRAY_1D_TILED_THIN1, .bpe = 2, .pitch = 8, .height = 8, .slices = 1};
    assert_false(hw_surface_layout_finish(&base, NULL));
    base.sample_order = true;
    assert_true(hw_surface_layout_finish(&base, NULL));
    assert_true(hw_mip_layout(&level, &base, 8, 8, false, 1, NULL));
    assert_int_equal(level.pitch, 16);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, layouts_are_libdrms, places_are_addrlibs, one_chain,
                     depths_are_as_wide);
}
