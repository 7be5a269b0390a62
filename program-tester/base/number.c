/* SPDX-License-Identifier: MIT */
/* number.c: reading the numbers of tests. */
#include "program-tester/base/number.h"

#include <ctype.h>
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const pt_number_errors[PT_NUMBER_ERROR_COUNT] = {
    [PT_NUMBER_OK] = "is well-formed",
    [PT_NUMBER_MALFORMED] = "is not a number",
    [PT_NUMBER_FRACTION] = "is not a whole number",
    [PT_NUMBER_OCTAL] =
        "has a leading zero; octal is not supported, write it without (or as hexadecimal)",
    [PT_NUMBER_OVERFLOW] = "is out of range",
    [PT_NUMBER_SIGN] = "is negative",
};

/* The pieces of a number's spelling. */
struct spelling {
    bool negative, hex, fraction, exponent, leading_zero;
    struct pt_word digits; /* after sign and 0x */
    const char *special;   /* "nan" or "inf" */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t span_digits(struct pt_word word, size_t at, bool hex)
{
    size_t count = 0;

    while (at + count < word.length && (is_digit(word.text[at + count]) ||
                                        (hex && isxdigit((unsigned char)word.text[at + count]))))
        count++;
    return count;
}

static bool scan_special(struct pt_word word, struct spelling *spelling)
{
    static const char *const names[][2] = {{"nan", "nan"}, {"inf", "inf"}, {"infinity", "inf"}};

    if (!word.length || !strchr("nNiI", word.text[0]))
        return false;
    for (size_t i = 0; i < PT_COUNT(names); i++) {
        if (pt_word_is_any_case(word, names[i][0])) {
            spelling->special = names[i][1];
            return true;
        }
    }
    return false;
}

/* [sign] (digits [. [digits]] | . digits) [exponent] [f], in base 10 or 16. */
static bool scan(struct pt_word word, struct spelling *spelling)
{
    size_t at = 0, whole, part = 0;

    memset(spelling, 0, sizeof(*spelling));
    if (word.length && (word.text[0] == '-' || word.text[0] == '+')) {
        spelling->negative = word.text[0] == '-';
        word.text++;
        word.length--;
    }
    if (scan_special(word, spelling))
        return true;
    if (word.length > 2 && word.text[0] == '0' && (word.text[1] | 32) == 'x') {
        spelling->hex = true;
        word.text += 2;
        word.length -= 2;
    }
    spelling->digits = word;
    at = whole = span_digits(word, 0, spelling->hex);
    if (at < word.length && word.text[at] == '.') {
        spelling->fraction = true;
        part = span_digits(word, at + 1, spelling->hex);
        at += 1 + part;
    }
    if (!whole && !part)
        return false;
    if (at < word.length && (word.text[at] | 32) == (spelling->hex ? 'p' : 'e')) {
        size_t sign =
            at + 1 < word.length && (word.text[at + 1] == '-' || word.text[at + 1] == '+');
        size_t count = span_digits(word, at + 1 + sign, false);

        if (!count)
            return false;
        spelling->exponent = true;
        at += 1 + sign + count;
    }
    if (!spelling->hex && at + 1 == word.length && (word.text[at] | 32) == 'f' &&
        (spelling->fraction || spelling->exponent))
        at++;
    spelling->leading_zero = !spelling->hex && whole > 1 && word.text[0] == '0';
    return at == word.length;
}

static bool scan_magnitude(const struct spelling *spelling, uint64_t *magnitude)
{
    unsigned base = spelling->hex ? 16 : 10;

    *magnitude = 0;
    for (size_t i = 0; i < spelling->digits.length; i++) {
        char c = spelling->digits.text[i];
        unsigned digit =
            isdigit((unsigned char)c) ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a' + 10);

        if (*magnitude > (UINT64_MAX - digit) / base)
            return false;
        *magnitude = *magnitude * base + digit;
    }
    return true;
}

/* A signed type's number may also be written as the unsigned number of the same bits. */
static enum pt_number_error store_integer(bool negative, uint64_t magnitude, enum pt_scalar scalar,
                                          bool piglit, void *out)
{
    unsigned bits = pt_scalars[scalar].size * 8;
    uint64_t largest = UINT64_MAX >> (64 - bits); /* magnitude */

    if (negative)
        largest = pt_scalars[scalar].class == PT_SIGNED ? largest / 2 + 1 : 0;
    if (magnitude > largest && !piglit)
        return negative && !largest ? PT_NUMBER_SIGN : PT_NUMBER_OVERFLOW;
    uint64_t value = negative ? -magnitude : magnitude;
    pt_bits_store(out, pt_scalars[scalar].size, value);
    return PT_NUMBER_OK;
}

static enum pt_number_error parse_integer(const struct spelling *spelling, enum pt_scalar scalar,
                                          bool piglit, void *out)
{
    uint64_t magnitude;

    if (spelling->special || spelling->fraction || spelling->exponent)
        return PT_NUMBER_FRACTION;
    if (spelling->leading_zero)
        return PT_NUMBER_OCTAL;
    if (!scan_magnitude(spelling, &magnitude))
        return PT_NUMBER_OVERFLOW;
    return store_integer(spelling->negative, magnitude, scalar, piglit, out);
}

/* A decimal as digits * 10^-places. */
struct decimal {
    bool negative, leading_zero, has_point;
    uint64_t digits;
    unsigned places;
};

/* The most that a double holds exactly: an integer, and a power of ten. */
static const uint64_t most_exact = UINT64_C(1) << 53;
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Reads [-]digits[.digits], of which a double holds all. False: it is another number, or none. */
static bool read_decimal(struct pt_word word, struct decimal *decimal)
{
    const char *const end = word.text + word.length;
    const char *at = word.text + (word.length && word.text[0] == '-'), *const begin = at;
    uint64_t digits = 0;

    for (; at < end && is_digit(*at) && digits < most_exact; at++)
        digits = digits * 10 + (unsigned)(*at - '0');
    const char *const point = at;
    if (at < end && at > begin && *at == '.') {
        for (at++; at < end && is_digit(*at) && digits < most_exact; at++)
            digits = digits * 10 + (unsigned)(*at - '0');
    }
    *decimal = (struct decimal){
        .negative = begin > word.text,
        .leading_zero = point - begin > 1 && *begin == '0',
        .has_point = at > point,
        .digits = digits,
        .places = at > point ? (unsigned)(at - point - 1) : 0,
    };
    return at == end && point > begin && at != point + 1 && digits < most_exact &&
           decimal->places < PT_COUNT(powers);
}

/* Doubles of each type that rounding a second time gives what rounding once would: the bits of the
 * mantissa that are then dropped, and the range in which as many are. */
static const struct {
    unsigned dropped;
    double least, most;
} roundings[PT_SCALAR_COUNT] = {
    [PT_HALF] = {42, 0x1p-14, 65504},
    [PT_FLOAT] = {29, 0x1p-126, 0x1.fffffep127},
    [PT_DOUBLE] = {0, 0x1p-1022, 0x1.fffffffffffffp1023},
};

/* Whether a rounded double can be rounded again: it is not halfway between two of the type, where
 * the number itself may lie on either side. */
static bool rounds_again(double value, enum pt_scalar scalar)
{
    const unsigned dropped = roundings[scalar].dropped;
    uint64_t bits;

    memcpy(&bits, &value, sizeof(bits));
    if (value == 0)
        return true;
    return fabs(value) >= roundings[scalar].least && fabs(value) <= roundings[scalar].most &&
           (!dropped || (bits & ((UINT64_C(1) << dropped) - 1)) != UINT64_C(1) << (dropped - 1));
}

/* Stores a decimal without strtod(): one division of two exact doubles rounds as that does. False:
 * rounding it to the type is not so simple. */
static bool store_decimal(const struct decimal *decimal, enum pt_scalar scalar, void *out)
{
    const double magnitude = (double)decimal->digits / powers[decimal->places];
    const double value = decimal->negative ? -magnitude : magnitude;
    const float single = (float)value;

    if (!rounds_again(value, scalar))
        return false;
    if (scalar == PT_DOUBLE) {
        memcpy(out, &value, sizeof(value));
    } else if (scalar == PT_FLOAT) {
        memcpy(out, &single, sizeof(single));
    } else {
        const uint16_t half = pt_half_from_double(value);

        memcpy(out, &half, sizeof(half));
    }
    return true;
}

/* Rounds the decimal to odd: a second rounding, to half, then gives what a single one would. */
static double to_double_odd(const char *text)
{
    int mode = fegetround();

    fesetround(FE_DOWNWARD);
    volatile double low = strtod(text, NULL);
    fesetround(FE_UPWARD);
    volatile double high = strtod(text, NULL);
    fesetround(mode);

    uint64_t bits;
    double value = low;
    memcpy(&bits, &value, sizeof(bits));
    return low == high || (bits & 1) ? low : high;
}

/* Converts a number to half as Piglit's tester does (tests/util/piglit-util-cl.c:convert_cl_half):
 * bits of the mantissa are cut off, and an exponent that a half has not runs over into the sign.
 * Too large a number becomes a NaN or any other number, but an infinity by chance only. */
static uint16_t piglit_half(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof(bits));
    uint64_t exponent = bits >> 52 & 0x7ff;
    if (exponent && exponent != 0x7ff)
        exponent -= 1008; /* the biases' difference */
    return (uint16_t)(bits >> 63 << 15 | exponent << 10 | (bits >> 42 & 0x3ff));
}

/* Whether a finite spelling became infinite. */
static bool store_float(const char *text, enum pt_scalar scalar, bool piglit, void *out)
{
    if (scalar == PT_FLOAT) {
        float value = strtof(text, NULL);
        memcpy(out, &value, sizeof(value));
        return isinf(value);
    }
    if (scalar == PT_DOUBLE) {
        double value = strtod(text, NULL);
        memcpy(out, &value, sizeof(value));
        return isinf(value);
    }
    uint16_t half =
        piglit ? piglit_half(strtod(text, NULL)) : pt_half_from_double(to_double_odd(text));
    memcpy(out, &half, sizeof(half));
    return isinf(pt_half_to_double(half));
}

static enum pt_number_error parse_float(const struct spelling *spelling, struct pt_word word,
                                        enum pt_scalar scalar, bool piglit, void *out)
{
    char *text;

    if (spelling->special)
        text = pt_format("%s%s", spelling->negative ? "-" : "", spelling->special);
    else
        text = pt_copy(word.text, word.length);
    bool infinite = store_float(text, scalar, piglit, out);
    free(text);
    return infinite && !spelling->special && !piglit ? PT_NUMBER_OVERFLOW : PT_NUMBER_OK;
}

/* Reads the numbers that tests are full of. Returns PT_NUMBER_MALFORMED for others. */
static enum pt_number_error parse_common(struct pt_word word, enum pt_scalar scalar, void *out)
{
    struct decimal decimal;

    if (!read_decimal(word, &decimal))
        return PT_NUMBER_MALFORMED;
    if (pt_scalars[scalar].class == PT_FLOATING)
        return store_decimal(&decimal, scalar, out) ? PT_NUMBER_OK : PT_NUMBER_MALFORMED;
    if (decimal.has_point || decimal.leading_zero)
        return PT_NUMBER_MALFORMED;
    return store_integer(decimal.negative, decimal.digits, scalar, false, out);
}

enum pt_number_error pt_number_parse(struct pt_word word, enum pt_scalar scalar, bool piglit,
                                     void *out)
{
    struct spelling spelling;
    const enum pt_number_error common =
        piglit ? PT_NUMBER_MALFORMED : parse_common(word, scalar, out);

    if (common != PT_NUMBER_MALFORMED)
        return common;
    if (!scan(word, &spelling))
        return PT_NUMBER_MALFORMED;
    if (pt_scalars[scalar].class == PT_FLOATING)
        return parse_float(&spelling, word, scalar, piglit, out);
    return parse_integer(&spelling, scalar, piglit, out);
}

bool pt_looks_like_number(struct pt_word word)
{
    struct spelling spelling;

    if (!word.length)
        return false;
    const char c = word.text[0];
    return is_digit(c) || c == '+' || c == '-' || c == '.' || scan_special(word, &spelling);
}
