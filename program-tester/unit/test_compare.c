/* SPDX-License-Identifier: MIT */
/* test_compare.c: what matches and what does not, by our rules and by Piglit's. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "program-tester/verdict/compare.h"
#include "program-tester/verdict/match.h"

static const struct pt_tolerance exact = {.kind = PT_EXACT};

static bool float_matches(float expected, float actual, struct pt_tolerance tolerance)
{
    return pt_lane_matches(PT_FLOAT, &expected, &actual, &tolerance);
}

static bool piglit_matches(float expected, float actual, struct pt_tolerance tolerance)
{
    return pt_lane_matches_piglit(PT_FLOAT, &expected, &actual, &tolerance);
}

static void special_values(void **state)
{
    const struct pt_tolerance wide = {.kind = PT_ULP, .whole = UINT32_MAX};

    assert_true(float_matches(NAN, -NAN, exact));
    assert_false(float_matches(NAN, 1, wide));
    assert_false(float_matches(1, NAN, wide));
    assert_true(float_matches(INFINITY, INFINITY, exact));
    assert_false(float_matches(INFINITY, -INFINITY, wide));
    assert_false(float_matches(INFINITY, 3.4e38f, wide));
    assert_false(float_matches(3.4e38f, INFINITY, wide));
    assert_true(float_matches(0, -0.0f, exact));
    assert_false(float_matches(0, -0.0f, (struct pt_tolerance){.signed_zero = true}));
    assert_true(float_matches(-0.0f, -0.0f, (struct pt_tolerance){.signed_zero = true}));
}

static void float_tolerances(void **state)
{
    const struct pt_tolerance tenth = {.kind = PT_ABSOLUTE, .value = 0.1};
    const struct pt_tolerance percent = {.kind = PT_RELATIVE, .value = 0.01};
    const struct pt_tolerance two_ulp = {.kind = PT_ULP, .whole = 2};

    assert_true(float_matches(100, 100.0625f, tenth));
    assert_false(float_matches(100, 100.125f, tenth));
    assert_false(float_matches(1, 5, tenth));
    assert_true(float_matches(100, 101, percent));
    assert_false(float_matches(100, 101.5f, percent));
    assert_false(float_matches(0, 1e-30f, percent));
    assert_true(float_matches(1, 1 + 0x1p-22f, two_ulp));
    assert_false(float_matches(1, 1 + 0x1.8p-22f, two_ulp));
    assert_true(float_matches(0, 0x1p-148f, two_ulp));
    assert_false(float_matches(1, 1 + 0x1p-23f, exact));
}

static void integers(void **state)
{
    const struct pt_tolerance one = {.kind = PT_ABSOLUTE, .whole = 1};
    const struct pt_tolerance all = {.kind = PT_ABSOLUTE, .whole = UINT64_MAX};
    const int64_t least = INT64_MIN, most = INT64_MAX;
    const uint8_t zero = 0, high = 255;
    const int8_t a = -1, b = 0;

    assert_false(pt_lane_matches(PT_LONG, &least, &most, &one));
    assert_true(pt_lane_matches(PT_LONG, &least, &most, &all));
    assert_false(pt_lane_matches(PT_UCHAR, &zero, &high, &one));
    assert_true(pt_lane_matches(PT_CHAR, &a, &b, &one));
    assert_false(pt_lane_matches(PT_CHAR, &a, &b, &exact));
}

static void halves_and_doubles(void **state)
{
    const struct pt_tolerance one_ulp = {.kind = PT_ULP, .whole = 1};
    const uint16_t one = 0x3c00, next = 0x3c01, after = 0x3c02, inf = 0x7c00, most = 0x7bff;
    const double d = 1, e = 1 + 0x1p-52, f = 1 + 0x1p-51;

    assert_true(pt_lane_matches(PT_HALF, &one, &next, &one_ulp));
    assert_false(pt_lane_matches(PT_HALF, &one, &after, &one_ulp));
    assert_false(pt_lane_matches(PT_HALF, &most, &inf, &one_ulp));
    assert_true(pt_lane_matches(PT_DOUBLE, &d, &e, &one_ulp));
    assert_false(pt_lane_matches(PT_DOUBLE, &d, &f, &one_ulp));
}

/* The verdicts of Piglit's tester that differ from ours. */
static void piglit(void **state)
{
    const struct pt_tolerance tenth = {.kind = PT_ABSOLUTE, .value = 0.1};
    const struct pt_tolerance any = {.kind = PT_ULP, .whole = 1 << 24};

    assert_true(piglit_matches(INFINITY, 1, exact));
    assert_true(piglit_matches(NAN, 1, exact));
    assert_false(piglit_matches(1, NAN, exact));
    assert_false(piglit_matches(1, INFINITY, exact));
    assert_true(piglit_matches(1, 500, tenth));
    assert_true(piglit_matches(1, NAN, any));
    assert_true(piglit_matches(1, 1, exact));
    assert_false(piglit_matches(1, 1 + 0x1p-23f, exact));
}

/* Padding of three-wide vectors is not compared; places name element and lane. */
static void vectors(void **state)
{
    struct pt_arg arg = {.kind = PT_ARG_BUFFER, .type = {PT_INT, 3}, .count = 2, .size = 32};
    const int32_t expected[8] = {1, 2, 3, 0, 4, 5, 6, 0}, actual[8] = {1, 2, 3, 9, 4, 5, 7, 9};
    struct pt_comparison result;

    pt_compare(&arg, expected, actual, false, &result);
    assert_int_equal(result.total, 6);
    assert_int_equal(result.wrong, 1);
    assert_int_equal(result.first[0].element, 1);
    assert_int_equal(result.first[0].channel, 2);
    assert_string_equal(result.first[0].expected, "6");
    assert_string_equal(result.first[0].actual, "7");
    char *place = pt_lane_place(&arg, 1, 2);
    assert_string_equal(place, "[1].2");
    free(place);
}

/* Texels given as the kernel sees them are compared in that form. */
static void texels(void **state)
{
    struct pt_word order = {"BGRA", 4}, type = {"UNORM_INT8", 10};
    struct pt_arg arg = {
        .kind = PT_ARG_IMAGE,
        .type = {PT_FLOAT, 1},
        .count = 2,
        .size = 8,
        .texels = true,
        .tolerance = {.kind = PT_ABSOLUTE, .value = 0.005},
        .image = {.type = CL_MEM_OBJECT_IMAGE2D, .width = 1, .height = 2, .depth = 1, .layers = 1}};
    const uint8_t expected[8] = {0, 128, 255, 255, 1, 2, 3, 4};
    const uint8_t actual[8] = {0, 129, 255, 255, 1, 2, 3, 6};
    struct pt_comparison result;

    arg.image.format = (struct pt_format){pt_order_find(order), pt_data_type_find(type)};
    pt_compare(&arg, expected, actual, false, &result);
    assert_int_equal(result.total, 8);
    assert_int_equal(result.wrong, 1);
    char *place = pt_lane_place(&arg, result.first[0].element, result.first[0].channel);
    assert_string_equal(place, "(0, 1).a");
    free(place);
}

/* A range holds its ends, with their tolerance, and what is between; a lane without has itself. */
static void ranges(void **state)
{
    int8_t low[5] = {-3, -3, -3, -3, 5}, high[5] = {2, 2, 2, 2, 5};
    const int8_t actual[5] = {-3, 0, 2, 3, 6};
    const float one = 1, two = 2, middle = 1.5f, nothing = NAN;
    struct pt_arg arg = {.kind = PT_ARG_BUFFER,
                         .type = {PT_CHAR, 1},
                         .count = 5,
                         .size = 5,
                         .fill = PT_FILL_VALUES,
                         .lanes = low,
                         .highs = high,
                         .lane_count = 5};
    struct pt_comparison result;

    pt_compare(&arg, low, actual, false, &result);
    assert_int_equal(result.wrong, 2);
    assert_int_equal(result.first[0].element, 3);
    assert_string_equal(result.first[0].expected, "-3..2");
    assert_string_equal(result.first[1].expected, "5");
    arg.tolerance = (struct pt_tolerance){.kind = PT_ABSOLUTE, .whole = 1};
    pt_compare(&arg, low, actual, false, &result);
    assert_int_equal(result.wrong, 0);
    assert_true(pt_lane_within(PT_FLOAT, &one, &two, &middle, &arg.tolerance));
    assert_false(pt_lane_within(PT_FLOAT, &one, &middle, &two, &arg.tolerance));
    assert_false(pt_lane_within(PT_FLOAT, &one, &two, &nothing, &arg.tolerance));
}

static void many_differences(void **state)
{
    struct pt_arg arg = {.kind = PT_ARG_BUFFER, .type = {PT_FLOAT, 1}, .count = 100, .size = 400};
    float expected[100], actual[100];
    struct pt_comparison result;

    for (int i = 0; i < 100; i++) {
        expected[i] = 1;
        actual[i] = 1 + (float)i * 0x1p-23f;
    }
    pt_compare(&arg, expected, actual, false, &result);
    assert_int_equal(result.wrong, 99);
    assert_true(result.worst_ulp == 99);
    assert_int_equal(result.first[0].element, 1);
    assert_int_equal(result.first[PT_SHOWN_DIFFERENCES - 1].element, PT_SHOWN_DIFFERENCES);
}

static void wrong_lanes(void **state)
{
    struct pt_arg arg = {.kind = PT_ARG_BUFFER, .type = {PT_UCHAR, 4}, .count = 2, .size = 8};
    const uint8_t expected[8] = {0};
    static const struct {
        uint8_t actual[8];
        const char *text;
    } cases[] = {
        {{0}, ""},
        {{0, 0, 1}, "2"},
        {{1, 1, 0, 1, 1, 1, 0, 0}, "0-1 3-5"},
        {{1, 0, 1, 0, 0, 0, 0, 1}, "0 2 7"},
        {{1, 1, 1, 1, 1, 1, 1, 1}, "0-7"},
    };

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        char *text = pt_wrong_lanes_text(&arg, expected, cases[i].actual, false);
        assert_string_equal(text, cases[i].text);
        free(text);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, special_values, float_tolerances, integers,
                     halves_and_doubles, piglit, vectors, texels, ranges, many_differences,
                     wrong_lanes);
}
