/* SPDX-License-Identifier: MIT */
/* elf32.c: the checked reader of elf32.h. Places of fields: the System V ABI's chapter 4. */
#include "driver/catalyst/elf32.h"

#include <string.h>

enum {
    CLASS = 4,
    CLASS_32 = 1,
    DATA = 5,
    DATA_LITTLE = 1,
    MACHINE = 18,
    PROGRAM_OFFSET = 28,
    SECTION_OFFSET = 32,
    PROGRAM_ENTRY = 42, /* with the count behind it */
    SECTION_ENTRY = 46, /* with the count and the names' index behind it */
    HEADER_BYTES = 52,
    SECTION_BYTES = 40,
    SEGMENT_BYTES = 32,
    SYMBOL_BYTES = 16,
    SECTION_NO_BITS = 8,
};

bool elf32_part(struct elf32_bytes whole, uint64_t offset, uint64_t size, struct elf32_bytes *part)
{
    if (offset > whole.size || size > whole.size - offset)
        return false;
    *part = (struct elf32_bytes){whole.at + offset, (uint32_t)size};
    return true;
}

/* A string of a string table; NULL when it does not end there. */
static const char *string_at(struct elf32_bytes table, uint32_t offset)
{
    if (offset >= table.size || !memchr(table.at + offset, 0, table.size - offset))
        return NULL;
    return (const char *)table.at + offset;
}

static bool table_fits(const struct elf32 *elf, const struct elf32_table *table, uint32_t least)
{
    struct elf32_bytes part;
    return table->count == 0 ||
           (table->entry >= least &&
            elf32_part(elf->file, table->offset, (uint64_t)table->count * table->entry, &part));
}

static const uint8_t *entry(const struct elf32 *elf, const struct elf32_table *table, uint32_t i)
{
    return i < table->count ? elf->file.at + table->offset + (size_t)i * table->entry : NULL;
}

const char *elf32_init(struct elf32 *elf, struct elf32_bytes file)
{
    static const uint8_t magic[] = {0x7f, 'E', 'L', 'F'};
    const uint8_t *at = file.at;
    struct elf32_section names;

    if (file.size < HEADER_BYTES || memcmp(at, magic, sizeof magic) != 0)
        return "not an ELF file";
    if (at[CLASS] != CLASS_32 || at[DATA] != DATA_LITTLE)
        return "not an ELF file of 32 bits and little-endian";
    *elf = (struct elf32){
        .file = file,
        .machine = elf32_u16(at + MACHINE),
        .segments = {elf32_u32(at + PROGRAM_OFFSET), elf32_u16(at + PROGRAM_ENTRY + 2),
                     elf32_u16(at + PROGRAM_ENTRY)},
        .sections = {elf32_u32(at + SECTION_OFFSET), elf32_u16(at + SECTION_ENTRY + 2),
                     elf32_u16(at + SECTION_ENTRY)},
    };
    if (!table_fits(elf, &elf->segments, SEGMENT_BYTES) ||
        !table_fits(elf, &elf->sections, SECTION_BYTES))
        return "its tables lie outside the file";
    elf->names = (struct elf32_bytes){(const uint8_t *)"", 1}; /* until they are known */
    const uint8_t *header = entry(elf, &elf->sections, elf32_u16(at + SECTION_ENTRY + 4));
    if (header && elf32_part(file, elf32_u32(header + 16), elf32_u32(header + 20), &names.contents))
        elf->names = names.contents;
    return NULL;
}

bool elf32_section(const struct elf32 *elf, uint32_t i, struct elf32_section *section)
{
    const uint8_t *header = entry(elf, &elf->sections, i);

    if (!header)
        return false;
    *section = (struct elf32_section){.name = string_at(elf->names, elf32_u32(header)),
                                      .type = elf32_u32(header + 4),
                                      .offset = elf32_u32(header + 16),
                                      .link = elf32_u32(header + 24)};
    uint32_t size = section->type == SECTION_NO_BITS ? 0 : elf32_u32(header + 20);
    return section->name && elf32_part(elf->file, section->offset, size, &section->contents);
}

bool elf32_segment(const struct elf32 *elf, uint32_t i, struct elf32_segment *segment)
{
    const uint8_t *header = entry(elf, &elf->segments, i);

    if (!header)
        return false;
    *segment = (struct elf32_segment){.type = elf32_u32(header), .offset = elf32_u32(header + 4)};
    return elf32_part(elf->file, segment->offset, elf32_u32(header + 16), &segment->contents);
}

bool elf32_find_section(const struct elf32 *elf, const char *name, struct elf32_section *section)
{
    for (uint32_t i = 0; i < elf->sections.count; i++)
        if (elf32_section(elf, i, section) && strcmp(section->name, name) == 0)
            return true;
    return false;
}

uint32_t elf32_symbol_count(const struct elf32_section *symbols)
{
    return symbols->contents.size / SYMBOL_BYTES;
}

bool elf32_symbol(const struct elf32 *elf, const struct elf32_section *symbols, uint32_t i,
                  struct elf32_symbol *symbol)
{
    const uint8_t *at = symbols->contents.at + (size_t)i * SYMBOL_BYTES;
    struct elf32_section strings, section;

    if (i >= elf32_symbol_count(symbols) || !elf32_section(elf, symbols->link, &strings) ||
        !elf32_section(elf, elf32_u16(at + 14), &section))
        return false;
    symbol->name = string_at(strings.contents, elf32_u32(at));
    return symbol->name &&
           elf32_part(section.contents, elf32_u32(at + 4), elf32_u32(at + 8), &symbol->contents);
}
