/* SPDX-License-Identifier: MIT */
/* elf32.h: reads 32-bit little-endian ELF files that nobody vouches for: every offset is checked
 * where it is followed, so that no caller can leave the file. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Some bytes of a file, which owns them. */
struct elf32_bytes {
    const uint8_t *at;
    uint32_t size;
};

struct elf32_table {
    uint32_t offset, count, entry; /* bytes, number of entries, bytes of one */
};

struct elf32 {
    struct elf32_bytes file;
    uint32_t machine;
    struct elf32_table sections, segments;
    struct elf32_bytes names; /* of the sections */
};

struct elf32_section {
    const char *name;
    uint32_t type, offset, link;
    struct elf32_bytes contents;
};

struct elf32_segment {
    uint32_t type, offset;
    struct elf32_bytes contents;
};

struct elf32_symbol {
    const char *name;
    struct elf32_bytes contents;
};

static inline uint32_t elf32_u16(const uint8_t *at)
{
    return (uint32_t)(at[0] | at[1] << 8);
}

static inline uint32_t elf32_u32(const uint8_t *at)
{
    return elf32_u16(at) | elf32_u16(at + 2) << 16;
}

/* NULL, or what is wrong with the file's header and tables. The bytes must outlive `elf`. */
const char *elf32_init(struct elf32 *elf, struct elf32_bytes file);
/* Entry `i` of the tables. False when its contents or its name lie outside the file. */
bool elf32_section(const struct elf32 *elf, uint32_t i, struct elf32_section *section);
bool elf32_segment(const struct elf32 *elf, uint32_t i, struct elf32_segment *segment);
/* The first section of that name. */
bool elf32_find_section(const struct elf32 *elf, const char *name, struct elf32_section *section);
/* How many symbols a symbol table has, and symbol `i`: its contents are `size` bytes from `value`
 * on in its section. False when it lies outside that, or has no section. */
uint32_t elf32_symbol_count(const struct elf32_section *symbols);
bool elf32_symbol(const struct elf32 *elf, const struct elf32_section *symbols, uint32_t i,
                  struct elf32_symbol *symbol);
/* A part of bytes; false when it is not inside. */
bool elf32_part(struct elf32_bytes whole, uint64_t offset, uint64_t size, struct elf32_bytes *part);
