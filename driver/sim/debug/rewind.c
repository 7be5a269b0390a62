/* SPDX-License-Identifier: MIT */
/* rewind.c: keeps the memory that a launch may reach as it was when it began. Pages that nobody has
 * touched are zeros, which the kernel's page map tells: they are not kept. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/free_all.h"
#include "driver/sim/debug/debug.h"

enum { PAGE = 4096, MOST_PAGES = 1 << 18 /* a GiB */ };

struct kept_page {
    uint8_t *at;
    uint32_t size;
    uint8_t *copy;
};

struct debug_memory {
    const struct sim_stream *stream;
    struct kept_page *pages; /* in rising order within each object */
    size_t count, room;
    uint32_t append_counts[HW_APPEND_COUNTERS];
};

/* Whether each page of an object is there, or swapped out: a byte each. NULL: that cannot be told.
 */
static uint8_t *touched_pages(const struct sim_bo *bo, size_t count)
{
    const uint64_t mask = UINT64_C(3) << 62;
    uint8_t *touched = malloc(count + 1);
    uint64_t *entries = malloc(count * sizeof(*entries) + 1);
    const int map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    const size_t bytes = count * sizeof(*entries);
    const off_t at = (off_t)((uintptr_t)bo->map / PAGE * sizeof(*entries));
    bool told = map >= 0 && touched && entries &&
                pread(map, entries, bytes, at) == (ssize_t)bytes && (uintptr_t)bo->map % PAGE == 0;
    for (size_t i = 0; told && i < count; i++)
        touched[i] = (entries[i] & mask) != 0;
    for (size_t i = 0; !told && touched && i < count; i++)
        touched[i] = 1;
    if (map >= 0)
        close(map);
    free(entries);
    return touched;
}

static size_t page_count(const struct sim_bo *bo)
{
    return (size_t)((bo->size + PAGE - 1) / PAGE);
}

static uint32_t page_size(const struct sim_bo *bo, size_t page)
{
    const uint64_t left = bo->size - (uint64_t)page * PAGE;
    return (uint32_t)(left < PAGE ? left : PAGE);
}

static bool keep_page(struct debug_memory *memory, uint8_t *at, uint32_t size)
{
    if (memory->count == MOST_PAGES)
        return false;
    if (memory->count == memory->room) {
        const size_t room = memory->room ? 2 * memory->room : 256;
        struct kept_page *more = realloc(memory->pages, room * sizeof(*more));
        if (!more)
            return false;
        memory->pages = more;
        memory->room = room;
    }
    uint8_t *copy = malloc(size);
    if (!copy)
        return false;
    memcpy(copy, at, size);
    memory->pages[memory->count++] = (struct kept_page){at, size, copy};
    return true;
}

static bool keep_object(struct debug_memory *memory, const struct sim_bo *bo)
{
    const size_t count = page_count(bo);
    uint8_t *touched = touched_pages(bo, count);
    bool kept = touched;
    for (size_t i = 0; kept && i < count; i++)
        if (touched[i])
            kept = keep_page(memory, bo->map + i * PAGE, page_size(bo, i));
    free(touched);
    return kept;
}

struct debug_memory *debug_memory_keep(const struct sim_launch *launch,
                                       const struct sim_stream *stream)
{
    struct debug_memory *memory = calloc(1, sizeof(*memory));
    if (!memory)
        return NULL;
    memory->stream = stream;
    memcpy(memory->append_counts, launch->append_counts, sizeof(memory->append_counts));
    for (uint32_t i = 0; i < stream->bo_count; i++)
        if (!keep_object(memory, stream->bos[i])) {
            debug_memory_free(memory);
            return NULL;
        }
    return memory;
}

static const struct kept_page *restore_object(const struct sim_bo *bo, const struct kept_page *next,
                                              const struct kept_page *end)
{
    const size_t count = page_count(bo);
    uint8_t *touched = touched_pages(bo, count);
    for (size_t i = 0; i < count; i++) {
        uint8_t *at = bo->map + i * PAGE;
        if (next != end && next->at == at)
            memcpy(at, next->copy, next->size), next++;
        else if (!touched || touched[i])
            memset(at, 0, page_size(bo, i));
    }
    free(touched);
    return next;
}

void debug_memory_restore(const struct debug_memory *memory, struct sim_launch *launch)
{
    const struct kept_page *next = memory->pages, *end = next + memory->count;
    for (uint32_t i = 0; i < memory->stream->bo_count; i++)
        next = restore_object(memory->stream->bos[i], next, end);
    memcpy(launch->append_counts, memory->append_counts, sizeof(memory->append_counts));
}

void debug_memory_free(struct debug_memory *memory)
{
    if (!memory)
        return;
    for (size_t i = 0; i < memory->count; i++)
        free(memory->pages[i].copy);
    FREE_ALL(memory->pages, memory);
}
