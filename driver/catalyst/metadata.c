/* SPDX-License-Identifier: MIT */
/* metadata.c: a reader for each kind of line. A line is a word and fields, with colons between;
 * what no reader knows is refused, as it may change what the kernel needs. Fields are those that
 * AMD's own runtime reads (rocclr, device/gpu/gpukernel.cpp). */
#include "driver/catalyst/metadata.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"

enum { MAX_FIELDS = 12, FIELD_BYTES = 128 };

struct line {
    char text[MAX_FIELDS]
             [FIELD_BYTES]; /* the first is the word; those that are missing are empty */
    unsigned count;
};

typedef bool (*line_reader)(struct metadata *m, const struct line *line);

__attribute__((format(printf, 2, 3))) static bool refuse(struct metadata *m, const char *format,
                                                         ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(m->error, m->error_size, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_field(const struct line *line, unsigned i, const char *text)
{
    return strcmp(line->text[i], text) == 0;
}

/* Field `i` as a decimal number below a limit. */
static bool number(struct metadata *m, const struct line *line, unsigned i, uint32_t limit,
                   uint32_t *value)
{
    const char *text = line->text[i];
    char *end;

    unsigned long found = isdigit((unsigned char)text[0]) ? strtoul(text, &end, 10) : 0;
    if (!isdigit((unsigned char)text[0]) || *end || found >= limit)
        return refuse(m, "'%s:%s': field %u is no number below %u", line->text[0], line->text[1], i,
                      limit);
    *value = (uint32_t)found;
    return true;
}

static bool no_memory(struct metadata *m)
{
    m->no_memory = true;
    return false;
}

bool metadata_add(struct metadata *m, const struct rootle_arg *arg)
{
    struct rootle_kernel *kernel = m->kernel;
    struct rootle_arg *grown =
        realloc(kernel->args, (kernel->arg_count + (size_t)1) * sizeof *grown);

    if (!grown)
        return no_memory(m);
    kernel->args = grown;
    struct rootle_arg *added = &grown[kernel->arg_count];
    *added = *arg;
    added->name = strdup(arg->name ? arg->name : "");
    added->type_name = strdup("");
    kernel->arg_count++;
    return (added->name && added->type_name) || no_memory(m);
}

/* Arguments are in constant buffer 1; fields `i` and `i` + 1 say so, and where. */
static bool place(struct metadata *m, const struct line *line, unsigned i, uint32_t *offset)
{
    uint32_t buffer = 0, at = 0;

    if (!number(m, line, i, UINT32_MAX, &buffer) ||
        !number(m, line, i + 1, ROOTLE_MAX_INPUT_BYTES, &at))
        return false;
    if (buffer != 1 || at % 4)
        return refuse(m, "argument %s is not in constant buffer 1", line->text[1]);
    *offset = CATALYST_ARGUMENTS + at;
    return true;
}

struct memory_kind {
    const char *word;
    uint32_t kind, address;
};

/* pointer:name:type:elements:buffer:offset:memory:number:alignment:access:volatile:restrict */
static bool read_pointer(struct metadata *m, const struct line *line)
{
    static const struct memory_kind kinds[] = {
        {"uav", ROOTLE_ARG_GLOBAL, ROOTLE_ADDRESS_GLOBAL},
        {"c", ROOTLE_ARG_CONSTANT, ROOTLE_ADDRESS_CONSTANT},
        {"hl", ROOTLE_ARG_LOCAL, ROOTLE_ADDRESS_LOCAL},
    };
    struct rootle_arg arg = {.size = 4, .name = (char *)line->text[1]};

    if (!place(m, line, 4, &arg.offset) || !number(m, line, 8, 1u << 16, &arg.align))
        return false;
    if (is_field(line, 10, "1"))
        arg.type_qualifier |= ROOTLE_TYPE_VOLATILE;
    if (is_field(line, 11, "1"))
        arg.type_qualifier |= ROOTLE_TYPE_RESTRICT;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (is_field(line, 6, kinds[i].word)) {
            arg.kind = kinds[i].kind;
            arg.address = kinds[i].address;
            return metadata_add(m, &arg);
        }
    }
    return refuse(m, "argument %s points to memory of kind '%s', which is not supported",
                  line->text[1], line->text[6]);
}

struct value_type {
    const char *word;
    uint32_t bytes, most; /* of an element; elements */
};

static uint32_t power_of_two(uint32_t value)
{
    uint32_t power = 1;

    while (power < value)
        power *= 2;
    return power;
}

/* value:name:type:elements:buffer:offset. Vectors of more than four chars or shorts are spread over
 * constants in a way of their own. */
static bool read_value(struct metadata *m, const struct line *line)
{
    static const struct value_type types[] = {
        {"i8", 1, 4},     {"u8", 1, 4},      {"i16", 2, 4},       {"u16", 2, 4},
        {"i32", 4, 16},   {"u32", 4, 16},    {"i64", 8, 16},      {"u64", 8, 16},
        {"float", 4, 16}, {"double", 8, 16}, {"struct", 1, 4096}, {"union", 1, 4096},
    };
    struct rootle_arg arg = {.kind = ROOTLE_ARG_VALUE, .name = (char *)line->text[1]};
    uint32_t elements;

    if (!place(m, line, 4, &arg.offset))
        return false;
    for (size_t i = 0; i < COUNT(types); i++) {
        if (!is_field(line, 2, types[i].word))
            continue;
        if (!number(m, line, 3, types[i].most + 1, &elements))
            return false;
        arg.size = types[i].most > 16 ? elements : types[i].bytes * power_of_two(elements);
        return metadata_add(m, &arg);
    }
    return refuse(m, "argument %s is of type '%s', which is not supported", line->text[1],
                  line->text[2]);
}

/* memory:kind:bytes. hwprivate is scratch, which the notes of the code tell of. */
static bool read_memory(struct metadata *m, const struct line *line)
{
    uint32_t bytes = 0;

    if (is_field(line, 1, "compilerwrite"))
        return true;
    if (line->count < 3)
        return refuse(m, "'memory:%s' is not supported", line->text[1]);
    if (!number(m, line, 2, UINT32_MAX, &bytes))
        return false;
    if (is_field(line, 1, "hwlocal"))
        m->kernel->lds_bytes = bytes;
    else if (is_field(line, 1, "hwprivate"))
        m->kernel->private_bytes = bytes;
    else if (bytes)
        return refuse(m, "%u bytes of memory of kind '%s' are not supported", bytes, line->text[1]);
    return true;
}

/* cws:x:y:z, the work-group size that the source asks for. */
static bool read_required_size(struct metadata *m, const struct line *line)
{
    uint32_t *size = m->kernel->required_size;

    for (unsigned i = 0; i < 3; i++)
        if (!number(m, line, i + 1, 1u << 16, &size[i]))
            return false;
    return true;
}

static struct rootle_arg *argument(struct metadata *m, const struct line *line)
{
    uint32_t n = 0;

    return number(m, line, 1, m->kernel->arg_count, &n) ? &m->kernel->args[n] : NULL;
}

/* reflection:argument:type, as the source has it. */
static bool read_reflection(struct metadata *m, const struct line *line)
{
    struct rootle_arg *arg = argument(m, line);

    if (!arg)
        return false;
    free(arg->type_name);
    arg->type_name = strdup(line->text[2]);
    return arg->type_name || no_memory(m);
}

/* constarg:argument:name */
static bool read_constant_argument(struct metadata *m, const struct line *line)
{
    struct rootle_arg *arg = argument(m, line);

    if (arg)
        arg->type_qualifier |= ROOTLE_TYPE_CONST;
    return arg;
}

static bool read_unsupported(struct metadata *m, const struct line *line)
{
    return refuse(m, "it needs '%s', which is not supported", line->text[0]);
}

static bool read_error(struct metadata *m, const struct line *line)
{
    return refuse(m, "its compiler says: %s", line->text[1]);
}

static bool skip(struct metadata *m, const struct line *line)
{
    (void)m;
    (void)line;
    return true;
}

static const struct {
    const char *word;
    line_reader read;
} readers[] = {
    {"pointer", read_pointer},
    {"value", read_value},
    {"memory", read_memory},
    {"cws", read_required_size},
    {"reflection", read_reflection},
    {"constarg", read_constant_argument},
    {"image", read_unsupported},
    {"sampler", read_unsupported},
    {"counter", read_unsupported},
    {"printf_fmt", read_unsupported},
    {"printfid", read_unsupported},
    {"cbid", read_unsupported},
    {"error", read_error},
    {"warning", skip},
    {"ARGSTART", skip},
    {"ARGEND", skip},
    {"version", skip},
    {"device", skip},
    {"uniqueid", skip},
    {"uavid", skip},
    {"function", skip},
    {"intrinsic", skip},
    {"privateid", skip},
    {"lws", skip},
    {"limitgroupsize", skip},
    {"wsh", skip},
    {"vth", skip},
    {"WavesPerSimdHint", skip},
};

/* Cuts one line, without the semicolon that it begins with. What is too long is cut off. */
static void split(struct line *line, const char *text, size_t size)
{
    *line = (struct line){.count = 1};
    for (size_t i = 0, at = 0; i < size; i++) {
        if (text[i] == ':' && line->count < MAX_FIELDS) {
            line->count++;
            at = 0;
        } else if (at + 1 < FIELD_BYTES && isprint((unsigned char)text[i])) {
            line->text[line->count - 1][at++] = text[i];
        }
    }
}

static bool read_line(struct metadata *m, const char *text, size_t size)
{
    struct line line;

    if (size == 0)
        return true;
    if (text[0] != ';')
        return refuse(m, "a line of its description has no semicolon");
    split(&line, text + 1, size - 1);
    for (size_t i = 0; i < COUNT(readers); i++)
        if (is_field(&line, 0, readers[i].word))
            return readers[i].read(m, &line);
    return refuse(m, "a line of its description says '%s', which is not known", line.text[0]);
}

bool metadata_read(struct metadata *m, struct elf32_bytes text)
{
    const char *at = (const char *)text.at, *end = at + text.size;

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        if (!read_line(m, at, (size_t)(stop - at)))
            return false;
        at = stop + 1;
    }
    return true;
}
