/* SPDX-License-Identifier: MIT */
/* compare.c: compares what a kernel left behind with what the test expects. */
#include "program-tester/verdict/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/parse/layout.h"

/* A lane that matches none of its choices. */
struct wrong_lane {
    const struct pt_expected *expected;
    size_t number;
    unsigned choice; /* the nearest */
    const void *actual;
};

static void for_wrong_lanes(const struct pt_arg *arg, const void *expected, const void *actual,
                            bool piglit, void (*visit)(void *data, const struct wrong_lane *lane),
                            void *data)
{
    struct pt_expected want;

    if (!memcmp(expected, actual, arg->size))
        return;
    pt_expected_start(&want, arg, expected, piglit);
    struct pt_lanes have = pt_lanes_of(arg, actual);
    size_t size = pt_scalars[have.scalar].size;
    for (size_t i = 0; i < have.count; i++) {
        struct wrong_lane lane = {&want, i, 0, (const char *)have.data + i * size};

        if (want.count > 1)
            lane.choice = pt_expected_nearest(&want, i, lane.actual);
        if (!pt_expected_matches(&want, lane.choice, i, lane.actual))
            visit(data, &lane);
    }
    free(have.data);
    pt_expected_finish(&want);
}

/* A text that may be too long for its place, and then ends in dots. */
static void set_text(char place[PT_DIFFERENCE_TEXT], const char *text)
{
    size_t length = strlen(text);

    memcpy(place, text, length < PT_DIFFERENCE_TEXT ? length + 1 : PT_DIFFERENCE_TEXT);
    if (length >= PT_DIFFERENCE_TEXT)
        strcpy(place + PT_DIFFERENCE_TEXT - sizeof("..."), "...");
}

/* A|B as "A or B". */
static void set_expected(char place[PT_DIFFERENCE_TEXT], const struct wrong_lane *lane)
{
    char *text = pt_expected_text(lane->expected, lane->number);
    struct pt_string words = {0};

    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "|");

        pt_string_append(&words, at, length);
        at += length;
        if (*at) {
            pt_string_append(&words, " or ", 4);
            at++;
        }
    }
    char *spoken = pt_string_take(&words);
    set_text(place, spoken);
    free(spoken);
    free(text);
}

/* All lanes of the element, (A B); `first` is the first of them. */
static void set_element(char place[PT_DIFFERENCE_TEXT], const struct pt_lanes *lanes,
                        const char *first)
{
    struct pt_string text = {0};
    char number[PT_NUMBER_TEXT];

    for (unsigned i = 0; i < lanes->width; i++) {
        pt_scalar_print(lanes->scalar, first + i * pt_scalars[lanes->scalar].size, number);
        pt_string_add(&text, "%s%s", i ? " " : "(", number);
    }
    pt_string_append(&text, ")", 1);
    char *element = pt_string_take(&text);
    set_text(place, element);
    free(element);
}

/* Describes a lane, or the element whose lanes are chosen together. */
static void describe(struct pt_difference *difference, const struct wrong_lane *lane, double ulp)
{
    const struct pt_lanes *lanes = &lane->expected->lanes[0];
    unsigned channel = (unsigned)(lane->number % lanes->width);

    difference->element = lane->number / lanes->width;
    difference->channel = channel;
    difference->ulp = ulp;
    set_expected(difference->expected, lane);
    if (!pt_expected_grouped(lane->expected, difference->element)) {
        pt_scalar_print(lanes->scalar, lane->actual, difference->actual);
        return;
    }
    difference->channel = PT_WHOLE_ELEMENT;
    difference->ulp = NAN;
    set_element(difference->actual, lanes,
                (const char *)lane->actual - channel * pt_scalars[lanes->scalar].size);
}

/* Whether the lane belongs to the element that was described last. */
static bool is_described(const struct pt_comparison *result, const struct wrong_lane *lane)
{
    if (!result->shown)
        return false;
    const struct pt_difference *last = &result->first[result->shown - 1];
    return last->channel == PT_WHOLE_ELEMENT &&
           last->element == lane->number / lane->expected->lanes[0].width;
}

static void add_difference(void *data, const struct wrong_lane *lane)
{
    struct pt_comparison *result = data;
    double ulp = pt_expected_ulps(lane->expected, lane->choice, lane->number, lane->actual);

    if (result->shown < PT_SHOWN_DIFFERENCES && !is_described(result, lane))
        describe(&result->first[result->shown++], lane, ulp);
    result->worst_ulp = fmax(result->worst_ulp, ulp); /* ignores NaN */
    result->wrong++;
}

void pt_compare(const struct pt_arg *arg, const void *expected, const void *actual, bool piglit,
                struct pt_comparison *result)
{
    memset(result, 0, sizeof(*result));
    result->total = arg->count * pt_lanes_width(arg);
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

        size_t level = pt_image_coordinates(&arg->image, element, at);
        if (arg->image.levels > 1)
            pt_string_add(&place, "level %zu ", level);
        pt_string_add(&place, "(%zu", at[0]);
        for (unsigned i = 1; i < pt_image_kind(arg->image.type)->dimensions; i++)
            pt_string_add(&place, ", %zu", at[i]);
        pt_string_add(&place, ")");
    } else {
        pt_string_add(&place, "[%zu]", element);
    }
    if (channel == PT_WHOLE_ELEMENT)
        return pt_string_take(&place);
    if (arg->texels)
        pt_string_add(&place, ".%c", arg->image.format.order->stored[channel]);
    else if (arg->type.width > 1)
        pt_string_add(&place, ".%u", channel);
    return pt_string_take(&place);
}
