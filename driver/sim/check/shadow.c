/* SPDX-License-Identifier: MIT */
/* shadow.c: the shadow of memory, made as it is touched. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/free_all.h"
#include "driver/sim/check/check.h"

enum { CHUNK_PAGES = 1024 };

/* A page whose dwords have everything: with the bit a byte of who made it (guide_object.unwritten),
 * at most 5.5 times what it is of. */
_Static_assert(sizeof(struct check_page) + 3 * sizeof(struct check_cells) +
                       CHECK_PAGE_DWORDS * (sizeof(uint32_t) + sizeof(uint8_t)) +
                       CHECK_PAGE_BYTES / 8 <=
                   CHECK_PAGE_BYTES * 11 / 2,
               "the shadow is too large");

struct check_page *check_page_at(const struct check_memory *memory, uint64_t address)
{
    const uint64_t number = address / CHECK_PAGE_BYTES;
    if (address >= memory->bytes)
        return NULL;
    struct check_page **chunk = &memory->chunks[number / CHUNK_PAGES];
    if (!*chunk)
        *chunk = calloc(CHUNK_PAGES, sizeof(**chunk));
    return *chunk ? *chunk + number % CHUNK_PAGES : NULL;
}

void *check_array(void *array, size_t bytes)
{
    return array ? array : calloc(1, bytes);
}

static uint8_t short_tag(uint16_t tag)
{
    return tag < CHECK_MIXED_IN_MEMORY ? (uint8_t)tag : CHECK_MIXED_IN_MEMORY;
}

static uint16_t long_tag(uint8_t tag)
{
    return tag == CHECK_MIXED_IN_MEMORY ? CHECK_MIXED : tag;
}

static size_t chunk_count(const struct check_memory *memory)
{
    return (size_t)(memory->bytes / CHECK_PAGE_BYTES / CHUNK_PAGES + 1);
}

bool check_memory_init(struct check_memory *memory, uint64_t bytes)
{
    memory->bytes = bytes;
    memory->chunks = calloc(chunk_count(memory), sizeof(struct check_page *));
    return memory->chunks;
}

static void finish_chunk(struct check_page *pages)
{
    for (unsigned i = 0; i < CHUNK_PAGES && pages; i++) {
        FREE_ALL(pages[i].tags, pages[i].undefined, pages[i].readers, pages[i].writers,
                 pages[i].changers);
    }
    free(pages);
}

void check_memory_finish(struct check_memory *memory)
{
    for (size_t i = 0; memory->chunks && i < chunk_count(memory); i++)
        finish_chunk(memory->chunks[i]);
    free(memory->chunks);
}

bool check_memory_is_plain(const struct check_memory *memory, uint64_t low, uint64_t high)
{
    enum { PAGES_MAX = 32 }; /* looking at more would not be quick */
    if (high / CHECK_PAGE_BYTES - low / CHECK_PAGE_BYTES > PAGES_MAX)
        return false;
    for (uint64_t at = low / CHECK_PAGE_BYTES; at <= high / CHECK_PAGE_BYTES; at++) {
        const struct check_page *page = check_page_at(memory, at * CHECK_PAGE_BYTES);
        if (page && (page->tags || page->undefined))
            return false;
    }
    return true;
}

void check_memory_forget(struct check_memory *memory, uint64_t start, uint64_t end)
{
    assert(start <= end);
    for (uint64_t at = start; at < end;) {
        struct check_page *page = check_page_at(memory, at);
        const uint64_t stop = at / CHECK_PAGE_BYTES * CHECK_PAGE_BYTES + CHECK_PAGE_BYTES;
        const uint64_t last = end < stop ? end : stop;
        if (page && CHECK_ARRAY(page, undefined))
            memset((uint8_t *)page->undefined + at % CHECK_PAGE_BYTES, 0xff, last - at);
        at = last;
    }
}

/* The mask of `bytes` bytes, at most 4, from a byte of a dword on. */
static uint32_t bits_of(uint64_t address, uint32_t bytes)
{
    assert(bytes > 0);
    const uint32_t ones = bytes >= 4 ? ~0u : (1u << bytes * 8) - 1;
    return ones << address % 4 * 8;
}

void check_load_shadow(const struct check_memory *memory, uint64_t address, uint32_t bytes,
                       uint16_t *tag, uint32_t *undefined)
{
    const struct check_page *page = check_page_at(memory, address);
    const size_t dword = address % CHECK_PAGE_BYTES / 4;
    const unsigned shift = address % 4 * 8;
    *tag = CHECK_NUMBER;
    *undefined = 0;
    if (!page)
        return;
    if (page->tags && page->tags[dword])
        *tag = bytes == 4 && !shift ? long_tag(page->tags[dword]) : CHECK_MIXED;
    if (!page->undefined)
        return;
    *undefined = (page->undefined[dword] & bits_of(address, bytes)) >> shift;
    if (shift && bytes * 8 > 32 - shift) {
        uint16_t unused;
        uint32_t rest;
        check_load_shadow(memory, address + 4 - shift / 8, bytes - (4 - shift / 8), &unused, &rest);
        *undefined |= rest << (32 - shift);
    }
}

void check_store_shadow(struct check_memory *memory, uint64_t address, uint32_t bytes, uint16_t tag,
                        uint32_t undefined)
{
    struct check_page *page = check_page_at(memory, address);
    const size_t dword = address % CHECK_PAGE_BYTES / 4;
    const uint32_t bits = bits_of(address, bytes);
    if (!page)
        return;
    if (tag || page->tags)
        if (CHECK_ARRAY(page, tags))
            page->tags[dword] = short_tag(bits == ~0u || !tag ? tag : CHECK_MIXED);
    if (undefined || page->undefined)
        if (CHECK_ARRAY(page, undefined))
            page->undefined[dword] =
                (page->undefined[dword] & ~bits) | (undefined << address % 4 * 8 & bits);
}
