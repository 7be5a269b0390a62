/* SPDX-License-Identifier: MIT */
/* test_printf.c: the text of printf's records: conversions, lengths, vectors, and records that
 * contradict their format. */
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/launch/printf.h"

enum { HEADER = 3, FLOAT_ONE = 0x3f800000, FLOAT_MINUS_HALF = 0xbf000000, FLOAT_INF = 0x7f800000 };

static char *print(const char *format, const char *types, const uint32_t *arguments, uint32_t count)
{
    struct rootle_string strings[] = {{.text = (char *)format, .arguments = (char *)types},
                                      {.text = "text", .arguments = ""}};
    const struct rootle_binary binary = {.strings = strings, .string_count = 2};
    uint32_t record[40] = {HEADER + count};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    memcpy(record + HEADER, arguments, count * sizeof *arguments);
    clover_printf_record(out, &binary, record, HEADER + count);
    fclose(out);
    return text;
}

static void conversions(void **state)
{
    static const struct {
        const char *format, *types;
        uint32_t arguments[8], count;
        const char *text;
    } cases[] = {
        {"plain %% text\n", "", {0}, 0, "plain % text\n"},
        {"%d|%i|%u", "i1i1i1", {UINT32_MAX, 7, UINT32_MAX}, 3, "-1|7|4294967295"},
        {"%+05d|%-5d|% d", "i1i1i1", {42, 42, 42}, 3, "+0042|42   | 42"},
        {"%#x %X %#o", "i1i1i1", {255, 0xabc, 8}, 3, "0xff ABC 010"},
        {"%hhd %hhu %hd %hu", "i1i1i1i1", {0xff, 0x1ff, 0xffff, 0x1ffff}, 4, "-1 255 -1 65535"},
        {"%ld %lu %lx",
         "l1l1l1",
         {1, 1, 0, 0x80000000, 2, 1},
         6,
         "4294967297 9223372036854775808 100000002"},
        {"%f %.2f %8.3e",
         "f1f1f1",
         {FLOAT_ONE, FLOAT_MINUS_HALF, FLOAT_ONE},
         3,
         "1.000000 -0.50 1.000e+00"},
        {"%g %a %F", "f1f1f1", {FLOAT_MINUS_HALF, FLOAT_ONE, FLOAT_INF}, 3, "-0.5 0x1p+0 INF"},
        {"%c%c|%s|%6s|%.2s", "i1i1s1s1s1", {'a', 'b', 1, 1, 1}, 5, "ab|text|  text|te"},
        {"%p", "i1", {0x1000}, 1, "0x1000"},
        {"%v4d", "i4", {1, 2, 3, UINT32_MAX}, 4, "1,2,3,-1"},
        {"%v3hhd;%v2hlx;%v2ld", "i3i2l1", {1, 2, 0x80, 10, 11, 5, 1}, 7, "1,2,-128;a,b;4294967301"},
        {"%f %v2lg", "d1d2", {0, 0x3ff80000, 0, 0x40000000, 0, 0xbfe00000}, 6, "1.500000 2,-0.5"},
        {"%4.1v2hlf", "f2", {FLOAT_ONE, FLOAT_MINUS_HALF}, 2, " 1.0,-0.5"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char *text = print(cases[i].format, cases[i].types, cases[i].arguments, cases[i].count);
        assert_string_equal(text, cases[i].text);
        free(text);
    }
}

static void damaged_records(void **state)
{
    static const struct {
        const char *format, *types;
        uint32_t arguments[2], count;
        const char *text;
    } cases[] = {
        {"a%db%d", "i1", {5}, 1, "a5b"},
        {"%d", "i1", {0}, 0, ""},
        {"%v16d", "i99", {1, 2}, 2, ""},
        {"%s!", "s1", {77}, 1, "!"},
        {"%", "", {0}, 0, ""},
        {"%-999999999999d", "i1", {3}, 1, NULL},
        {"%q %d", "i1i1", {1, 2}, 2, " 2"},
        {"%v", "i1", {1}, 1, ""},
        {"%.99999999999f", "f1", {0}, 1, NULL},
        {"%v16d", "q16", {1, 2}, 2, ""}, /* no letter of an argument */
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char *text = print(cases[i].format, cases[i].types, cases[i].arguments, cases[i].count);
        /* Absurd widths are cut. */
        if (cases[i].text)
            assert_string_equal(text, cases[i].text);
        else
            assert_true(strlen(text) > 1000 && strlen(text) < 10050);
        free(text);
    }
}

static void foreign_formats(void **state)
{
    const struct rootle_binary binary = {0};
    const uint32_t record[] = {3, 0, 0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    clover_printf_record(out, &binary, record, 3);
    clover_printf_record(out, &binary, record, 1);
    fclose(out);
    assert_string_equal(text, "");
    free(text);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, conversions, damaged_records, foreign_formats);
}
