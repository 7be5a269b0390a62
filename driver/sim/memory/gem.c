/* SPDX-License-Identifier: MIT */
/* gem.c: buffer objects of the simulated GPU. */
#include "driver/sim/memory/gem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/param.h>

#include "driver/base/count.h"

enum {
    PAGE_BYTES = 4096,
    SLACK_BYTES = 64, /* vector loads may touch, never use, bytes behind an object's end */
    HUGE_PAGE_BYTES = 2 << 20,
    /* Tiles spread a row over many pages, so that small ones cost the host dearly. Larger objects
     * are pools, of which little may be used: there what is live lies in huge pages, if it is
     * large. */
    HUGE_OBJECT_BYTES = 256 << 20,
};
static const uint64_t ADDRESS_FIRST = 1ull << 20;
static const uint64_t ADDRESS_GAP = 64u << 10;
static const uint64_t ADDRESS_END = 1ull << 40; /* descriptors hold 40 bits */

int sim_gem_init(struct sim_gem *gem, uint64_t limit)
{
    *gem = (struct sim_gem){.limit = limit};
    return -pthread_mutex_init(&gem->mutex, NULL);
}

static void bo_free(struct sim_bo *bo)
{
    munmap(bo->map, bo->mapped_bytes);
    sim_ranges_unreference(bo->ranges);
    free(bo);
}

void sim_gem_finish(struct sim_gem *gem)
{
    for (size_t i = 0; i < gem->sorted_count; i++)
        bo_free(gem->sorted[i]);
    free(gem->sorted);
    free(gem->slots);
    pthread_mutex_destroy(&gem->mutex);
}

/* Makes room for one more pointer in an array. */
static int reserve(struct sim_bo ***array, size_t count, size_t *room)
{
    if (count < *room)
        return 0;
    const size_t bigger = *room ? *room * 2 : 64;
    struct sim_bo **moved = realloc(*array, bigger * sizeof(**array));
    if (!moved)
        return -ENOMEM;
    *array = moved;
    *room = bigger;
    return 0;
}

/* The first gap between objects that takes `size` bytes; *index is the place in the sorted array.
 */
static int place(const struct sim_gem *gem, uint64_t size, uint64_t alignment, uint64_t *address,
                 size_t *index)
{
    uint64_t start = ALIGN_UP(ADDRESS_FIRST, alignment);
    for (size_t i = 0; i <= gem->sorted_count; i++) {
        const uint64_t end = i < gem->sorted_count ? gem->sorted[i]->address : ADDRESS_END;
        if (start + size + ADDRESS_GAP <= end) {
            *address = start;
            *index = i;
            return 0;
        }
        if (i < gem->sorted_count)
            start = ALIGN_UP(end + gem->sorted[i]->size + ADDRESS_GAP, alignment);
    }
    return -ENOMEM;
}

static size_t free_slot(const struct sim_gem *gem)
{
    for (size_t i = 0; i < gem->slot_count; i++)
        if (!gem->slots[i])
            return i;
    return gem->slot_count;
}

static void *map_memory(size_t bytes)
{
    /* The host commits memory as it is touched: a large pool costs nothing until it is used. */
    void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return map == MAP_FAILED ? NULL : map;
}

/* Memory that begins at a multiple of a huge page's size. */
static void *map_aligned(size_t bytes)
{
    char *map = map_memory(bytes + HUGE_PAGE_BYTES);
    if (!map)
        return NULL;
    char *start = (char *)ALIGN_UP((uintptr_t)map, HUGE_PAGE_BYTES);
    const size_t before = (size_t)(start - map);
    if (before)
        munmap(map, before);
    munmap(start + bytes, HUGE_PAGE_BYTES - before);
    return start;
}

/* Puts a file's pages in front of the slack, which stays memory of its own. */
static int map_file(const struct sim_bo *bo, int file)
{
    void *map = mmap(bo->map, bo->size, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_FIXED | MAP_NORESERVE, file, 0);
    return map == MAP_FAILED ? -errno : 0;
}

static struct sim_bo *bo_new(int file, uint64_t size, uint32_t domain)
{
    struct sim_bo *bo = calloc(1, sizeof(*bo));
    if (!bo)
        return NULL;
    bo->size = size;
    bo->domain = domain;
    bo->mapped_bytes = (size_t)ALIGN_UP(size + SLACK_BYTES, PAGE_BYTES);
    const bool huge = size >= HUGE_PAGE_BYTES && size <= HUGE_OBJECT_BYTES;
    bo->map = huge ? map_aligned(bo->mapped_bytes) : map_memory(bo->mapped_bytes);
    if (!bo->map || (file >= 0 && map_file(bo, file))) {
        if (bo->map)
            munmap(bo->map, bo->mapped_bytes);
        free(bo);
        return NULL;
    }
    if (huge)
        madvise(bo->map, bo->mapped_bytes, MADV_HUGEPAGE); /* without them if the host has none */
    /* One for the handle and one for the sorted array, which is given up last. */
    atomic_init(&bo->references, 2);
    return bo;
}

static int insert(struct sim_gem *gem, struct sim_bo *bo, uint64_t alignment)
{
    size_t index;
    if (bo->size > gem->limit - gem->used || place(gem, bo->size, alignment, &bo->address, &index))
        return -ENOMEM;
    if (reserve(&gem->sorted, gem->sorted_count, &gem->sorted_room) ||
        reserve(&gem->slots, gem->slot_count, &gem->slot_room))
        return -ENOMEM;
    const size_t slot = free_slot(gem);
    gem->slot_count += slot == gem->slot_count;
    gem->slots[slot] = bo;
    bo->handle = (uint32_t)slot + 1;
    bo->serial = ++gem->serials;
    memmove(gem->sorted + index + 1, gem->sorted + index,
            (gem->sorted_count - index) * sizeof(*gem->sorted));
    gem->sorted[index] = bo;
    gem->sorted_count++;
    gem->used += bo->size;
    return 0;
}

int sim_gem_table_create(struct sim_gem *gem, int file, uint64_t size, uint32_t alignment,
                         uint32_t domain, uint32_t *handle)
{
    if (!size || (alignment & (alignment - 1)) || (file >= 0 && size % PAGE_BYTES))
        return -EINVAL;
    if (size > ADDRESS_END)
        return -ENOMEM;
    struct sim_bo *bo = bo_new(file, size, domain);
    if (!bo)
        return -ENOMEM;
    pthread_mutex_lock(&gem->mutex);
    const int status = insert(gem, bo, alignment > PAGE_BYTES ? alignment : PAGE_BYTES);
    if (!status)
        *handle = bo->handle;
    pthread_mutex_unlock(&gem->mutex);
    if (status)
        bo_free(bo);
    return status;
}

static struct sim_bo *lookup(const struct sim_gem *gem, uint32_t handle)
{
    return handle && handle <= gem->slot_count ? gem->slots[handle - 1] : NULL;
}

int sim_gem_table_close(struct sim_gem *gem, uint32_t handle)
{
    pthread_mutex_lock(&gem->mutex);
    struct sim_bo *bo = lookup(gem, handle);
    if (bo)
        gem->slots[handle - 1] = NULL;
    pthread_mutex_unlock(&gem->mutex);
    if (!bo)
        return -EINVAL;
    sim_bo_unreference(gem, bo);
    return 0;
}

struct sim_bo *sim_gem_find(struct sim_gem *gem, uint32_t handle)
{
    pthread_mutex_lock(&gem->mutex);
    struct sim_bo *bo = lookup(gem, handle);
    if (bo)
        atomic_fetch_add(&bo->references, 1);
    pthread_mutex_unlock(&gem->mutex);
    return bo;
}

void sim_bo_unreference(struct sim_gem *gem, struct sim_bo *bo)
{
    /* The last reference is the sorted array's: nobody can find the object any more. */
    if (!bo || atomic_fetch_sub(&bo->references, 1) != 2)
        return;
    pthread_mutex_lock(&gem->mutex);
    for (size_t i = 0; i < gem->sorted_count; i++)
        if (gem->sorted[i] == bo) {
            gem->sorted_count--;
            memmove(gem->sorted + i, gem->sorted + i + 1,
                    (gem->sorted_count - i) * sizeof(*gem->sorted));
            break;
        }
    gem->used -= bo->size;
    pthread_mutex_unlock(&gem->mutex);
    bo_free(bo);
}

/* Live ranges. A change makes a new list, so that a running dispatch keeps the one it began with.
 */

static struct sim_ranges *ranges_new(size_t room)
{
    struct sim_ranges *ranges = malloc(sizeof(*ranges) + room * sizeof(ranges->range[0]));
    if (ranges) {
        atomic_init(&ranges->references, 1);
        ranges->count = 0;
    }
    return ranges;
}

/* The old list without what overlaps [start, end), with that range itself added if it is live. */
static struct sim_ranges *ranges_change(const struct sim_ranges *old, uint64_t start, uint64_t end,
                                        bool live)
{
    const size_t count = old ? old->count : 0;
    struct sim_ranges *ranges = ranges_new(count + 2);
    if (!ranges)
        return NULL;
    bool added = !live;
    for (size_t i = 0; i < count; i++) {
        const struct sim_range r = old->range[i];
        if (r.start < start)
            ranges->range[ranges->count++] =
                (struct sim_range){r.start, r.end < start ? r.end : start};
        if (!added && r.end > start) {
            ranges->range[ranges->count++] = (struct sim_range){start, end};
            added = true;
        }
        if (r.end > end)
            ranges->range[ranges->count++] =
                (struct sim_range){r.start > end ? r.start : end, r.end};
    }
    if (!added)
        ranges->range[ranges->count++] = (struct sim_range){start, end};
    return ranges;
}

/* Has the host take huge pages for what fills one or more, its ends too, or small ones again for
 * those that it fills; the host may have none. */
static void choose_pages(const struct sim_bo *bo, uint64_t offset, uint64_t size, bool huge)
{
    const uintptr_t map = (uintptr_t)bo->map, least = ALIGN_UP(map, HUGE_PAGE_BYTES),
                    ends = huge && size >= HUGE_PAGE_BYTES ? HUGE_PAGE_BYTES - 1ull : 0,
                    most = (map + bo->mapped_bytes) & ~(HUGE_PAGE_BYTES - 1ull),
                    first = ALIGN_UP(map + offset - ends, HUGE_PAGE_BYTES),
                    last = (map + offset + size + ends) & ~(HUGE_PAGE_BYTES - 1ull),
                    start = MAX(first, least), end = MIN(last, most);
    if (bo->size > HUGE_OBJECT_BYTES && start < end)
        madvise((void *)start, end - start, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

int sim_gem_table_annotate(struct sim_gem *gem, uint32_t handle, uint64_t offset, uint64_t size,
                           bool live)
{
    int status = 0;
    struct sim_ranges *old = NULL;
    pthread_mutex_lock(&gem->mutex);
    struct sim_bo *bo = lookup(gem, handle);
    if (!bo || !size || offset > bo->size || size > bo->size - offset) {
        status = -EINVAL;
    } else {
        struct sim_ranges *ranges = ranges_change(bo->ranges, offset, offset + size, live);
        if (ranges) {
            old = bo->ranges;
            bo->ranges = ranges;
            choose_pages(bo, offset, size, live);
        } else {
            status = -ENOMEM;
        }
    }
    pthread_mutex_unlock(&gem->mutex);
    sim_ranges_unreference(old);
    return status;
}

struct sim_ranges *sim_bo_ranges(struct sim_gem *gem, struct sim_bo *bo)
{
    pthread_mutex_lock(&gem->mutex);
    struct sim_ranges *ranges = bo->ranges;
    if (ranges)
        atomic_fetch_add(&ranges->references, 1);
    pthread_mutex_unlock(&gem->mutex);
    return ranges;
}

void sim_ranges_unreference(struct sim_ranges *ranges)
{
    if (ranges && atomic_fetch_sub(&ranges->references, 1) == 1)
        free(ranges);
}

/* Index of the first range that ends behind an offset. */
static size_t ranges_search(const struct sim_ranges *ranges, uint64_t offset)
{
    size_t low = 0, high = ranges->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (ranges->range[middle].end > offset)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

const struct sim_range *sim_ranges_find(const struct sim_ranges *ranges, uint64_t offset)
{
    const size_t i = ranges_search(ranges, offset);
    return i < ranges->count && ranges->range[i].start <= offset ? &ranges->range[i] : NULL;
}

const struct sim_range *sim_ranges_nearest(const struct sim_ranges *ranges, uint64_t offset)
{
    if (!ranges->count)
        return NULL;
    const size_t i = ranges_search(ranges, offset);
    if (i == ranges->count)
        return &ranges->range[i - 1];
    if (i > 0 && offset - ranges->range[i - 1].end < ranges->range[i].start - offset &&
        ranges->range[i].start > offset)
        return &ranges->range[i - 1];
    return &ranges->range[i];
}
