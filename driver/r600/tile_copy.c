/* SPDX-License-Identifier: MIT */
/* tile_copy.c: displayable tiles keep at least 16 bytes of a row together (8 for one-byte texels),
 * so that what is no whole tile moves in runs. Each run is done for all rows of a band before the
 * next run, so that a tile is finished while the host has it in its cache. */
#include "driver/r600/tile_copy.h"

#include <assert.h>
#include <string.h>

#include "driver/base/count.h"

enum { ONE_LINE = 8 };

#define INLINE static inline __attribute__((always_inline))

/* A run of each row, from texel i on. */
INLINE void copy_runs(const struct band_copy *copy, uint32_t i, size_t texel, size_t run_bytes,
                      bool to_surface)
{
    uint8_t *linear = copy->linear + i * texel;
    for (uint32_t r = 0; r < copy->row_count; r++, linear += copy->row_pitch) {
        uint8_t *surface = copy->surface + hw_surface_in_row(copy->rows[r], copy->columns[i]);
        memcpy(to_surface ? surface : linear, to_surface ? linear : surface, run_bytes);
    }
}

/* Texels i to `end` of each row. */
INLINE void copy_rows(const struct band_copy *copy, uint32_t i, uint32_t end, size_t texel,
                      size_t run_bytes, bool to_surface)
{
    const uint32_t run = (uint32_t)(run_bytes / texel);
    for (; i < end && (copy->x + i) % run; i++)
        copy_runs(copy, i, texel, texel, to_surface);
    for (; i + run <= end; i += run)
        copy_runs(copy, i, texel, run_bytes, to_surface);
    for (; i < end; i++)
        copy_runs(copy, i, texel, texel, to_surface);
}

/* With sanitizers gcc ignores this, and says so. */
#ifdef ROOTLE_SANITIZED
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

/* Pieces of neighbouring tiles, from texel i of row `first` on. A piece is as many rows of a
 * displayable tile as lie together whatever pipes and banks there are, 256 bytes of texels of four
 * and more. Its runs of 16 bytes are of rows by turns (hw/tiling.c, pixel_order). */
INLINE void copy_pieces(const struct band_copy *copy, uint32_t i, uint32_t first, size_t texel,
                        unsigned tiles, bool to_surface)
{
    const size_t run = texel == 1 ? 8 : 16, rows = texel <= 4 ? TILE : 32 / texel;
    uint8_t *linear = copy->linear + first * copy->row_pitch + i * texel, *pieces[ONE_LINE];
    for (unsigned t = 0; t < tiles; t++)
        pieces[t] =
            copy->surface + hw_surface_in_row(copy->rows[first], copy->columns[i + t * TILE]);
    UNROLL
    for (size_t r = 0; r < rows; r++, linear += copy->row_pitch) {
        const size_t row = texel == 1 ? (r >> 1 & 1) * 8 + (r & 1) * 16 + (r >> 2) * 32
                                      : (r & 1) * 16 + (r >> 1) * 16 * texel;
        UNROLL
        for (size_t j = 0; j < tiles * TILE * texel / run; j++) {
            const size_t runs = TILE * texel / run;
            uint8_t *tiled = pieces[j / runs] + row + j % runs * 32, *part = linear + j * run;
            memcpy(to_surface ? tiled : part, to_surface ? part : tiled, run);
        }
    }
}

/* A whole band: whole tiles by pieces, as many at a time as have a line of the host's cache of each
 * row, what is before and behind them as rows. */
INLINE void copy_tiles(const struct band_copy *copy, size_t texel, size_t run_bytes,
                       bool to_surface)
{
    assert(copy->whole_tiles && copy->row_count == BAND_ROWS);
    const uint32_t rows = texel <= 4 ? TILE : 32 / (uint32_t)texel;
    const uint32_t tiles = texel < TILE ? ONE_LINE / (uint32_t)texel : 1;
    const uint32_t before = -copy->x % TILE;
    uint32_t i = before < copy->count ? before : copy->count;
    copy_rows(copy, 0, i, texel, run_bytes, to_surface);
    for (; i + tiles * TILE <= copy->count; i += tiles * TILE)
        for (uint32_t r = 0; r < BAND_ROWS; r += rows)
            copy_pieces(copy, i, r, texel, tiles, to_surface);
    copy_rows(copy, i, copy->count, texel, run_bytes, to_surface);
}

/* Sizes that are constants let the compiler turn each move into a register. */
#define ROWS(name, texel, run_bytes, to_surface)                                                   \
    static void name##_##texel##_##run_bytes(const struct band_copy *copy)                         \
    {                                                                                              \
        copy_rows(copy, 0, copy->count, texel, run_bytes, to_surface);                             \
    }
#define TILES(name, texel, run_bytes, to_surface)                                                  \
    ROWS(name, texel, run_bytes, to_surface)                                                       \
    static void name##_tiles_##texel(const struct band_copy *copy)                                 \
    {                                                                                              \
        if (copy->whole_tiles && copy->row_count == BAND_ROWS)                                     \
            copy_tiles(copy, texel, run_bytes, to_surface);                                        \
        else                                                                                       \
            name##_##texel##_##run_bytes(copy);                                                    \
    }
#define BOTH_WAYS(KIND, texel, run_bytes)                                                          \
    KIND(tile, texel, run_bytes, true)                                                             \
    KIND(untile, texel, run_bytes, false)
BOTH_WAYS(TILES, 1, 8)
BOTH_WAYS(TILES, 2, 16)
BOTH_WAYS(TILES, 4, 16)
BOTH_WAYS(TILES, 8, 16)
BOTH_WAYS(TILES, 16, 16)
BOTH_WAYS(ROWS, 1, 1)
BOTH_WAYS(ROWS, 2, 2)

band_fn band_find(uint32_t texel, bool widened, bool to_surface)
{
    /* By log2 of a texel's bytes. */
    static const band_fn bands[5][2] = {
        {untile_tiles_1, tile_tiles_1},   {untile_tiles_2, tile_tiles_2},
        {untile_tiles_4, tile_tiles_4},   {untile_tiles_8, tile_tiles_8},
        {untile_tiles_16, tile_tiles_16},
    };
    static const band_fn widened_bands[2][2] = {{untile_1_1, tile_1_1}, {untile_2_2, tile_2_2}};
    const uint32_t log2 = hw_log2(texel);
    assert(log2 < COUNT(bands) && (!widened || log2 < COUNT(widened_bands)));
    return widened ? widened_bands[log2][to_surface] : bands[log2][to_surface];
}
