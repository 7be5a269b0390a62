/* SPDX-License-Identifier: MIT */
/* asm_text.c: the lexer of the assembler, and attributes. */
#include "llvm/evergreen/tests/asm/asm_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "driver/base/bits.h"

void asm_text_fail(struct asm_text *text, const char *format, ...)
{
    if (!text->failed) {
        va_list arguments;
        int length = snprintf(text->error, text->error_size, "line %u, column %u: ", text->line,
                              (unsigned)(text->at - text->line_start) + 1);
        va_start(arguments, format);
        if ((size_t)length < text->error_size)
            vsnprintf(text->error + length, text->error_size - (size_t)length, format, arguments);
        va_end(arguments);
    }
    text->failed = true;
}

static void skip_spaces(struct asm_text *text)
{
    while (*text->at == ' ' || *text->at == '\t' || *text->at == '\r')
        text->at++;
    if (*text->at == ';')
        text->at += strcspn(text->at, "\n");
}

bool asm_text_at_end(struct asm_text *text)
{
    skip_spaces(text);
    return text->failed || !*text->at || *text->at == '\n';
}

bool asm_text_next_line(struct asm_text *text)
{
    if (!text->line) { /* before the first */
        text->line = 1;
        text->line_start = text->at;
    }
    while (!text->failed && asm_text_at_end(text)) {
        if (!*text->at)
            return false;
        text->at++;
        text->line++;
        text->line_start = text->at;
    }
    return !text->failed;
}

bool asm_text_accept(struct asm_text *text, char c)
{
    skip_spaces(text);
    if (text->failed || *text->at != c)
        return false;
    text->at++;
    return true;
}

void asm_text_expect(struct asm_text *text, char c)
{
    if (!asm_text_accept(text, c))
        asm_text_fail(text, "expected '%c'", c);
}

bool asm_text_word(struct asm_text *text, char word[ASM_WORD_BYTES])
{
    size_t length = 0;
    skip_spaces(text);
    const char *start = text->at;
    while (!text->failed && (isalnum((unsigned char)*text->at) || *text->at == '_')) {
        if (length < ASM_WORD_BYTES - 1)
            word[length++] = *text->at;
        text->at++;
    }
    word[length] = '\0';
    if (!length || text->at - start >= ASM_WORD_BYTES) {
        asm_text_fail(text, length ? "the word is too long" : "expected a word");
        word[0] = '\0';
        return false;
    }
    return true;
}

uint32_t asm_text_number(struct asm_text *text)
{
    char word[ASM_WORD_BYTES], *end;
    const char *start = text->at;
    if (!asm_text_word(text, word))
        return 0;
    unsigned long long value = strtoull(word, &end, !strncasecmp(word, "0x", 2) ? 16 : 10);
    if (isdigit((unsigned char)word[0]) && !*end && value <= UINT32_MAX)
        return (uint32_t)value;
    text->at = start;
    asm_text_fail(text, "'%s' is not a number of 32 bits", word);
    return 0;
}

uint32_t asm_text_literal(struct asm_text *text)
{
    skip_spaces(text);
    size_t length = strcspn(text->at, "] \t\n;,");
    bool fraction = memchr(text->at, '.', length) && strncasecmp(text->at, "0x", 2);
    if (fraction) {
        char *end;
        float number = strtof(text->at, &end);
        if (end != text->at + length)
            asm_text_fail(text, "not a number");
        text->at = end;
        return text->failed ? 0 : float_bits(number);
    }
    bool negative = asm_text_accept(text, '-');
    uint32_t value = asm_text_number(text);
    return negative ? 0u - value : value;
}

unsigned asm_text_gpr(struct asm_text *text)
{
    skip_spaces(text);
    if (*text->at != 'R' || !isdigit((unsigned char)text->at[1])) {
        asm_text_fail(text, "expected a register");
        return 0;
    }
    text->at++;
    uint32_t number = asm_text_number(text);
    if (number >= HW_GPRS)
        asm_text_fail(text, "there is no register R%u", number);
    return number;
}

/* The index of the next character in a list, which is skipped. */
static unsigned one_of(struct asm_text *text, const char *list, const char *what)
{
    const char *found = *text->at ? strchr(list, *text->at) : NULL;
    if (text->failed || !found) {
        asm_text_fail(text, "expected %s", what);
        return 0;
    }
    text->at++;
    return (unsigned)(found - list);
}

unsigned asm_text_channel(struct asm_text *text)
{
    return one_of(text, "xyzw", "a channel: x, y, z or w");
}

void asm_text_selects(struct asm_text *text, unsigned sel[4])
{
    for (unsigned i = 0; i < 4; i++)
        sel[i] = one_of(text, "xyzw01?_", "four of x y z w 0 1 _");
}

unsigned asm_text_mask(struct asm_text *text)
{
    static const char list[] = "xyzw_";
    unsigned mask = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned c = one_of(text, list, "a mask such as xy__");
        if (c != i && c != 4)
            asm_text_fail(text, "channel %u of a mask is %c or _", i, list[i]);
        mask |= (unsigned)(c == i) << i;
    }
    return mask;
}

void asm_text_put(struct asm_text *text, struct asm_inst *inst, enum asm_field_id id,
                  uint32_t value)
{
    if (value > HW_MASK(asm_fields[id].width))
        asm_text_fail(text, "%u does not fit %s, which has %u bits", value, asm_fields[id].name,
                      asm_fields[id].width);
    else if (!text->failed)
        asm_put(inst, id, value);
}

/* The value of that name (in any case) of a field, or -1. */
static int find_value(enum asm_field_id id, const char *name)
{
    for (unsigned value = 0; value <= HW_MASK(asm_fields[id].width) && value < 64; value++) {
        const char *candidate = asm_value_name(id, value);
        if (candidate && !strcasecmp(candidate, name))
            return (int)value;
    }
    return -1;
}

static uint32_t field_value(struct asm_text *text, enum asm_field_id id)
{
    char word[ASM_WORD_BYTES];
    skip_spaces(text);
    if (isdigit((unsigned char)*text->at) || !asm_text_word(text, word))
        return asm_text_number(text);
    bool format = id == ASM_VTX_WORD1_DATA_FORMAT && !strncasecmp(word, "FMT_", 4);
    int value = find_value(id, format ? word + 4 : word);
    if (value < 0)
        asm_text_fail(text, "%s has no value '%s'", asm_fields[id].name, word);
    return value < 0 ? 0 : (uint32_t)value;
}

/* The field of that name (in any case) in a format, or -1. */
static int find_field(enum asm_format format, const char *name)
{
    for (int id = 0; id < ASM_FIELD_COUNT; id++)
        if (asm_in_format(format, id) && !strcasecmp(asm_fields[id].name, name))
            return id;
    return -1;
}

void asm_text_attribute(struct asm_text *text, struct asm_inst *inst, const char *name)
{
    unsigned dword;
    if (sscanf(name, "bits%1u", &dword) == 1 && dword < asm_format_dwords(inst->format)) {
        asm_text_expect(text, ':');
        inst->dword[dword] |= asm_text_number(text);
        return;
    }
    int id = find_field(inst->format, name);
    if (id < 0)
        asm_text_fail(text, "'%s' is no field of this instruction", name);
    else if (asm_text_accept(text, ':'))
        asm_text_put(text, inst, id, field_value(text, id));
    else if (asm_fields[id].width == 1)
        asm_text_put(text, inst, id, 1);
    else
        asm_text_fail(text, "'%s' needs a value", name);
}

void asm_text_attributes(struct asm_text *text, struct asm_inst *inst)
{
    char name[ASM_WORD_BYTES];
    while (!asm_text_at_end(text) && asm_text_word(text, name))
        asm_text_attribute(text, inst, name);
}
