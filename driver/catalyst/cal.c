/* SPDX-License-Identifier: MIT */
/* cal.c: reads CAL images. The numbers of segments, notes and their entries are those that the
 * loader of Multi2Sim (src/arch/evergreen/asm/bin-file.c) and AMD's own runtime (rocclr,
 * device/gpu) name. */
#include "driver/catalyst/cal.h"

#include <stdbool.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/isa.h"

enum { SEGMENT_LOAD = 1, SEGMENT_NOTES = 4, SEGMENT_DICTIONARY = 0x70000002 };
enum { ENTRY_BYTES = 20 }; /* of the dictionary: machine, type, offset, size, flags */
enum {
    NOTE_PROGRAM = 1,
    NOTE_INPUTS = 2,
    NOTE_OUTPUTS = 3,
    NOTE_INT_CONSTANTS = 6,
    NOTE_CONSTANT_BUFFERS = 10,
    NOTE_SAMPLERS = 11,
    NOTE_UAVS = 16
};
enum { NOTE_HEADER_BYTES = 12, UAV_BYTES = 16, UAV_TYPELESS = 5, MAX_STACK_ENTRIES = 255 };
/* The layout of .data: 256 vectors of floats, 32 of integers, 32 booleans. */
enum { INT_CONSTANTS_AT = 4096, VECTOR_BYTES = 16, DATA_BYTES = 4736 };

/* Says where an entry of NOTE_PROGRAM is kept: `count` numbers one after another, which go `stride`
 * bytes apart into the program. */
struct info {
    uint32_t address, count;
    size_t place, stride;
};

#define ONE(number, field) {number, 1, offsetof(struct cal_program, field), 0}
#define EACH(number, field)                                                                        \
    {number, CAL_UAVS, offsetof(struct cal_program, uavs) + offsetof(struct cal_uav, field),       \
     sizeof(struct cal_uav)}

static const struct info infos[] = {
    ONE(0xa236, modes),          ONE(0x80000002, scratch_registers),
    ONE(0x80000080, gprs),       ONE(0x80000084, stack_entries),
    EACH(0x80000030, rat),       EACH(0x80000040, uncached),
    EACH(0x80000050, cached),    EACH(0x80000090, cached64),
    EACH(0x800000a0, cached128),
};

/* Sizes of buffers for what atomics return: of each view, then shared ones of dwords, shorts and
 * bytes. */
static bool is_return_size(uint32_t address)
{
    return (address >= 0x80000010 && address < 0x80000010 + CAL_UAVS) ||
           (address >= 0x80000024 && address <= 0x80000026);
}

static void keep_info(struct cal_program *program, uint32_t address, uint32_t value)
{
    if (is_return_size(address))
        program->return_bytes |= value;
    for (size_t i = 0; i < COUNT(infos); i++) {
        uint32_t n = address - infos[i].address;
        if (n < infos[i].count)
            memcpy((char *)program + infos[i].place + n * infos[i].stride, &value, sizeof value);
    }
}

struct reading {
    struct cal_program *program;
    struct elf32_bytes data; /* .data */
    bool described;          /* there were notes on the program */
};

typedef const char *(*note_reader)(struct reading *r, struct elf32_bytes note);

static const char *read_program(struct reading *r, struct elf32_bytes note)
{
    for (uint32_t i = 0; i + 8 <= note.size; i += 8)
        keep_info(r->program, elf32_u32(note.at + i), elf32_u32(note.at + i + 4));
    r->described = note.size >= 8;
    return NULL;
}

static const char *read_uavs(struct reading *r, struct elf32_bytes note)
{
    for (uint32_t i = 0; i + UAV_BYTES <= note.size; i += UAV_BYTES) {
        uint32_t uav = elf32_u32(note.at + i);
        if (uav >= CAL_UAVS)
            return "it uses a view of memory that there is not";
        if (elf32_u32(note.at + i + 12) != UAV_TYPELESS)
            return "it uses a view of memory that has a format, as written images do";
        r->program->uavs[uav].used = 1;
    }
    return NULL;
}

static const char *read_int_constants(struct reading *r, struct elf32_bytes note)
{
    for (uint32_t i = 0; i + 8 <= note.size; i += 8) {
        uint32_t n = elf32_u32(note.at + i);
        if (n >= CAL_LOOPS || r->data.size < DATA_BYTES)
            return "a loop's constant is missing";
        const uint8_t *at = r->data.at + INT_CONSTANTS_AT + n * VECTOR_BYTES;
        r->program->loops[n] =
            (struct cal_loop){1, elf32_u32(at), elf32_u32(at + 4), elf32_u32(at + 8)};
    }
    return NULL;
}

static const char *read_constant_buffers(struct reading *r, struct elf32_bytes note)
{
    for (uint32_t i = 0; i + 8 <= note.size; i += 8) {
        uint32_t n = elf32_u32(note.at + i);
        if (n >= CAL_CONSTANT_BUFFERS)
            return "it reads a constant buffer beside those of launch and arguments";
        r->program->constants[n] = elf32_u32(note.at + i + 4);
    }
    return NULL;
}

static const char *read_nothing(struct reading *r, struct elf32_bytes note)
{
    (void)r;
    return note.size ? "it reads images, which is not supported" : NULL;
}

static const note_reader note_readers[] = {
    [NOTE_PROGRAM] = read_program,
    [NOTE_INPUTS] = read_nothing,
    [NOTE_OUTPUTS] = read_nothing,
    [NOTE_INT_CONSTANTS] = read_int_constants,
    [NOTE_CONSTANT_BUFFERS] = read_constant_buffers,
    [NOTE_SAMPLERS] = read_nothing,
    [NOTE_UAVS] = read_uavs,
};

/* Notes lie one after another without padding: sizes of name and contents, type, name, contents. */
static const char *read_notes(struct reading *r, struct elf32_bytes notes)
{
    const char *wrong = NULL;

    for (uint64_t at = 0; at < notes.size && !wrong;) {
        struct elf32_bytes header, contents;
        if (!elf32_part(notes, at, NOTE_HEADER_BYTES, &header))
            return "a note is cut off";
        uint32_t type = elf32_u32(header.at + 8);
        at += NOTE_HEADER_BYTES + (uint64_t)elf32_u32(header.at);
        if (!elf32_part(notes, at, elf32_u32(header.at + 4), &contents))
            return "a note is cut off";
        if (type < COUNT(note_readers) && note_readers[type])
            wrong = note_readers[type](r, contents);
        at += contents.size;
    }
    return wrong;
}

/* An entry of the dictionary: the part of the file that has the machine's segments. */
struct encoding {
    uint64_t offset, end;
};

static bool find_encoding(const struct elf32 *elf, uint32_t machine, struct encoding *encoding)
{
    struct elf32_segment dictionary;

    for (uint32_t i = 0; i < elf->segments.count; i++) {
        if (!elf32_segment(elf, i, &dictionary) || dictionary.type != SEGMENT_DICTIONARY)
            continue;
        for (uint32_t j = 0; j + ENTRY_BYTES <= dictionary.contents.size; j += ENTRY_BYTES) {
            const uint8_t *at = dictionary.contents.at + j;
            uint64_t offset = elf32_u32(at + 8);
            *encoding = (struct encoding){offset, offset + elf32_u32(at + 12)};
            if (elf32_u32(at) == machine)
                return true;
        }
    }
    return false;
}

static bool is_inside(const struct encoding *encoding, uint32_t offset)
{
    return offset >= encoding->offset && offset < encoding->end;
}

static bool find_section(const struct elf32 *elf, const struct encoding *encoding, const char *name,
                         struct elf32_bytes *contents)
{
    struct elf32_section section;

    for (uint32_t i = 0; i < elf->sections.count; i++) {
        if (elf32_section(elf, i, &section) && strcmp(section.name, name) == 0 &&
            is_inside(encoding, section.offset)) {
            *contents = section.contents;
            return true;
        }
    }
    return false;
}

static const char *check(const struct cal_program *program)
{
    if (program->text.size == 0 || program->text.size % 8)
        return "its code is no machine code";
    if (program->gprs > HW_GPRS || program->stack_entries > MAX_STACK_ENTRIES)
        return "it needs more registers or a larger stack than there are";
    if (program->return_bytes)
        return "its atomic operations return values, in buffers whose layout is not known";
    return NULL;
}

const char *cal_read(struct cal_program *program, struct elf32_bytes image, uint32_t machine)
{
    struct elf32 elf;
    struct elf32_segment notes;
    struct encoding encoding;
    struct reading r = {.program = program};
    const char *wrong = elf32_init(&elf, image);

    *program = (struct cal_program){0};
    if (wrong)
        return wrong;
    if (!find_encoding(&elf, machine, &encoding))
        return "it has no code for the machine";
    if (!find_section(&elf, &encoding, ".text", &program->text))
        return "its code is missing";
    find_section(&elf, &encoding, ".data", &r.data);
    for (uint32_t i = 0; i < elf.segments.count && !wrong; i++)
        if (elf32_segment(&elf, i, &notes) && notes.type == SEGMENT_NOTES &&
            is_inside(&encoding, notes.offset))
            wrong = read_notes(&r, notes.contents);
    if (!wrong && !r.described)
        wrong = "its notes do not say what it needs";
    return wrong ? wrong : check(program);
}
