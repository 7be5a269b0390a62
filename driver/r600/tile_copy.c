/* SPDX-License-Identifier: MIT */
/* tile_copy.c: displayable tiles keep at least 16 bytes of a row together (8 for one-byte texels),
 * so that what is no whole tile moves in runs. Each run is done for all rows of a band before the
 * next run, so that a tile is finished while the host has it in its cache. */
#include "driver/r600/tile_copy.h"

#include <assert.h>
#include <string.h>

#include "driver/base/count.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Bytes of a line of the host's cache, and of a run. */
enum { LINE = 64, RUN = 16, MOST_RUNS = 8 };

/* By vectors of a run, of two, or of two around the host's caches. */
enum way { PLAIN, WIDE, AROUND };

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

/* Bytes of a row that lie together. The next row's lie 16 bytes further. */
INLINE size_t run_of(size_t texel)
{
    return texel == 1 ? TILE : RUN;
}

/* Four runs of each of two rows. */
INLINE void copy_pair(uint8_t *const tiled[], uint8_t *linear, size_t pitch, size_t texel,
                      bool to_surface)
{
    const size_t run = run_of(texel);
    UNROLL
    for (size_t i = 0; i < 8; i++) {
        const size_t row = texel == 1 ? i / 4 : i % 2, own = texel == 1 ? i % 4 : i / 2;
        uint8_t *at = tiled[own] + row * RUN, *part = linear + row * pitch + own * run;
        memcpy(to_surface ? at : part, to_surface ? part : at, run);
    }
}

/* The same for hosts with vectors of two runs. */
typedef uint64_t two_runs __attribute__((vector_size(2 * RUN), aligned(RUN)));

INLINE void store(uint8_t *to, const two_runs *value, bool around)
{
#ifdef __SSE2__
    for (unsigned i = 0; i < 2 && around; i++)
        _mm_stream_si128((__m128i *)(void *)to + i, ((const __m128i *)value)[i]);
#endif
    if (!around)
        memcpy(to, value, sizeof(*value));
}

/* Two runs of each row become one of each, and back. */
INLINE void turn(two_runs *a, two_runs *b)
{
    const two_runs first = *a, second = *b;
    *a = __builtin_shufflevector(first, second, 0, 1, 4, 5);
    *b = __builtin_shufflevector(first, second, 2, 3, 6, 7);
}

INLINE void copy_pair_wide(uint8_t *const tiled[], uint8_t *linear, size_t pitch, bool to_surface,
                           bool around)
{
    uint8_t *const part[4] = {linear, linear + pitch, linear + LINE / 2, linear + pitch + LINE / 2};
    two_runs value[4];
    UNROLL
    for (size_t i = 0; i < 4; i++)
        memcpy(&value[i], to_surface ? part[i] : tiled[i], sizeof(two_runs));
    turn(&value[0], &value[1]);
    turn(&value[2], &value[3]);
    UNROLL
    for (size_t i = 0; i < 4; i++)
        if (to_surface)
            store(tiled[i], &value[i], around);
        else /* row by row */
            store(part[i % 2 * 2 + i / 2], &value[i % 2 * 2 + i / 2], false);
}

/* Eight bytes of each of four rows, of four tiles of one-byte texels. */
INLINE void copy_halves(uint8_t *const tiled[], uint8_t *linear, size_t pitch, bool to_surface,
                        bool around)
{
    uint8_t *const part[4] = {linear, linear + 2 * pitch, linear + pitch, linear + 3 * pitch};
    two_runs from[4], value[4];
    UNROLL
    for (size_t i = 0; i < 4; i++)
        memcpy(&from[i], to_surface ? part[i] : tiled[i], sizeof(two_runs));
    UNROLL
    for (size_t i = 0; i < 4; i += 2) {
        value[i] = __builtin_shufflevector(from[i], from[i + 1], 0, 4, 2, 6);
        value[i + 1] = __builtin_shufflevector(from[i], from[i + 1], 1, 5, 3, 7);
    }
    turn(&value[0], &value[2]);
    turn(&value[1], &value[3]);
    UNROLL
    for (size_t i = 0; i < 4; i++)
        store(to_surface ? tiled[i] : part[i], &value[i], around);
}

/* Bytes of a row that are copied before the next two rows: a line, two where a piece has two rows.
 */
INLINE size_t part_of(size_t texel)
{
    return texel == 16 ? 2 * LINE : LINE;
}

/* Pieces of neighbouring tiles, a part of each row, from texel i of row `first` on. A piece is as
 * many rows of a displayable tile as lie together whatever pipes and banks there are, 256 bytes of
 * texels of four and more (hw/tiling.c, pixel_order). */
INLINE void copy_pieces(const struct band_copy *copy, uint32_t i, uint32_t first, size_t texel,
                        enum way way, bool to_surface)
{
    const size_t run = run_of(texel), runs = part_of(texel) / run,
                 rows = texel <= 4 ? TILE : 32 / texel, pitch = copy->row_pitch;
    uint8_t *linear = copy->linear + first * pitch + i * texel, *start[MOST_RUNS];
    UNROLL
    for (size_t j = 0; j < runs; j++)
        start[j] = copy->surface +
                   hw_surface_in_row(copy->rows[first], copy->columns[i + j * run / texel]);
    UNROLL
    for (size_t r = 0; r < rows; r += 2) {
        const size_t at = texel == 1 ? r % 4 * 4 + r / 4 * 32 : r * TILE * texel;
        uint8_t *tiled[MOST_RUNS];
        UNROLL
        for (size_t j = 0; j < runs; j++)
            tiled[j] = start[j] + at;
        UNROLL
        for (size_t j = 0; j < runs; j += 4) {
            uint8_t *part = linear + r * pitch + j * run;
            if (way == PLAIN)
                copy_pair(tiled + j, part, pitch, texel, to_surface);
            else if (texel > 1)
                copy_pair_wide(tiled + j, part, pitch, to_surface, way == AROUND);
            else if (r % 4 == 0)
                copy_halves(tiled + j, part, pitch, to_surface, way == AROUND);
        }
    }
}

/* The first texel of a tile, or of a line of linear memory that is written, if one is found. */
INLINE uint32_t find_start(const struct band_copy *copy, size_t texel, bool to_surface)
{
    const uint32_t run = (uint32_t)(run_of(texel) / texel), first = -copy->x % run;
    const size_t more = -(uintptr_t)(copy->linear + first * texel) % LINE;
    const bool lines = !to_surface && more % run_of(texel) == 0;
    const uint32_t start = lines ? first + (uint32_t)(more / texel) : -copy->x % TILE;
    return start < copy->count ? start : copy->count;
}

/* A whole band: lines by pieces, what is before and behind them as rows. */
INLINE void copy_tiles(const struct band_copy *copy, size_t texel, size_t run_bytes, enum way way,
                       bool to_surface)
{
    assert(copy->whole_tiles && copy->row_count == BAND_ROWS);
    const uint32_t rows = texel <= 4 ? TILE : 32 / (uint32_t)texel;
    const uint32_t step = (uint32_t)(part_of(texel) / texel);
    uint32_t i = find_start(copy, texel, to_surface);
    copy_rows(copy, 0, i, texel, run_bytes, to_surface);
    for (; i + step <= copy->count; i += step)
        for (uint32_t r = 0; r < BAND_ROWS; r += rows)
            copy_pieces(copy, i, r, texel, way, to_surface);
    copy_rows(copy, i, copy->count, texel, run_bytes, to_surface);
#ifdef __SSE2__
    if (way == AROUND)
        _mm_sfence();
#endif
}

/* Sizes that are constants let the compiler turn each move into a register. */
#define ROWS(name, texel, run_bytes, to_surface)                                                   \
    static void name##_##texel##_##run_bytes(const struct band_copy *copy)                         \
    {                                                                                              \
        copy_rows(copy, 0, copy->count, texel, run_bytes, to_surface);                             \
    }
#define TILES(name, host, texel, run_bytes, way, to_surface)                                       \
    host static void name##_tiles_##texel(const struct band_copy *copy)                            \
    {                                                                                              \
        if (copy->whole_tiles && copy->row_count == BAND_ROWS)                                     \
            copy_tiles(copy, texel, run_bytes, way, to_surface);                                   \
        else                                                                                       \
            copy_rows(copy, 0, copy->count, texel, run_bytes, to_surface);                         \
    }
#define BOTH_WAYS(texel, run_bytes)                                                                \
    TILES(tile, , texel, run_bytes, PLAIN, true)                                                   \
    TILES(untile, , texel, run_bytes, PLAIN, false)
BOTH_WAYS(1, 8)
BOTH_WAYS(2, RUN)
BOTH_WAYS(4, RUN)
BOTH_WAYS(8, RUN)
BOTH_WAYS(16, RUN)
ROWS(tile, 1, 1, true)
ROWS(tile, 2, 2, true)
ROWS(untile, 1, 1, false)
ROWS(untile, 2, 2, false)

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2")))
#define WIDE_WAYS(texel, run_bytes)                                                                \
    TILES(tile_wide, AVX2, texel, run_bytes, WIDE, true)                                           \
    TILES(tile_around, AVX2, texel, run_bytes, AROUND, true)                                       \
    TILES(untile_wide, AVX2, texel, run_bytes, WIDE, false)
WIDE_WAYS(1, 8)
WIDE_WAYS(2, RUN)
WIDE_WAYS(4, RUN)
WIDE_WAYS(8, RUN)
WIDE_WAYS(16, RUN)
#endif

/* NULL: the host has none. */
static band_fn find_wide(uint32_t log2, bool to_surface, bool around)
{
#ifdef __x86_64__
    static const band_fn bands[5][3] = {
        [0] = {untile_wide_tiles_1, tile_wide_tiles_1, tile_around_tiles_1},
        [1] = {untile_wide_tiles_2, tile_wide_tiles_2, tile_around_tiles_2},
        [2] = {untile_wide_tiles_4, tile_wide_tiles_4, tile_around_tiles_4},
        [3] = {untile_wide_tiles_8, tile_wide_tiles_8, tile_around_tiles_8},
        [4] = {untile_wide_tiles_16, tile_wide_tiles_16, tile_around_tiles_16},
    };
    if (__builtin_cpu_supports("avx2"))
        return bands[log2][to_surface ? 1 + around : 0];
#else
    (void)log2, (void)to_surface, (void)around;
#endif
    return NULL;
}

band_fn band_find(uint32_t texel, bool widened, bool to_surface, bool around)
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
    if (widened)
        return widened_bands[log2][to_surface];
    const band_fn wide = find_wide(log2, to_surface, around);
    return wide ? wide : bands[log2][to_surface];
}
