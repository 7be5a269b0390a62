/* SPDX-License-Identifier: MIT */
/* expected.c: what the lanes of an argument may be: values, ranges and alternatives. */
#include "program-tester/verdict/expected.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/verdict/match.h"

unsigned pt_lanes_width(const struct pt_arg *arg)
{
    return arg->texels ? pt_format_channels(arg->image.format) : arg->type.width;
}

struct pt_lanes pt_lanes_of(const struct pt_arg *arg, const void *memory)
{
    struct pt_lanes lanes = {arg->type.scalar, pt_lanes_width(arg), 0, NULL};
    size_t element = arg->texels ? pt_format_size(arg->image.format) : pt_type_size(arg->type);
    const unsigned char *from = memory;

    size_t lane = pt_scalars[lanes.scalar].size, used = lane * lanes.width;
    lanes.count = arg->count * lanes.width;
    lanes.data = pt_alloc(lanes.count, lane);
    for (size_t i = 0; i < arg->count; i++) {
        unsigned char *to = (unsigned char *)lanes.data + i * used;
        union pt_channel channels[4];

        if (arg->texels) {
            pt_texel_unpack(arg->image.format, from + i * element, channels);
            memcpy(to, channels, used);
        } else {
            memcpy(to, from + i * element, used);
        }
    }
    return lanes;
}

/* Lanes as compared of lanes as given. */
static struct pt_lanes lanes_given(const struct pt_arg *arg, void *given)
{
    void *memory = pt_alloc(arg->size, 1);

    pt_arg_expand_lanes(arg, given, memory);
    struct pt_lanes lanes = pt_lanes_of(arg, memory);
    free(memory);
    return lanes;
}

void pt_expected_start(struct pt_expected *expected, const struct pt_arg *arg, const void *memory,
                       bool piglit)
{
    *expected = (struct pt_expected){.arg = arg, .piglit = piglit, .count = arg->choice_count + 1};
    expected->lanes[0] = pt_lanes_of(arg, memory);
    for (unsigned i = 0; i < expected->count; i++) {
        void *highs = i ? arg->choices[i - 1].highs : arg->highs;

        if (i)
            expected->lanes[i] = lanes_given(arg, arg->choices[i - 1].lanes);
        expected->highs[i] = highs ? lanes_given(arg, highs).data : expected->lanes[i].data;
    }
}

void pt_expected_finish(struct pt_expected *expected)
{
    for (unsigned i = 0; i < expected->count; i++) {
        if (expected->highs[i] != expected->lanes[i].data)
            free(expected->highs[i]);
        free(expected->lanes[i].data);
    }
}

bool pt_expected_ranges(const struct pt_expected *expected)
{
    for (unsigned i = 0; i < expected->count; i++) {
        if (expected->highs[i] != expected->lanes[i].data)
            return true;
    }
    return false;
}

static const void *low_of(const struct pt_expected *expected, unsigned choice, size_t lane)
{
    const struct pt_lanes *lanes = &expected->lanes[choice];

    return (const char *)lanes->data + lane * pt_scalars[lanes->scalar].size;
}

static const void *high_of(const struct pt_expected *expected, unsigned choice, size_t lane)
{
    size_t size = pt_scalars[expected->lanes[choice].scalar].size;

    return (const char *)expected->highs[choice] + lane * size;
}

bool pt_expected_grouped(const struct pt_expected *expected, size_t element)
{
    const struct pt_arg *arg = expected->arg;
    unsigned width = arg->texels ? 4 : arg->type.width; /* as given */

    return arg->grouped && arg->grouped[element * width % arg->lane_count];
}

bool pt_expected_matches(const struct pt_expected *expected, unsigned choice, size_t lane,
                         const void *actual)
{
    enum pt_scalar scalar = expected->lanes[choice].scalar;
    const void *low = low_of(expected, choice, lane), *high = high_of(expected, choice, lane);
    const struct pt_tolerance *tolerance = &expected->arg->tolerance;

    if (expected->piglit ? pt_lane_matches_piglit(scalar, low, actual, tolerance)
                         : pt_lane_matches(scalar, low, actual, tolerance))
        return true;
    return low != high && (pt_lane_matches(scalar, high, actual, tolerance) ||
                           pt_lane_within(scalar, low, high, actual, tolerance));
}

static double ulps_between(enum pt_scalar scalar, const void *expected, const void *actual)
{
    double e = pt_scalar_to_double(scalar, expected), a = pt_scalar_to_double(scalar, actual);

    if (pt_scalars[scalar].class != PT_FLOATING || !isfinite(e) || !isfinite(a))
        return NAN;
    return (double)(fabsl((long double)a - e) / pt_ulp(scalar, e));
}

double pt_expected_ulps(const struct pt_expected *expected, unsigned choice, size_t lane,
                        const void *actual)
{
    enum pt_scalar scalar = expected->lanes[choice].scalar;

    return fmin(ulps_between(scalar, low_of(expected, choice, lane), actual),
                ulps_between(scalar, high_of(expected, choice, lane), actual));
}

static double distance(const struct pt_expected *expected, unsigned choice, size_t lane,
                       const void *actual)
{
    enum pt_scalar scalar = expected->lanes[choice].scalar;
    double value = pt_scalar_to_double(scalar, actual);

    if (pt_expected_matches(expected, choice, lane, actual))
        return -1;
    return fmin(fabs(value - pt_scalar_to_double(scalar, low_of(expected, choice, lane))),
                fabs(value - pt_scalar_to_double(scalar, high_of(expected, choice, lane))));
}

/* How far the lanes from `first` on, whose actual values stand one after the other, are from a
 * choice: of several, how many are wrong. */
static double miss(const struct pt_expected *expected, unsigned choice, size_t first, bool grouped,
                   const char *actual)
{
    const struct pt_lanes *lanes = &expected->lanes[choice];
    double wrong = 0;

    if (!grouped)
        return distance(expected, choice, first, actual);
    for (unsigned i = 0; i < lanes->width; i++)
        wrong += !pt_expected_matches(expected, choice, first + i,
                                      actual + i * pt_scalars[lanes->scalar].size);
    return wrong;
}

unsigned pt_expected_nearest(const struct pt_expected *expected, size_t lane, const void *actual)
{
    const struct pt_lanes *lanes = &expected->lanes[0];
    bool grouped = pt_expected_grouped(expected, lane / lanes->width);
    size_t before = grouped ? lane % lanes->width : 0; /* lanes of the element */
    const char *first = (const char *)actual - before * pt_scalars[lanes->scalar].size;
    unsigned nearest = 0;
    double least = INFINITY;

    for (unsigned i = 0; i < expected->count; i++) {
        double missed = miss(expected, i, lane - before, grouped, first);

        if (missed < least) {
            least = missed;
            nearest = i;
        }
    }
    return nearest;
}

/* LOW..HIGH, or one number. */
static void add_range(struct pt_string *text, const struct pt_expected *expected, unsigned choice,
                      size_t lane)
{
    enum pt_scalar scalar = expected->lanes[choice].scalar;
    const void *low = low_of(expected, choice, lane), *high = high_of(expected, choice, lane);
    char number[PT_NUMBER_TEXT];

    pt_scalar_print(scalar, low, number);
    pt_string_append(text, number, strlen(number));
    if (!memcmp(low, high, pt_scalars[scalar].size))
        return;
    pt_scalar_print(scalar, high, number);
    pt_string_add(text, "..%s", number);
}

/* Whether an earlier choice has the same lanes. */
static bool said_before(const struct pt_expected *expected, unsigned choice, size_t first,
                        unsigned count)
{
    size_t bytes = count * pt_scalars[expected->lanes[choice].scalar].size;

    for (unsigned i = 0; i < choice; i++) {
        if (!memcmp(low_of(expected, i, first), low_of(expected, choice, first), bytes) &&
            !memcmp(high_of(expected, i, first), high_of(expected, choice, first), bytes))
            return true;
    }
    return false;
}

char *pt_expected_text(const struct pt_expected *expected, size_t lane)
{
    unsigned width = expected->lanes[0].width;
    bool grouped = pt_expected_grouped(expected, lane / width);
    size_t first = grouped ? lane - lane % width : lane;
    unsigned count = grouped ? width : 1;
    struct pt_string text = {0};

    for (unsigned i = 0; i < expected->count; i++) {
        if (said_before(expected, i, first, count))
            continue;
        pt_string_add(&text, "%s%s", i ? "|" : "", grouped ? "(" : "");
        for (unsigned c = 0; c < count; c++) {
            if (c)
                pt_string_append(&text, " ", 1);
            add_range(&text, expected, i, first + c);
        }
        if (grouped)
            pt_string_append(&text, ")", 1);
    }
    return pt_string_take(&text);
}
