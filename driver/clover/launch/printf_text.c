/* SPDX-License-Identifier: MIT */
/* printf_text.c: one record of printf as text: OpenCL C's conversions (OpenCL C 1.2, section
 * 6.12.13.2) by those of C, element by element. */
#include "driver/clover/launch/printf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/base/bits.h"
#include "driver/base/count.h"

enum { MAX_WIDTH_DIGITS = 4 };

/* The arguments of a record that are not yet formatted. */
struct arguments {
    const struct rootle_binary *binary;
    const char *types; /* rootle_string.arguments, behind what was taken */
    const uint32_t *words;
    size_t count;
};

struct argument {
    char letter;
    unsigned elements;
    const uint32_t *words;
};

/* %[flags][width][.precision][vn][length]conversion */
struct conversion {
    char spec[32]; /* % with flags, width and precision, for C */
    unsigned elements;
    unsigned bits; /* that an integer is cut to */
    char letter;
};

/* Dwords of an element; 0 for a letter that means nothing. */
static unsigned element_words(char letter)
{
    static const unsigned char words[256] = {['i'] = 1, ['s'] = 1, ['f'] = 1, ['l'] = 2, ['d'] = 2};

    return words[(unsigned char)letter];
}

static unsigned words_of(const struct argument *argument)
{
    return argument->elements * element_words(argument->letter);
}

static bool take_argument(struct arguments *from, struct argument *argument)
{
    char *end;

    argument->letter = *from->types;
    if (!element_words(argument->letter))
        return false;
    argument->elements = (unsigned)strtoul(from->types + 1, &end, 10);
    argument->words = from->words;
    if (argument->elements > 16 || words_of(argument) > from->count)
        return false;
    from->types = end;
    from->words += words_of(argument);
    from->count -= words_of(argument);
    return true;
}

/* Copies characters of `set` from *text, as many as `room` allows, and moves it behind all. */
static void take_span(const char **text, const char *set, char *out, size_t room)
{
    size_t length = strspn(*text, set);

    strncat(out, *text, length < room ? length : room);
    *text += length;
}

static const struct {
    const char *name;
    unsigned bits;
} lengths[] = {{"hh", 8}, {"hl", 32}, {"h", 16}, {"l", 64}, {"", 32}};

/* Reads a conversion behind its %. Returns what follows it. */
static const char *parse_conversion(const char *text, struct conversion *conversion)
{
    const char digits[] = "0123456789";
    size_t length = 0;

    *conversion = (struct conversion){.spec = "%", .elements = 1};
    take_span(&text, "-+ #0", conversion->spec, 8);
    take_span(&text, digits, conversion->spec, MAX_WIDTH_DIGITS);
    take_span(&text, ".", conversion->spec, 1);
    take_span(&text, digits, conversion->spec, MAX_WIDTH_DIGITS);
    if (*text == 'v') {
        char *end;
        conversion->elements = (unsigned)strtoul(text + 1, &end, 10);
        text = end;
    }
    while (strncmp(text, lengths[length].name, strlen(lengths[length].name)) != 0)
        length++;
    assert(length < COUNT(lengths)); /* the last one fits all */
    text += strlen(lengths[length].name);
    conversion->bits = lengths[length].bits;
    conversion->letter = *text;
    return *text ? text + 1 : text;
}

static uint64_t widen(uint32_t bits)
{
    return double_bits((double)bits_float(bits));
}

/* Returns the bits of an element; a float is widened to a double. */
static uint64_t element_bits(const struct argument *argument, unsigned index)
{
    if (argument->letter == 'f')
        return widen(argument->words[index]);
    if (element_words(argument->letter) == 1)
        return argument->words[index];
    return argument->words[2 * index] | (uint64_t)argument->words[2 * index + 1] << 32;
}

static void print_integer(FILE *out, const struct conversion *c, uint64_t bits)
{
    char spec[40];
    assert(c->bits > 0 && c->bits <= 64);
    unsigned shift = 64 - c->bits;

    snprintf(spec, sizeof spec, "%sll%c", c->spec, c->letter);
    if (c->letter == 'd' || c->letter == 'i')
        fprintf(out, spec, (long long)((int64_t)(bits << shift) >> shift));
    else
        fprintf(out, spec, (unsigned long long)(bits << shift >> shift));
}

static void print_float(FILE *out, const struct conversion *c, uint64_t bits)
{
    char spec[40];

    snprintf(spec, sizeof spec, "%s%c", c->spec, c->letter);
    fprintf(out, spec, bits_double(bits));
}

static void print_string(FILE *out, const struct conversion *c, const struct rootle_binary *binary,
                         uint64_t index)
{
    char spec[40];

    snprintf(spec, sizeof spec, "%ss", c->spec);
    fprintf(out, spec, index < binary->string_count ? binary->strings[index].text : "");
}

static void print_element(FILE *out, const struct conversion *c, const struct rootle_binary *binary,
                          uint64_t bits)
{
    char spec[40];

    snprintf(spec, sizeof spec, "%s%c", c->spec, c->letter);
    if (strchr("diouxX", c->letter))
        print_integer(out, c, bits);
    else if (strchr("fFeEgGaA", c->letter))
        print_float(out, c, bits);
    else if (c->letter == 's')
        print_string(out, c, binary, bits);
    else if (c->letter == 'c')
        fprintf(out, spec, (int)(unsigned char)bits);
    else if (c->letter == 'p')
        fprintf(out, spec, (void *)(uintptr_t)(uint32_t)bits);
}

static void print_argument(FILE *out, const struct conversion *conversion,
                           struct arguments *arguments)
{
    struct argument argument;

    if (!conversion->letter || !take_argument(arguments, &argument))
        return;
    for (unsigned i = 0; i < conversion->elements && i < argument.elements; i++) {
        if (i)
            fputc(',', out);
        print_element(out, conversion, arguments->binary, element_bits(&argument, i));
    }
}

void clover_printf_record(FILE *out, const struct rootle_binary *binary, const uint32_t *record,
                          uint32_t dwords)
{
    if (dwords < ABI_PRINTF_ARGUMENTS || record[ABI_PRINTF_FORMAT] >= binary->string_count)
        return;
    const struct rootle_string *format = &binary->strings[record[ABI_PRINTF_FORMAT]];
    struct arguments arguments = {binary, format->arguments, record + ABI_PRINTF_ARGUMENTS,
                                  dwords - ABI_PRINTF_ARGUMENTS};

    for (const char *text = format->text; *text;) {
        struct conversion conversion;
        if (*text != '%') {
            fputc(*text++, out);
        } else if (text[1] == '%') {
            fputc('%', out);
            text += 2;
        } else {
            text = parse_conversion(text + 1, &conversion);
            print_argument(out, &conversion, &arguments);
        }
    }
}
