/* SPDX-License-Identifier: MIT */
/* test_expected.c: ranges, alternatives and signs of zeros, from the file's text to what differs.
 */
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "program-tester/parse/parse.h"
#include "program-tester/verdict/compare.h"

/* The result of comparing an arg_out, given as in a file, with actual values. */
struct verdict {
    struct pt_comparison comparison;
    char *wrong; /* lanes */
};

static struct verdict compare(const char *given, const void *actual)
{
    static const struct pt_parse_options options;
    char *content =
        pt_format("[config]\nkernel_name: k\n[test]\narg_out: 0 %s\narg_in: 1 int 1\n", given);
    struct pt_text text = {pt_copy("t.program_test", 14), content, strlen(content)};
    struct pt_diags diags = {0};
    struct pt_plan *plan = pt_plan_parse(&text, "t.program_test", &options, &diags);
    struct verdict verdict;

    if (diags.count)
        fail_msg("%s: %s", given, diags.items[0].message);
    const struct pt_arg *arg = &plan->tests[0].out.items[0];
    void *memory = pt_alloc(arg->size, 1);
    pt_arg_expand(arg, 1, memory);
    pt_compare(arg, memory, actual, false, &verdict.comparison);
    verdict.wrong = pt_wrong_lanes_text(arg, memory, actual, false);
    free(memory);
    pt_diags_finish(&diags);
    pt_plan_free(plan);
    return verdict;
}

static void check(const char *given, const void *actual, const char *wrong)
{
    struct verdict verdict = compare(given, actual);

    if (strcmp(verdict.wrong, wrong))
        fail_msg("%s: lanes '%s' are wrong, not '%s'", given, verdict.wrong, wrong);
    free(verdict.wrong);
}

/* Between two alternatives there is nothing. */
static void alternatives_of_lanes(void **state)
{
    const float all[6] = {1, 2, 1.5f, 5, 5.5f, 3};
    const int8_t bytes[4] = {-1, 7, 0, 1};

    check("buffer float[6] 1|2 1|2 1|2 3|5..6 3|5..6 3|5..6", all, "2");
    check("buffer float[6] 1 2 1.5 5 5.5 3|nan|-inf", all, "");
    check("buffer float[6] repeat 1|1.5|5.5 2|3|5", all, "");
    check("buffer char[4] -1 1..3|7..9 1|-1 -5..0|2..4", bytes, "2-3");
    check("buffer char[4] -1 1..3|7..9 1|-1 -5..0|2..4 tolerance 1", bytes, "");
}

/* One element is wholly of one alternative; another one makes its own choice. */
static void alternatives_of_elements(void **state)
{
    const float pairs[6] = {1, 2, 3, 4, 1, 4};
    const float triples[8] = {1, 2, 3, 99, 4, 5, 6, 99};

    check("buffer float2[3] (1 2)|(3 4) (1 2)|(3 4) (1 2)|(3 4)", pairs, "5");
    check("buffer float2[3] repeat (1 2)|(3 4)", pairs, "5");
    check("buffer float2[3] 1|9 2|8 ( 3 3..4 )|(0 0) 1|3 2|4", pairs, "");
    check("buffer float2[3] 1 2 3 4 (1 2)|(3 4)|(1 4)", pairs, "");
    check("buffer float3[2] (4 5 6)|(1 2 3) (1 2 3)|(4 5 7)", triples, "5");
}

/* As a kernel sees them; red and alpha are stored. */
static void alternatives_of_texels(void **state)
{
    const uint8_t stored[4] = {255, 0, 51, 102};
    const char *image = "image values float (0 0 0 0)|(1 0 0 0)  0.2|0.4 0 0 %s image_type 2d "
                        "image_width 2 image_height 1 image_channel_order RA "
                        "image_channel_data_type UNORM_INT8 tolerance 0.001";
    char *good = pt_format(image, "0.2|0.4"), *bad = pt_format(image, "0.2|0.6");

    check(good, stored, "");
    check(bad, stored, "3");
    free(good);
    free(bad);
}

static void texts(void **state)
{
    const float lanes[2] = {1.5f, 9}, element[4] = {1, 4, 1, 2};
    struct verdict verdict = compare("buffer float[2] 1|2|1 3|5..6", lanes);
    const struct pt_difference *first = verdict.comparison.first;

    assert_int_equal(verdict.comparison.wrong, 2);
    assert_string_equal(first[0].expected, "1 or 2");
    assert_string_equal(first[0].actual, "1.5");
    assert_string_equal(first[1].expected, "3 or 5..6");
    assert_true(first[1].ulp == 3 / 0x1p-21);
    free(verdict.wrong);
    verdict = compare("buffer float2[2] (1 2)|(3 4) (3 4)|(2 1)", element);
    assert_int_equal(verdict.comparison.wrong, 3);
    assert_int_equal(verdict.comparison.shown, 2);
    assert_int_equal(first[0].channel, PT_WHOLE_ELEMENT);
    assert_string_equal(first[0].expected, "(1 2) or (3 4)");
    assert_string_equal(first[0].actual, "(1 4)");
    assert_int_equal(first[1].element, 1);
    free(verdict.wrong);
}

/* A text that does not fit ends in dots. */
static void long_texts(void **state)
{
    const float lanes[16] = {9};
    struct verdict verdict = compare(
        "buffer float16[1] (1 0.0001 0.0002 0.0003 0.0004 0.0005 0.0006 0.0007 0.0008 0.0009 "
        "0.0001 0.0002 0.0003 0.0004 0.0005 0.0006)|(2 0.0001 0.0002 0.0003 0.0004 0.0005 0.0006 "
        "0.0007 0.0008 0.0009 0.0001 0.0002 0.0003 0.0004 0.0005 0.1234567)|(3 1 1 1 1 1 1 1 1 1 "
        "1 1 1 1 1 1)",
        lanes);
    const char *text = verdict.comparison.first[0].expected;

    assert_int_equal(strlen(text), PT_DIFFERENCE_TEXT - 1);
    assert_string_equal(text + strlen(text) - 3, "...");
    free(verdict.wrong);
}

/* Where zeros are told apart, -0 lies below 0. */
static void zeros(void **state)
{
    const float plus[3] = {0, 0, 0}, minus[3] = {-0.0f, -0.0f, -0.0f};

    check("buffer float[3] -0 0 -1..0", plus, "");
    check("buffer float[3] -0 0 -0|0 signed_zero", plus, "0");
    check("buffer float[3] -0 0 -0|0 signed_zero", minus, "1");
    check("buffer float[3] 0..1 -1..-0 -0..1 signed_zero", plus, "1");
    check("buffer float[3] 0..1 -1..-0 -0..1 signed_zero", minus, "0");
    check("buffer float[3] repeat 0 signed_zero tolerance 0.1", minus, "0-2");
}

/* A device that flushes denormals gives zero of either sign, and nothing between. */
static void flushed(void **state)
{
    const float values[4] = {0, -0.0f, 5e-40f, 1e-40f};

    check("buffer float[4] repeat 1e-40 flushed", values, "2");
    check("buffer float[4] repeat 1e-40 flushed signed_zero", values, "2");
    check("buffer float[4] repeat 1e-40", values, "0-2");
    check("buffer float[4] repeat 1e-37 flushed", values, "0-3");
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, alternatives_of_lanes, alternatives_of_elements,
                     alternatives_of_texels, texts, long_texts, zeros, flushed);
}
