/* SPDX-License-Identifier: MIT */
/* tile_copy_test.c: bands of all texels, from any column on and in any number, to tiles and from
 * them, through the host's caches and around them, lie where the equations say. */
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/hw/registers.h"
#include "driver/r600/tile_copy.h"

enum { SIDE = 128, ROW = 8, GAP = 5, MOST = 90 };

static void fill(uint8_t *bytes, size_t count)
{
    static uint64_t state = 1;
    for (size_t i = 0; i < count; i += sizeof(state)) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const uint64_t word = state ^ state >> 32;
        memcpy(bytes + i, &word, count - i < sizeof(word) ? count - i : sizeof(word));
    }
}

static void check_band(const struct hw_surface_layout *layout, uint8_t *surface, uint8_t *linear,
                       uint32_t x, uint32_t count, bool to_surface, bool around)
{
    struct hw_tile_part tiles[MOST / TILE + 2];
    struct tile_axis columns = {.tiles = tiles, .first = x};
    const uint32_t texel = layout->bpe;
    struct band_copy copy = {
        .columns = &columns,
        .surface = surface,
        .count = count,
        .whole_tiles = true,
        .row_count = BAND_ROWS,
        .linear = linear,
        .row_pitch = (size_t)count * texel + (x % 2 ? GAP : 0),
    };
    for (uint32_t i = x / TILE; i * TILE < x + count; i++)
        tiles[i - x / TILE] = hw_surface_x(layout, i * TILE);
    for (uint32_t i = 0; i < TILE; i++)
        columns.in_tile[i] = hw_surface_x(layout, i);
    for (uint32_t r = 0; r < BAND_ROWS; r++)
        copy.rows[r] = hw_surface_y(layout, ROW + r);
    fill(surface, layout->size_bytes);
    fill(linear, BAND_ROWS * copy.row_pitch);
    band_find(texel, false, to_surface, around)(&copy);
    for (uint32_t r = 0; r < BAND_ROWS; r++)
        for (uint32_t i = 0; i < count; i++)
            assert_memory_equal(surface + hw_surface_offset(layout, x + i, ROW + r, 0),
                                linear + r * copy.row_pitch + (size_t)i * texel, texel);
}

static void texels_lie_where_they_belong(void **state)
{
    (void)state;
    const struct hw_tiling_config config = {8, 16, 2048};
    for (unsigned texel = 1; texel <= 16; texel *= 2) {
        struct hw_surface_layout layout;
        assert_true(hw_surface_layout_choose(&layout, &config, HW_ARRAY_2D_TILED_THIN1, texel, SIDE,
                                             SIDE, 1));
        uint8_t *surface = aligned_alloc(HW_PIPE_INTERLEAVE, layout.size_bytes),
                *linear = malloc(BAND_ROWS * (MOST * 16 + GAP));
        assert_true(surface && linear);
        for (uint32_t x = 0; x < 18; x++)
            for (uint32_t count = 1; count <= MOST; count += 1 + count / 8)
                for (unsigned way = 0; way < 3; way++)
                    check_band(&layout, surface, linear, x, count, way > 0, way > 1);
        free(surface);
        free(linear);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, texels_lie_where_they_belong);
}
