/* SPDX-License-Identifier: MIT */
/* value.c: OpenCL's scalar types: printing and rounding their values. */
#include "program-tester/base/value.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/names.h"

const struct pt_scalar_info pt_scalars[PT_SCALAR_COUNT] = {
    [PT_CHAR] = {"char", 1, PT_SIGNED, "-128 to 255"},
    [PT_UCHAR] = {"uchar", 1, PT_UNSIGNED, "0 to 255"},
    [PT_SHORT] = {"short", 2, PT_SIGNED, "-32768 to 65535"},
    [PT_USHORT] = {"ushort", 2, PT_UNSIGNED, "0 to 65535"},
    [PT_INT] = {"int", 4, PT_SIGNED, "-2147483648 to 4294967295"},
    [PT_UINT] = {"uint", 4, PT_UNSIGNED, "0 to 4294967295"},
    [PT_LONG] = {"long", 8, PT_SIGNED, "-9223372036854775808 to 18446744073709551615"},
    [PT_ULONG] = {"ulong", 8, PT_UNSIGNED, "0 to 18446744073709551615"},
    [PT_HALF] = {"half", 2, PT_FLOATING, "-65504 to 65504"},
    [PT_FLOAT] = {"float", 4, PT_FLOATING, "-3.4028235e38 to 3.4028235e38"},
    [PT_DOUBLE] = {"double", 8, PT_FLOATING, "-1.7976931348623157e308 to 1.7976931348623157e308"},
};

static const struct {
    const char *suffix;
    unsigned width;
} widths[] = {{"", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"8", 8}, {"16", 16}};

bool pt_type_parse(struct pt_word word, struct pt_type *type)
{
    for (unsigned scalar = 0; scalar < PT_SCALAR_COUNT; scalar++) {
        size_t length = strlen(pt_scalars[scalar].name);

        if (word.length < length || memcmp(word.text, pt_scalars[scalar].name, length))
            continue;
        for (size_t i = 0; i < PT_COUNT(widths); i++) {
            struct pt_word suffix = {word.text + length, word.length - length};

            if (pt_word_is(suffix, widths[i].suffix)) {
                *type = (struct pt_type){scalar, widths[i].width};
                return true;
            }
        }
    }
    return false;
}

/* Splits a misspelt word into a name and a vector's width, and looks for a scalar type like the
 * name. */
char *pt_type_hint(struct pt_word word)
{
    struct pt_word name = word, width;

    while (name.length && isdigit((unsigned char)name.text[name.length - 1]))
        name.length--;
    width = (struct pt_word){name.text + name.length, word.length - name.length};
    const char *likely = pt_names_nearest(PT_NAMES(pt_scalars), name);
    struct pt_type type;
    if (likely && pt_word_is(name, likely))
        return pt_format("; a vector of %s has 2, 3, 4, 8 or 16 elements", likely);
    if (!likely)
        return pt_names_hint(PT_NAMES(pt_scalars), name);
    char *whole = pt_format("%s%.*s", likely, (int)pt_utf8_cut(width, 2), width.text);
    bool known = pt_type_parse((struct pt_word){whole, strlen(whole)}, &type);
    char *hint = pt_format("; did you mean '%s'?", known ? whole : likely);
    free(whole);
    return hint;
}

/* Lanes that a value takes in memory: four for three. */
static unsigned stride(struct pt_type type)
{
    return type.width == 3 ? 4 : type.width;
}

size_t pt_type_size(struct pt_type type)
{
    return (size_t)stride(type) * pt_scalars[type.scalar].size;
}

enum { BIG_ENDIAN_HOST = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

uint64_t pt_bits_load(const void *value, size_t size)
{
    uint64_t bits = 0;

    memcpy((char *)&bits + (BIG_ENDIAN_HOST ? sizeof(bits) - size : 0), value, size);
    return bits;
}

void pt_bits_store(void *value, size_t size, uint64_t bits)
{
    memcpy(value, (const char *)&bits + (BIG_ENDIAN_HOST ? sizeof(bits) - size : 0), size);
}

uint16_t pt_half_from_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    double magnitude = fabs(value);

    if (isnan(value))
        return sign | 0x7e00;
    if (magnitude >= 65520) /* halfway between the largest half and 2^16 */
        return sign | 0x7c00;
    /* The value in units of the last place is the low part of the bit pattern. When rounding
     * carries out of the mantissa, adding the exponent's bits makes the next exponent by itself. */
    int exponent = magnitude < 0x1p-14 ? -14 : ilogb(magnitude);
    double units = rint(ldexp(magnitude, 10 - exponent));
    return sign | (uint16_t)(((exponent + 14) << 10) + (int)units);
}

double pt_half_to_double(uint16_t half)
{
    int exponent = half >> 10 & 31, mantissa = half & 1023;
    double magnitude;

    if (exponent == 31)
        magnitude = mantissa ? NAN : INFINITY;
    else if (exponent)
        magnitude = ldexp(1024 + mantissa, exponent - 25);
    else
        magnitude = ldexp(mantissa, -24);
    return copysign(magnitude, half & 0x8000 ? -1.0 : 1.0);
}

/* An integer lane widened to 64 bits. */
static int64_t to_signed(enum pt_scalar scalar, const void *value)
{
    unsigned unused = 64 - pt_scalars[scalar].size * 8;
    uint64_t bits = pt_bits_load(value, pt_scalars[scalar].size);

    return pt_scalars[scalar].class == PT_SIGNED ? (int64_t)(bits << unused) >> unused
                                                 : (int64_t)bits;
}

double pt_scalar_to_double(enum pt_scalar scalar, const void *value)
{
    union {
        uint16_t h;
        float f;
        double d;
    } v;

    memcpy(&v, value, pt_scalars[scalar].size);
    switch (scalar) {
    case PT_HALF:
        return pt_half_to_double(v.h);
    case PT_FLOAT:
        return v.f;
    case PT_DOUBLE:
        return v.d;
    case PT_ULONG:
        return (double)(uint64_t)to_signed(scalar, value);
    default:
        return (double)to_signed(scalar, value);
    }
}

double pt_ulp(enum pt_scalar scalar, double value)
{
    double magnitude = fabs(value);

    if (scalar == PT_HALF)
        return magnitude < 0x1p-14 ? 0x1p-24 : ldexp(1, ilogb(magnitude) - 10);
    if (scalar == PT_FLOAT) /* not by nextafter, whose step above the largest number is inf */
        return magnitude < 0x1p-126 ? 0x1p-149 : ldexp(1, ilogb(magnitude) - 23);
    return magnitude < 0x1p-1022 ? 0x1p-1074 : ldexp(1, ilogb(magnitude) - 52);
}

/* Whole numbers are written without an exponent up to here. */
enum { LARGEST_PLAIN = 1000000000 };

static void print_float(enum pt_scalar scalar, double value, char text[PT_NUMBER_TEXT])
{
    static const int most_digits[] = {[PT_HALF] = 5, [PT_FLOAT] = 9, [PT_DOUBLE] = 17};

    if (isnan(value) || isinf(value)) {
        snprintf(text, PT_NUMBER_TEXT, "%s%s", signbit(value) ? "-" : "",
                 isnan(value) ? "nan" : "inf");
        return;
    }
    if (trunc(value) == value && fabs(value) < LARGEST_PLAIN) {
        snprintf(text, PT_NUMBER_TEXT, "%.0f", value);
        return;
    }
    for (int digits = 1; digits <= most_digits[scalar]; digits++) {
        snprintf(text, PT_NUMBER_TEXT, "%.*g", digits, value);
        double back = scalar == PT_FLOAT ? (double)strtof(text, NULL) : strtod(text, NULL);
        if (scalar == PT_HALF)
            back = pt_half_to_double(pt_half_from_double(back));
        if (back == value)
            return;
    }
}

void pt_scalar_print(enum pt_scalar scalar, const void *value, char text[PT_NUMBER_TEXT])
{
    int64_t integer;

    switch (pt_scalars[scalar].class) {
    case PT_FLOATING:
        print_float(scalar, pt_scalar_to_double(scalar, value), text);
        break;
    case PT_SIGNED:
        integer = to_signed(scalar, value);
        snprintf(text, PT_NUMBER_TEXT, "%" PRId64, integer);
        break;
    case PT_UNSIGNED:
        integer = to_signed(scalar, value);
        snprintf(text, PT_NUMBER_TEXT, "%" PRIu64, (uint64_t)integer);
        break;
    }
}

bool pt_scalar_ordered(enum pt_scalar scalar, const void *a, const void *b)
{
    switch (pt_scalars[scalar].class) {
    case PT_FLOATING:
        return pt_scalar_to_double(scalar, a) <= pt_scalar_to_double(scalar, b);
    case PT_SIGNED:
        return to_signed(scalar, a) <= to_signed(scalar, b);
    case PT_UNSIGNED:
        break;
    }
    return (uint64_t)to_signed(scalar, a) <= (uint64_t)to_signed(scalar, b);
}

void pt_scalar_random(enum pt_scalar scalar, uint64_t *state, void *out)
{
    uint64_t bits = pt_random(state);
    double value = ldexp((double)(int64_t)bits, -63);

    if (scalar == PT_HALF) {
        uint16_t half = pt_half_from_double(value);
        memcpy(out, &half, sizeof(half));
    } else if (scalar == PT_FLOAT) {
        float single = (float)value;
        memcpy(out, &single, sizeof(single));
    } else if (scalar == PT_DOUBLE) {
        memcpy(out, &value, sizeof(value));
    } else {
        pt_bits_store(out, pt_scalars[scalar].size, bits);
    }
}
