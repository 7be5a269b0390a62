/* SPDX-License-Identifier: MIT */
/* compare.c: compares what a kernel left behind with what the test expects. */
#include "program-tester/compare.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/layout.h"

/* |a - b| of two integers of the type, which always fits into 64 unsigned bits. */
static uint64_t integer_distance(enum pt_scalar scalar, const void *a, const void *b)
{
    unsigned unused = 64 - pt_scalars[scalar].size * 8;
    uint64_t x = 0, y = 0;

    memcpy(&x, a, pt_scalars[scalar].size);
    memcpy(&y, b, pt_scalars[scalar].size);
    if (pt_scalars[scalar].class == PT_UNSIGNED)
        return x > y ? x - y : y - x;
    int64_t p = (int64_t)(x << unused) >> unused, q = (int64_t)(y << unused) >> unused;
    return p > q ? (uint64_t)p - (uint64_t)q : (uint64_t)q - (uint64_t)p;
}

static bool integer_matches(enum pt_scalar scalar, const void *expected, const void *actual,
                            const struct pt_tolerance *tolerance)
{
    uint64_t distance = integer_distance(scalar, expected, actual);

    if (tolerance->kind == PT_RELATIVE)
        return (double)distance <= tolerance->value * fabs(pt_scalar_to_double(scalar, expected));
    return distance <= (tolerance->kind == PT_EXACT ? 0 : tolerance->whole);
}

/* The largest allowed |actual - expected|. long double keeps differences of doubles exact enough.
 */
static long double float_bound(enum pt_scalar scalar, double expected,
                               const struct pt_tolerance *tolerance)
{
    switch (tolerance->kind) {
    case PT_ABSOLUTE:
        return tolerance->value;
    case PT_RELATIVE:
        return (long double)tolerance->value * fabsl(expected);
    case PT_ULP:
        return (long double)tolerance->whole * pt_ulp(scalar, expected);
    case PT_EXACT:
        break;
    }
    return 0;
}

static bool float_matches(enum pt_scalar scalar, double expected, double actual,
                          const struct pt_tolerance *tolerance)
{
    if (isnan(expected) || isnan(actual))
        return isnan(expected) && isnan(actual);
    if (isinf(expected) || isinf(actual))
        return expected == actual;
    if (tolerance->signed_zero && expected == 0 && signbit(expected) != signbit(actual))
        return false;
    return fabsl((long double)actual - expected) <= float_bound(scalar, expected, tolerance);
}

bool pt_lane_matches(enum pt_scalar scalar, const void *expected, const void *actual,
                     const struct pt_tolerance *tolerance)
{
    if (pt_scalars[scalar].class != PT_FLOATING)
        return integer_matches(scalar, expected, actual, tolerance);
    return float_matches(scalar, pt_scalar_to_double(scalar, expected),
                         pt_scalar_to_double(scalar, actual), tolerance);
}

bool pt_lane_within(enum pt_scalar scalar, const void *low, const void *high, const void *actual)
{
    return pt_scalar_ordered(scalar, low, actual) && pt_scalar_ordered(scalar, actual, high);
}

static uint64_t piglit_ulps(const struct pt_tolerance *tolerance)
{
    float value = (float)tolerance->value;
    uint32_t bits;

    if (tolerance->kind == PT_ULP)
        return tolerance->whole;
    if (tolerance->kind != PT_ABSOLUTE)
        return 0;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* Halves are widened to float bit by bit there, subnormals included, and compared as floats. */
static double piglit_widen_half(const void *value)
{
    uint16_t half;
    float wide;

    memcpy(&half, value, sizeof(half));
    uint32_t exponent = half >> 10 & 31, mantissa = half & 1023;
    exponent = exponent == 31 ? 255 : exponent ? exponent + 112 : 0;
    uint32_t bits = (uint32_t)(half >> 15) << 31 | exponent << 23 | mantissa << 13;
    memcpy(&wide, &bits, sizeof(wide));
    return wide;
}

bool pt_lane_matches_piglit(enum pt_scalar scalar, const void *expected, const void *actual,
                            const struct pt_tolerance *tolerance)
{
    enum pt_scalar as = scalar == PT_HALF ? PT_FLOAT : scalar;
    uint64_t ulps = piglit_ulps(tolerance);

    if (pt_scalars[scalar].class != PT_FLOATING)
        return integer_matches(scalar, expected, actual, tolerance);
    double e =
        scalar == PT_HALF ? piglit_widen_half(expected) : pt_scalar_to_double(scalar, expected);
    double a = scalar == PT_HALF ? piglit_widen_half(actual) : pt_scalar_to_double(scalar, actual);
    if ((isnan(e) && isnan(a)) || (isinf(e) && isinf(a) && (e > 0) == (a > 0)))
        return true;
    if (scalar == PT_HALF)
        ulps *= 8192; /* a half's last place in a float's */
    if (scalar != PT_DOUBLE)
        ulps = (uint32_t)ulps;
    if (ulps >= UINT64_C(1) << (as == PT_FLOAT ? 24 : 53))
        return true;
    if (isnan(a))
        return false;
    /* One ulp of these is inf or NaN there, and so is the bound: nothing finite exceeds it. */
    bool largest = fabs(e) >= (as == PT_FLOAT ? FLT_MAX : DBL_MAX);
    if (isnan(e) || (largest && isfinite(a)))
        return true;
    return fabsl((long double)a - e) <= (long double)ulps * pt_ulp(as, e);
}

static unsigned lanes_of_element(const struct pt_arg *arg)
{
    return arg->texels ? pt_format_channels(arg->image.format) : arg->type.width;
}

struct pt_lanes pt_lanes_of(const struct pt_arg *arg, const void *memory)
{
    struct pt_lanes lanes = {arg->type.scalar, lanes_of_element(arg), 0, NULL};
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

static double ulp_distance(enum pt_scalar scalar, const void *expected, const void *actual)
{
    if (pt_scalars[scalar].class != PT_FLOATING)
        return NAN;
    double e = pt_scalar_to_double(scalar, expected), a = pt_scalar_to_double(scalar, actual);
    if (!isfinite(e) || !isfinite(a))
        return NAN;
    return (double)(fabsl((long double)a - e) / pt_ulp(scalar, e));
}

/* `high` differs from `expected` for a range. */
static void print_expected(enum pt_scalar scalar, const void *expected, const void *high,
                           char text[2 * PT_NUMBER_TEXT])
{
    pt_scalar_print(scalar, expected, text);
    if (!memcmp(expected, high, pt_scalars[scalar].size))
        return;
    size_t length = strlen(text);
    memcpy(text + length, "..", 2);
    pt_scalar_print(scalar, high, text + length + 2);
}

/* A lane that does not match; `high` differs from `expected` for a range. */
struct wrong_lane {
    const struct pt_lanes *lanes;
    size_t number;
    const void *expected, *high, *actual;
};

/* The upper ends of an argument's lanes, to free(). */
static void *high_lanes(const struct pt_arg *arg)
{
    unsigned char *memory = pt_alloc(arg->size, 1);

    pt_arg_expand_highs(arg, memory);
    struct pt_lanes lanes = pt_lanes_of(arg, memory);
    free(memory);
    return lanes.data;
}

static bool lane_is_wrong(const struct pt_arg *arg, bool piglit, const struct wrong_lane *lane)
{
    enum pt_scalar scalar = lane->lanes->scalar;

    if (piglit ? pt_lane_matches_piglit(scalar, lane->expected, lane->actual, &arg->tolerance)
               : pt_lane_matches(scalar, lane->expected, lane->actual, &arg->tolerance))
        return false;
    return !arg->highs || (!pt_lane_matches(scalar, lane->high, lane->actual, &arg->tolerance) &&
                           !pt_lane_within(scalar, lane->expected, lane->high, lane->actual));
}

static void for_wrong_lanes(const struct pt_arg *arg, const void *expected, const void *actual,
                            bool piglit, void (*visit)(void *data, const struct wrong_lane *lane),
                            void *data)
{
    if (!memcmp(expected, actual, arg->size))
        return;

    struct pt_lanes want = pt_lanes_of(arg, expected), have = pt_lanes_of(arg, actual);
    void *highs = arg->highs ? high_lanes(arg) : want.data;
    size_t size = pt_scalars[want.scalar].size;
    for (size_t i = 0; i < want.count; i++) {
        struct wrong_lane lane = {
            .lanes = &want,
            .number = i,
            .expected = (const char *)want.data + i * size,
            .high = (const char *)highs + i * size,
            .actual = (const char *)have.data + i * size,
        };

        if (lane_is_wrong(arg, piglit, &lane))
            visit(data, &lane);
    }
    if (arg->highs)
        free(highs);
    free(want.data);
    free(have.data);
}

static void add_difference(void *data, const struct wrong_lane *lane)
{
    struct pt_comparison *result = data;
    const struct pt_lanes *lanes = lane->lanes;
    double ulp = ulp_distance(lanes->scalar, lane->expected, lane->actual);

    if (result->wrong < PT_SHOWN_DIFFERENCES) {
        struct pt_difference *difference = &result->first[result->wrong];

        difference->element = lane->number / lanes->width;
        difference->channel = (unsigned)(lane->number % lanes->width);
        difference->ulp = ulp;
        print_expected(lanes->scalar, lane->expected, lane->high, difference->expected);
        pt_scalar_print(lanes->scalar, lane->actual, difference->actual);
    }
    result->worst_ulp = fmax(result->worst_ulp, ulp); /* ignores NaN */
    result->wrong++;
}

void pt_compare(const struct pt_arg *arg, const void *expected, const void *actual, bool piglit,
                struct pt_comparison *result)
{
    memset(result, 0, sizeof(*result));
    result->total = arg->count * lanes_of_element(arg);
    result->worst_ulp = NAN;
    for_wrong_lanes(arg, expected, actual, piglit, add_difference, result);
}

/* Runs of wrong lanes; the last one is still open. */
struct runs {
    struct pt_string text;
    size_t first, count;
};

static void end_run(struct runs *runs)
{
    if (!runs->count)
        return;
    pt_string_add(&runs->text, runs->text.length ? " %zu" : "%zu", runs->first);
    if (runs->count > 1)
        pt_string_add(&runs->text, "-%zu", runs->first + runs->count - 1);
    runs->count = 0;
}

static void add_to_runs(void *data, const struct wrong_lane *lane)
{
    struct runs *runs = data;

    if (lane->number != runs->first + runs->count)
        end_run(runs);
    if (!runs->count)
        runs->first = lane->number;
    runs->count++;
}

char *pt_wrong_lanes_text(const struct pt_arg *arg, const void *expected, const void *actual,
                          bool piglit)
{
    struct runs runs = {0};

    for_wrong_lanes(arg, expected, actual, piglit, add_to_runs, &runs);
    end_run(&runs);
    return pt_string_take(&runs.text);
}

char *pt_lane_place(const struct pt_arg *arg, size_t element, unsigned channel)
{
    struct pt_string place = {0};

    if (arg->kind == PT_ARG_IMAGE) {
        size_t at[3];

        pt_image_coordinates(&arg->image, element, at);
        pt_string_add(&place, "(%zu", at[0]);
        for (unsigned i = 1; i < pt_image_kind(arg->image.type)->dimensions; i++)
            pt_string_add(&place, ", %zu", at[i]);
        pt_string_add(&place, ")");
    } else {
        pt_string_add(&place, "[%zu]", element);
    }
    if (arg->texels)
        pt_string_add(&place, ".%c", arg->image.format.order->stored[channel]);
    else if (arg->type.width > 1)
        pt_string_add(&place, ".%u", channel);
    return pt_string_take(&place);
}
