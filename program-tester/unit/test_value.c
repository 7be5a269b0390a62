/* SPDX-License-Identifier: MIT */
/* test_value.c: reading, rounding and printing of scalar values. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "program-tester/base/number.h"

static struct pt_word word(const char *text)
{
    return (struct pt_word){text, strlen(text)};
}

static void integers(void **state)
{
    static const struct {
        enum pt_scalar scalar;
        const char *text;
        enum pt_number_error error;
        int64_t value; /* sign- or zero-extended */
    } cases[] = {
        {PT_CHAR, "-128", PT_NUMBER_OK, -128},
        {PT_CHAR, "+127", PT_NUMBER_OK, 127},
        {PT_CHAR, "0xff", PT_NUMBER_OK, -1},
        {PT_CHAR, "255", PT_NUMBER_OK, -1},
        {PT_CHAR, "256", PT_NUMBER_OVERFLOW, 0},
        {PT_CHAR, "-129", PT_NUMBER_OVERFLOW, 0},
        {PT_CHAR, "-0x80", PT_NUMBER_OK, -128},
        {PT_CHAR, "-0x81", PT_NUMBER_OVERFLOW, 0},
        {PT_UCHAR, "255", PT_NUMBER_OK, 255},
        {PT_UCHAR, "256", PT_NUMBER_OVERFLOW, 0},
        {PT_UCHAR, "-1", PT_NUMBER_SIGN, 0},
        {PT_UCHAR, "-0", PT_NUMBER_OK, 0},
        {PT_USHORT, "0XFFFF", PT_NUMBER_OK, 65535},
        {PT_INT, "-2147483648", PT_NUMBER_OK, INT32_MIN},
        {PT_INT, "4294967296", PT_NUMBER_OVERFLOW, 0},
        {PT_LONG, "-9223372036854775808", PT_NUMBER_OK, INT64_MIN},
        {PT_LONG, "-9223372036854775809", PT_NUMBER_OVERFLOW, 0},
        {PT_ULONG, "18446744073709551615", PT_NUMBER_OK, -1},
        {PT_ULONG, "18446744073709551616", PT_NUMBER_OVERFLOW, 0},
        {PT_ULONG, "0x10000000000000000", PT_NUMBER_OVERFLOW, 0},
        {PT_INT, "0", PT_NUMBER_OK, 0},
        {PT_INT, "010", PT_NUMBER_OCTAL, 0},
        {PT_INT, "00", PT_NUMBER_OCTAL, 0},
        {PT_INT, "1-5", PT_NUMBER_MALFORMED, 0},
        {PT_INT, "", PT_NUMBER_MALFORMED, 0},
        {PT_INT, "-", PT_NUMBER_MALFORMED, 0},
        {PT_INT, "--1", PT_NUMBER_MALFORMED, 0},
        {PT_INT, "0x", PT_NUMBER_MALFORMED, 0},
        {PT_INT, "12u", PT_NUMBER_MALFORMED, 0},
        {PT_INT, "1.5", PT_NUMBER_FRACTION, 0},
        {PT_INT, "1e3", PT_NUMBER_FRACTION, 0},
        {PT_INT, "nan", PT_NUMBER_FRACTION, 0},
    };

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        unsigned bits = pt_scalars[cases[i].scalar].size * 8;
        int64_t stored = 0;

        if (pt_number_parse(word(cases[i].text), cases[i].scalar, false, &stored) != cases[i].error)
            fail_msg("'%s': wrong error", cases[i].text);
        int64_t value = (int64_t)pt_bits_load(&stored, bits / 8);
        if (!cases[i].error &&
            value != (int64_t)((uint64_t)cases[i].value & UINT64_MAX >> (64 - bits)))
            fail_msg("'%s': wrong value %lld", cases[i].text, (long long)value);
    }
}

static void floats(void **state)
{
    static const struct {
        const char *text;
        enum pt_number_error error;
        uint32_t bits;
    } cases[] = {
        {"1", PT_NUMBER_OK, 0x3f800000},
        {"-0", PT_NUMBER_OK, 0x80000000},
        {"0.1", PT_NUMBER_OK, 0x3dcccccd},
        {".5", PT_NUMBER_OK, 0x3f000000},
        {"5.", PT_NUMBER_OK, 0x40a00000},
        {"1.5f", PT_NUMBER_OK, 0x3fc00000},
        {"1e-3", PT_NUMBER_OK, 0x3a83126f},
        {"0x10", PT_NUMBER_OK, 0x41800000},
        {"0x1.8p1", PT_NUMBER_OK, 0x40400000},
        {"0x1p-149", PT_NUMBER_OK, 1},
        {"010.5", PT_NUMBER_OK, 0x41280000},
        {"inf", PT_NUMBER_OK, 0x7f800000},
        {"-Infinity", PT_NUMBER_OK, 0xff800000},
        {"NaN", PT_NUMBER_OK, 0x7fc00000},
        {"4.537456750869751", PT_NUMBER_OK, 0x409132d9},  /* near a tie that its double is at */
        {"0.3738587647676468", PT_NUMBER_OK, 0x3ebf6a6b}, /* the same, from the other side */
        {"3.4028235e38", PT_NUMBER_OK, 0x7f7fffff},
        {"3.5e38", PT_NUMBER_OVERFLOW, 0},
        {"1e", PT_NUMBER_MALFORMED, 0},
        {"1e+", PT_NUMBER_MALFORMED, 0},
        {"0x1.8p", PT_NUMBER_MALFORMED, 0},
        {".", PT_NUMBER_MALFORMED, 0},
        {"1.2.3", PT_NUMBER_MALFORMED, 0},
        {"infinite", PT_NUMBER_MALFORMED, 0},
        {"1f", PT_NUMBER_MALFORMED, 0},
    };

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        uint32_t bits = 0;

        if (pt_number_parse(word(cases[i].text), PT_FLOAT, false, &bits) != cases[i].error)
            fail_msg("'%s': wrong error", cases[i].text);
        if (!cases[i].error && bits != cases[i].bits)
            fail_msg("'%s': wrong bits %#x", cases[i].text, bits);
    }
}

/* Numbers without an exponent are read as strtof() and strtod() read them. */
static void decimals(void **state)
{
    uint64_t seed = 3;

    for (int i = 0; i < 100000; i++) {
        const uint64_t digits = pt_random(&seed) >> (10 + i % 44);
        const int places = (int)(pt_random(&seed) % 24);
        char text[64];
        float single;
        double value;

        snprintf(text, sizeof(text), "%s%0*" PRIu64, i & 1 ? "-" : "", places + 1, digits);
        const size_t point = strlen(text) - (size_t)places;
        memmove(text + point + 1, text + point, (size_t)places + 1);
        text[point] = '.';
        assert_int_equal(pt_number_parse(word(text), PT_FLOAT, false, &single), PT_NUMBER_OK);
        assert_int_equal(pt_number_parse(word(text), PT_DOUBLE, false, &value), PT_NUMBER_OK);
        if (single != strtof(text, NULL) || value != strtod(text, NULL))
            fail_msg("'%s' is %.9g and %.17g", text, (double)single, value);
    }
}

static void halves(void **state)
{
    static const struct {
        const char *text;
        uint16_t bits;
    } cases[] = {
        {"1", 0x3c00},
        {"-2", 0xc000},
        {"65504", 0x7bff},
        {"65519.99", 0x7bff},
        {"0x1p-24", 0x0001},
        {"0x1p-25", 0x0000},                        /* tie to even */
        {"0x1.8p-24", 0x0002},                      /* tie to even */
        {"0x1.000001p-25", 0x0001},                 /* just above the tie */
        {"0x1.ff8p-15", 0x03ff},                    /* largest subnormal */
        {"0x1.ffcp-15", 0x0400},                    /* rounds up into the normal ones */
        {"1.00048828125", 0x3c00},                  /* 1 + 2^-11: tie to even */
        {"1.0004882812500000000000000001", 0x3c01}, /* above the tie, but not as a double */
        {"1.0014648437499999999999999999", 0x3c01}, /* below the tie, but not as a double */
        {"-inf", 0xfc00},
        {"nan", 0x7e00},
    };

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        uint16_t bits = 0;

        assert_int_equal(pt_number_parse(word(cases[i].text), PT_HALF, false, &bits), PT_NUMBER_OK);
        if (bits != cases[i].bits)
            fail_msg("'%s': wrong bits %#x", cases[i].text, bits);
    }
    uint16_t bits;
    assert_int_equal(pt_number_parse(word("65520"), PT_HALF, false, &bits), PT_NUMBER_OVERFLOW);
}

/* Every half survives the way to double and back, and through its text. */
static void all_halves(void **state)
{
    for (unsigned bits = 0; bits < 0x10000; bits++) {
        double value = pt_half_to_double((uint16_t)bits);
        uint16_t half = (uint16_t)bits, back = 0;
        char text[PT_NUMBER_TEXT];

        pt_scalar_print(PT_HALF, &half, text);
        assert_int_equal(pt_number_parse(word(text), PT_HALF, false, &back), PT_NUMBER_OK);
        if (isnan(value)) {
            assert_true(isnan(pt_half_to_double(back)));
            continue;
        }
        assert_int_equal(pt_half_from_double(value), bits);
        assert_int_equal(back, bits);
    }
}

/* The fields of doubles, worked out by hand, as Piglit's conversion moves them. */
static void piglit_rounding(void **state)
{
    static const struct {
        const char *text;
        uint16_t half;
    } cases[] = {
        {"0", 0},
        {"-2.5", 0xc100},
        {"65519", 0x7bff},
        {"0xdeadp1", 0x7ef5}, /* exponent 31, mantissa 0xdead less its first bit: NaN */
        {"65536", 0x7c00},    /* exponent 31, no mantissa */
        {"131072", 0x8000},   /* exponent 32: the sign */
        {"0x1p-15", 0},       /* exponent 0 */
        {"0x1p-16", 0xfc00},  /* exponent -1 */
        {"inf", 0xfc00},      /* 0x7ff is not moved: its lowest bits are the sign and 31 */
        {"-inf", 0xfc00},
    };
    uint16_t half;
    int8_t byte;

    assert_int_equal(pt_number_parse(word("1.0009"), PT_HALF, true, &half), PT_NUMBER_OK);
    assert_int_equal(half, 0x3c00);
    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        assert_int_equal(pt_number_parse(word(cases[i].text), PT_HALF, true, &half), PT_NUMBER_OK);
        if (half != cases[i].half)
            fail_msg("%s: got %#x", cases[i].text, half);
    }
    assert_int_equal(pt_number_parse(word("0xdead"), PT_CHAR, true, &byte), PT_NUMBER_OK);
    assert_int_equal(byte, (int8_t)0xad);
}

static void types(void **state)
{
    struct pt_type type;

    assert_true(pt_type_parse(word("uchar16"), &type));
    assert_int_equal(type.scalar, PT_UCHAR);
    assert_int_equal(type.width, 16);
    assert_true(pt_type_parse(word("float3"), &type));
    assert_int_equal(pt_type_size(type), 16);
    assert_false(pt_type_parse(word("float5"), &type));
    assert_false(pt_type_parse(word("floats"), &type));
    assert_false(pt_type_parse(word(""), &type));
}

static void ulps(void **state)
{
    assert_true(pt_ulp(PT_FLOAT, 1) == 0x1p-23);
    assert_true(pt_ulp(PT_FLOAT, -2) == 0x1p-22);
    assert_true(pt_ulp(PT_FLOAT, 0) == 0x1p-149);
    assert_true(pt_ulp(PT_DOUBLE, 1) == 0x1p-52);
    assert_true(pt_ulp(PT_DOUBLE, 0) == 0x1p-1074);
    assert_true(pt_ulp(PT_HALF, 1) == 0x1p-10);
    assert_true(pt_ulp(PT_HALF, 0) == 0x1p-24);
}

static void printing(void **state)
{
    static const float tenth = 0.1f, none = NAN;
    static const double third = 1.0 / 3;
    static const struct {
        double value;
        const char *text;
    } plain[] = {
        {10, "10"}, {-1e6, "-1000000"}, {-0.0, "-0"}, {1e12, "1e+12"}, {1.5e-7, "1.5e-07"}};
    static const uint64_t large = UINT64_MAX;
    static const int8_t negative = -5;
    char text[PT_NUMBER_TEXT];

    pt_scalar_print(PT_FLOAT, &tenth, text);
    assert_string_equal(text, "0.1");
    pt_scalar_print(PT_FLOAT, &none, text);
    assert_string_equal(text, "nan");
    pt_scalar_print(PT_DOUBLE, &third, text);
    assert_string_equal(text, "0.3333333333333333");
    for (size_t i = 0; i < PT_COUNT(plain); i++) {
        pt_scalar_print(PT_DOUBLE, &plain[i].value, text);
        assert_string_equal(text, plain[i].text);
    }
    pt_scalar_print(PT_ULONG, &large, text);
    assert_string_equal(text, "18446744073709551615");
    pt_scalar_print(PT_CHAR, &negative, text);
    assert_string_equal(text, "-5");
}

static void random_values(void **state)
{
    uint64_t seed = 7, again = 7;
    float first, second;

    for (int i = 0; i < 1000; i++) {
        pt_scalar_random(PT_FLOAT, &seed, &first);
        pt_scalar_random(PT_FLOAT, &again, &second);
        assert_true(first == second);
        assert_true(fabsf(first) <= 1);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, integers, floats, decimals, halves, all_halves,
                     piglit_rounding, types, ulps, printing, random_values);
}
