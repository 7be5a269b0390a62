/* SPDX-License-Identifier: MIT */
/* test_report.c: the four report formats, byte by byte. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "program-tester/base/json.h"
#include "program-tester/report/report.h"

static struct pt_text text = {.name = "a.cl", .data = "/*!\n[config]\n[test]\n", .size = 20};
static struct pt_test test = {.name = "one # two", .offset = 14};
static struct pt_plan plan;
static struct pt_arg arg = {.kind = PT_ARG_BUFFER, .type = {PT_FLOAT, 1}, .count = 2, .size = 8};

/* A failure with all that a record can hold. */
static struct pt_result failure(void)
{
    static const float expected[] = {1, INFINITY}, actual[] = {1.5f, NAN};
    struct pt_result result = {.plan = &plan,
                               .test = &test,
                               .name = pt_format("a.cl::one # two"),
                               .device = "P / D",
                               .seconds = 0.5,
                               .uses_seed = true,
                               .seed = 9};

    plan.text = text;
    result.args = pt_alloc(1, sizeof(*result.args));
    result.arg_count = 1;
    result.args[0].arg = &arg;
    pt_compare(&arg, expected, actual, false, &result.args[0].comparison);
    char *message = pt_comparison_text(&result.args[0]);
    pt_result_set(&result, PT_FAIL, "%s", message);
    pt_result_set(&result, PT_PASS, "a second message changes nothing");
    free(message);
    result.build_log = pt_format("warning: \"x\"");
    pt_result_add_driver_message(&result, "bad\xff"
                                          "byte");
    return result;
}

static void check(const struct pt_report_format *format, const char *expected)
{
    char *written = NULL;
    size_t size;
    struct pt_reporter reporter = {.format = format, .file = open_memstream(&written, &size)};
    struct pt_result result = failure(),
                     skip = {.test = &test, .name = pt_format("b.cl::s"), .device = ""};

    pt_result_set(&skip, PT_SKIP, "no images");
    pt_report_result(&reporter, &result);
    pt_report_result(&reporter, &skip);
    if (format != &pt_report_text) /* whose last line has the time */
        format->end(&reporter, true);
    fclose(reporter.file);
    assert_string_equal(written, expected);
    assert_int_equal(reporter.counts[PT_FAIL], 1);
    assert_int_equal(pt_report_total(&reporter), 2);
    free(written);
    pt_result_finish(&result);
    pt_result_finish(&skip);
}

#define MESSAGE                                                                                    \
    "argument 0: 2 of 2 values differ, first at [0]: expected 1, got 1.5 (4.19 million ulp)"

static void json(void **state)
{
    check(&pt_report_json,
          "{\"test\":\"a.cl::one # two\",\"status\":\"fail\",\"seconds\":0.5,\"message\":\"" MESSAGE
          "\",\"device\":\"P / "
          "D\",\"details\":{\"file\":\"a.cl\",\"line\":3,\"seed\":9,\"arguments\":["
          "{\"index\":0,\"values\":2,\"wrong\":2,\"worst_ulp\":4194304,\"first\":["
          "{\"at\":\"[0]\",\"expected\":\"1\",\"actual\":\"1.5\",\"ulp\":4194304},"
          "{\"at\":\"[1]\",\"expected\":\"inf\",\"actual\":\"nan\",\"ulp\":null}]}],"
          "\"build_log\":\"warning: \\\"x\\\"\",\"driver_messages\":[\"bad\\ufffdbyte\"]}}\n"
          "{\"test\":\"b.cl::s\",\"status\":\"skip\",\"seconds\":0,\"message\":\"no "
          "images\",\"details\":{}}\n");
}

static void tap(void **state)
{
    check(&pt_report_tap, "TAP version 13\n"
                          "not ok 1 - a.cl::one \\# two\n"
                          "  ---\n  severity: fail\n  message: \"" MESSAGE "\"\n  ...\n"
                          "ok 2 - b.cl::s # SKIP no images\n"
                          "1..2\n");
}

static void piglit(void **state)
{
    check(&pt_report_piglit, "# a.cl::one # two: " MESSAGE "\n"
                             "PIGLIT: {\"subtest\": {\"one # two\" : \"fail\"}}\n"
                             "# b.cl::s: no images\n"
                             "PIGLIT: {\"subtest\": {\"one # two\" : \"skip\"}}\n"
                             "PIGLIT: {\"result\": \"fail\" }\n");
}

static void text_report(void **state)
{
    check(&pt_report_text, "fail    a.cl::one # two (0.500 s)\n"
                           "      " MESSAGE "\n"
                           "      [1]: expected inf, got nan\n"
                           "      on P / D, seed 9\n"
                           "      warning: \"x\"\n"
                           "      bad\xff"
                           "byte\n"
                           "skip    b.cl::s (0.000 s)\n"
                           "      no images\n");
}

static void file_errors(void **state)
{
    char *written = NULL;
    size_t size;
    struct pt_reporter reporter = {.format = &pt_report_json,
                                   .file = open_memstream(&written, &size)};
    struct pt_diags diags = {.text = &text};
    FILE *saved = stderr;

    pt_diags_add(&diags, 14, "no good");
    pt_diags_add(&diags, PT_NOWHERE, "at all");
    stderr = fopen("/dev/null", "w");
    pt_report_errors(&reporter, "a.cl", &diags);
    fclose(stderr);
    stderr = saved;
    fclose(reporter.file);
    assert_string_equal(
        written,
        "{\"test\":\"a.cl\",\"status\":\"error\",\"seconds\":0,\"message\":\"a.cl:3:2: no good\","
        "\"details\":{\"file\":\"a.cl\",\"errors\":[{\"line\":3,\"column\":2,\"message\":\"no "
        "good\"},"
        "{\"line\":0,\"column\":0,\"message\":\"at all\"}]}}\n");
    assert_int_equal(reporter.counts[PT_ERROR], 1);
    pt_diags_finish(&diags);
    free(written);
}

static void distances(void **state)
{
    static const struct {
        double ulps;
        const char *text;
    } cases[] = {
        {1, " (1 ulp)"},
        {2.5, " (2.5 ulp)"},
        {9999, " (9999 ulp)"},
        {10000, " (10 thousand ulp)"},
        {999499, " (999 thousand ulp)"},
        {999500, " (1 million ulp)"},
        {14680064, " (14.7 million ulp)"},
        {4e9, " (4 billion ulp)"},
        {1e10, ""},
        {NAN, ""},
    };

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        struct pt_difference difference = {.ulp = cases[i].ulps, .expected = "1", .actual = "2"};
        char *said = pt_difference_text(&arg, &difference);

        assert_string_equal(said + strlen("[0]: expected 1, got 2"), cases[i].text);
        free(said);
    }
}

static void quoting(void **state)
{
    static const struct {
        const char *text, *quoted;
    } cases[] = {
        {"plain", "\"plain\""},
        {"a\"b\\c\n\t\r", "\"a\\\"b\\\\c\\n\\t\\r\""},
        {"\x01\x7f", "\"\\u0001\\u007f\""},
        {"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\""},
        {"\xc0\x80", "\"\\ufffd\\ufffd\""},            /* overlong */
        {"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""}, /* surrogate */
        {"\xe2\x82", "\"\\ufffd\\ufffd\""},            /* cut short */
    };

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        char *written = NULL;
        size_t size;
        FILE *file = open_memstream(&written, &size);

        pt_json_quote(file, cases[i].text);
        fclose(file);
        assert_string_equal(written, cases[i].quoted);
        free(written);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, json, tap, piglit, text_report, file_errors, distances,
                     quoting);
}
