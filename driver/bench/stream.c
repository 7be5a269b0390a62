/* SPDX-License-Identifier: MIT */
/* stream.c: see stream.h. */
#include "driver/bench/stream.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "driver/base/count.h"
#include "driver/bench/host.h"

/* Threads begin and end together once for TIMES copies, so that their start hardly counts. */
enum { TIMES = 32 };

struct part {
    pthread_t thread;
    char *to;
    const char *from;
    size_t bytes;
    bool tiled;
};

/* Cypress's tiles of texels of 16 bytes: 64 columns of 128 rows, of which two rows of eight texels
 * lie together. Columns differ in the place of that piece in 2 KiB, rows in that of the 2 KiB, too
 * (driver/hw/tiling.c has it in general). */
enum {
    TEXEL = 16,
    COLUMNS = 64,
    ROWS = 128,
    TILE = TEXEL * COLUMNS * ROWS,
    OCTET = 8,
    SIDE_BY_SIDE = 64,
    STRIP = SIDE_BY_SIDE * TILE
};
static size_t column_places[COLUMNS / OCTET], row_places[ROWS];

static size_t mix(unsigned number, const unsigned *places, unsigned bits)
{
    size_t at = 0;
    for (unsigned bit = 0; bit < bits; bit++)
        at ^= number >> bit & 1u ? places[bit] : 0;
    return at;
}

static void find_places(void)
{
    static const unsigned columns[] = {0x400, 0x200, 0x100},
                          rows[] = {0x10, 0x8000, 0x10000, 0x4100, 0x2200, 0x1400, 0x800};
    for (unsigned x = 0; x < COLUMNS / OCTET; x++)
        column_places[x] = mix(x, columns, COUNT(columns));
    for (unsigned y = 0; y < ROWS; y++)
        row_places[y] = mix(y, rows, COUNT(rows));
}

/* Eight texels of a row, as a kernel copies them that is told of one row at a time; what lies in
 * the next tile is asked for. */
static void copy_octet(char *to, const char *from, size_t at)
{
    for (unsigned line = 0; line < 4 && !(at & TEXEL); line++) {
        __builtin_prefetch(to + at + TILE + 64 * line);
        __builtin_prefetch(from + at + TILE + 64 * line);
    }
    for (unsigned i = 0; i < OCTET; i++)
        memcpy(to + at + 2 * TEXEL * i, from + at + 2 * TEXEL * i, TEXEL);
}

/* Tiles that lie side by side, four rows of each at a time, as groups of 64 times 4 go. */
static void copy_strip(char *to, const char *from)
{
    for (unsigned y = 0; y < ROWS; y += 4)
        for (size_t tile = 0; tile < STRIP; tile += TILE)
            for (unsigned row = y; row < y + 4; row++)
                for (unsigned x = 0; x < COLUMNS / OCTET; x++)
                    copy_octet(to + tile, from + tile, column_places[x] ^ row_places[row]);
}

static void *copy_part(void *data)
{
    const struct part *part = data;
    for (unsigned i = 0; i < TIMES; i++)
        if (part->tiled)
            for (size_t done = 0; done < part->bytes; done += STRIP)
                copy_strip(part->to + done, part->from + done);
        else
            memcpy(part->to, part->from, part->bytes);
    return NULL;
}

static unsigned count_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return (unsigned)CPU_COUNT(&set);
}

/* Seconds that one copy of all parts takes. */
static double run(struct part *parts, unsigned count)
{
    double start = host_now();
    for (unsigned i = 0; i < count; i++)
        if (pthread_create(&parts[i].thread, NULL, copy_part, &parts[i]) != 0)
            host_die("cannot start a thread");
    for (unsigned i = 0; i < count; i++)
        pthread_join(parts[i].thread, NULL);
    return (host_now() - start) / TIMES;
}

/* Memory in huge pages, as surfaces are. Never written, it were one page of zeros, which costs
 * nothing to read. */
static char *fill_memory(size_t bytes)
{
    enum { HUGE_PAGE = 2 << 20 };
    char *memory = aligned_alloc(HUGE_PAGE, bytes);
    if (!memory)
        host_die("out of memory");
    madvise(memory, bytes, MADV_HUGEPAGE);
    memset(memory, 1, bytes);
    return memory;
}

void stream_time(size_t bytes, bool tiled, unsigned repeat, double *seconds)
{
    const unsigned count = count_processors();
    const size_t unit = tiled ? STRIP : 1, units = bytes / unit;
    struct part *parts = calloc(count, sizeof *parts);
    char *from = fill_memory(bytes), *to = fill_memory(bytes);
    if (!parts)
        host_die("out of memory");
    find_places();
    for (unsigned i = 0; i < count; i++) {
        size_t first = units * i / count * unit, end = units * (i + 1) / count * unit;
        parts[i] = (struct part){
            .to = to + first, .from = from + first, .bytes = end - first, .tiled = tiled};
    }
    run(parts, count);
    for (unsigned i = 0; i < repeat; i++)
        seconds[i] = run(parts, count);
    free(from);
    free(to);
    free(parts);
}
