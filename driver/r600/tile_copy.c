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
enum { LINE = 64, RUN = 16, MOST_RUNS = 16 };

/* By vectors of a run, of two, or of two around the host's caches. */
enum way { PLAIN, WIDE, AROUND };

#define INLINE static inline __attribute__((always_inline))

/* A run of each row, from texel i on. */
INLINE void copy_runs(const struct band_copy *copy, uint32_t i, size_t texel, size_t run_bytes,
                      bool to_surface)
{
    const struct hw_tile_part column = tile_part(copy->columns, copy->columns->first + i);
    uint8_t *linear = copy->linear + i * texel;
    for (uint32_t r = 0; r < copy->row_count; r++, linear += copy->row_pitch) {
        uint8_t *surface = copy->surface + hw_surface_in_row(copy->rows[r], column);
        memcpy(to_surface ? surface : linear, to_surface ? linear : surface, run_bytes);
    }
}

/* Texels i to `end` of each row. */
INLINE void copy_rows(const struct band_copy *copy, uint32_t i, uint32_t end, size_t texel,
                      size_t run_bytes, bool to_surface)
{
    const uint32_t run = (uint32_t)(run_bytes / texel);
    for (; i < end && (copy->columns->first + i) % run; i++)
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
#define UNROLL _Pragma("GCC unroll 16")
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
    if (around)
        __asm__ volatile("" ::: "memory"); /* lines one after the other */
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

/* `runs` of each of two rows. */
INLINE void copy_pair_wide(uint8_t *const tiled[], uint8_t *linear, size_t pitch, size_t runs,
                           bool to_surface, bool around)
{
    two_runs value[8];
    assert(runs <= COUNT(value) && runs % 2 == 0);
    UNROLL
    for (size_t i = 0; i < runs; i++)
        memcpy(&value[i], to_surface ? linear + i % 2 * pitch + i / 2 * sizeof(*value) : tiled[i],
               sizeof(*value));
    UNROLL
    for (size_t i = 0; i < runs; i += 2)
        turn(&value[i], &value[i + 1]);
    UNROLL
    for (size_t i = 0; i < runs; i++) {
        const size_t row = i / (runs / 2), pair = i % (runs / 2);
        if (to_surface)
            store(tiled[i], &value[i], around);
        else /* row by row */
            store(linear + row * pitch + pair * sizeof(*value), &value[2 * pair + row], false);
    }
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

/* Runs of a tile's row. */
INLINE size_t runs_of(size_t texel)
{
    return TILE * texel / run_of(texel);
}

/* Pieces of neighbouring tiles, `part` bytes of each row, from texel i of row `first` on, which is
 * in tile `tile` and behind `skipped` runs of it. A piece is as many rows of a displayable tile as
 * lie together whatever pipes and banks there are, 256 bytes of texels of four and more
 * (hw/tiling.c, pixel_order). */
INLINE void copy_pieces(const struct band_copy *copy, uint32_t i, uint32_t tile, size_t skipped,
                        uint32_t first, size_t part, size_t texel, enum way way, bool to_surface)
{
    const size_t run = run_of(texel), runs = part / run, in_tile = runs_of(texel),
                 rows = texel <= 4 ? TILE : 32 / texel, pitch = copy->row_pitch;
    uint8_t *linear = copy->linear + first * pitch + i * texel, *tiles[MOST_RUNS + 1];
    UNROLL
    for (size_t j = 0; j * in_tile < runs + skipped; j++)
        tiles[j] =
            copy->surface + hw_surface_in_row(copy->rows[first], copy->columns->tiles[tile + j]);
    UNROLL
    for (size_t r = 0; r < rows; r += 2) {
        const size_t at = texel == 1 ? r % 4 * 4 + r / 4 * 32 : r * TILE * texel;
        uint8_t *tiled[MOST_RUNS];
        UNROLL
        for (size_t j = 0; j < runs; j++)
            tiled[j] = tiles[(j + skipped) / in_tile] + (j + skipped) % in_tile * 2 * RUN + at;
        const size_t together = way == WIDE && texel > 1 && runs > 4 ? 8 : 4;
        UNROLL
        for (size_t j = 0; j < runs; j += together) {
            uint8_t *row = linear + r * pitch + j * run;
            if (way == PLAIN)
                copy_pair(tiled + j, row, pitch, texel, to_surface);
            else if (texel > 1)
                copy_pair_wide(tiled + j, row, pitch, together, to_surface, way == AROUND);
            else if (r % 4 == 0)
                copy_halves(tiled + j, row, pitch, to_surface, way == AROUND);
        }
    }
}

/* The first texel of a line of linear memory, if it is to be one and is found, or of a tile. */
INLINE uint32_t find_start(const struct band_copy *copy, size_t texel, bool line)
{
    const uint32_t x = copy->columns->first, run = (uint32_t)(run_of(texel) / texel);
    const size_t more = -(uintptr_t)(copy->linear + -x % run * texel) % LINE;
    const bool found = line && more % run_of(texel) == 0;
    const uint32_t start = found ? -x % run + (uint32_t)(more / texel) : -x % TILE;
    return start < copy->count ? start : copy->count;
}

/* By pieces, from texel i on. Returns the first texel behind them. */
INLINE uint32_t copy_parts(const struct band_copy *copy, uint32_t i, size_t skipped, size_t part,
                           size_t texel, enum way way, bool to_surface)
{
    const uint32_t rows = texel <= 4 ? TILE : 32 / (uint32_t)texel, x = copy->columns->first;
    const uint32_t step = (uint32_t)(part / texel);
    uint32_t tile = (x + i) / TILE - x / TILE;
    assert(step % TILE == 0);
    for (; i + step <= copy->count; i += step, tile += step / TILE)
        for (uint32_t r = 0; r < BAND_ROWS; r += rows)
            copy_pieces(copy, i, tile, skipped, r, part, texel, way, to_surface);
    return i;
}

/* Lines, two where a piece has two rows. Vectors of two runs leave room for more of them. */
INLINE uint32_t copy_lines(const struct band_copy *copy, uint32_t i, size_t skipped, size_t texel,
                           enum way way, bool to_surface)
{
    const size_t least = texel == 16 ? 2 * LINE : LINE, most = texel < 4 ? 2 * LINE : 4 * LINE;
    if (way == WIDE && texel >= (to_surface ? 2 : 4) && most > least)
        i = copy_parts(copy, i, skipped, most, texel, way, to_surface);
    return copy_parts(copy, i, skipped, least, texel, way, to_surface);
}

/* A band. Of whole tiles lines are copied by pieces, what is before and behind them as rows. */
INLINE void copy_tiles(const struct band_copy *copy, size_t texel, enum way way, bool to_surface)
{
    const bool whole = copy->whole_tiles && copy->row_count == BAND_ROWS;
    const bool line = !to_surface || (way == WIDE && texel >= 4);
    uint32_t i = whole ? find_start(copy, texel, line) : copy->count;
    const size_t skipped = (copy->columns->first + i) % TILE * texel / run_of(texel);
    copy_rows(copy, 0, i, texel, run_of(texel), to_surface);
#define LINES(n, otherwise)                                                                        \
    (skipped == n && n < (line ? runs_of(texel) : 1)                                               \
         ? copy_lines(copy, i, n, texel, way, to_surface)                                          \
         : otherwise)
    i = LINES(0, LINES(1, LINES(2, LINES(3, LINES(4, LINES(5, LINES(6, LINES(7, i))))))));
    copy_rows(copy, i, copy->count, texel, run_of(texel), to_surface);
#ifdef __SSE2__
    if (way == AROUND)
        _mm_sfence();
#endif
}

/* Sizes that are constants let the compiler turn each move into a register. */
#define BAND(name, host, texel, move, ...)                                                         \
    host static void name##_##texel(const struct band_copy *copy)                                  \
    {                                                                                              \
        move(copy, __VA_ARGS__);                                                                   \
    }
#define WIDENED(name, texel, to_surface)                                                           \
    BAND(name, , texel, copy_rows, 0, copy->count, texel, texel, to_surface)
#define WAYS(texel)                                                                                \
    BAND(untile, , texel, copy_tiles, texel, PLAIN, false)                                         \
    BAND(tile, , texel, copy_tiles, texel, PLAIN, true)                                            \
    WIDE_WAYS(texel)
#ifdef __x86_64__
#define WIDE_WAYS(texel)                                                                           \
    BAND(untile_wide, AVX2, texel, copy_tiles, texel, WIDE, false)                                 \
    BAND(tile_wide, AVX2, texel, copy_tiles, texel, WIDE, true)                                    \
    BAND(tile_around, AVX2, texel, copy_tiles, texel, AROUND, true)
#define WIDE_NAMES(texel) , untile_wide_##texel, tile_wide_##texel, tile_around_##texel
#define AVX2              __attribute__((target("avx2")))
#define HAS_WIDE          __builtin_cpu_supports("avx2")
#else
#define WIDE_WAYS(texel)
#define WIDE_NAMES(texel)
#define HAS_WIDE false
#endif
WAYS(1)
WAYS(2)
WAYS(4)
WAYS(8)
WAYS(16)
WIDENED(untile_widened, 1, false)
WIDENED(tile_widened, 1, true)
WIDENED(untile_widened, 2, false)
WIDENED(tile_widened, 2, true)

band_fn band_find(uint32_t texel, bool widened, bool to_surface, bool around)
{
    /* By log2 of a texel's bytes. */
#define NAMES(texel) {untile_##texel, tile_##texel WIDE_NAMES(texel)}
    static const band_fn bands[5][5] = {NAMES(1), NAMES(2), NAMES(4), NAMES(8), NAMES(16)};
    static const band_fn widened_bands[2][2] = {{untile_widened_1, tile_widened_1},
                                                {untile_widened_2, tile_widened_2}};
    const uint32_t log2 = hw_log2(texel);
    assert(log2 < COUNT(bands) && (!widened || log2 < COUNT(widened_bands)));
    if (widened)
        return widened_bands[log2][to_surface];
    return bands[log2][HAS_WIDE ? 2 + to_surface * (1 + around) : to_surface];
}
