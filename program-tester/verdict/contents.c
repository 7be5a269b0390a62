/* SPDX-License-Identifier: MIT */
/* contents.c: all that an argument which differs should hold and holds. */
#include "program-tester/verdict/contents.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/parse/layout.h"
#include "program-tester/verdict/dump.h"

static size_t work_items(const struct pt_launch *launch)
{
    size_t count = 1;

    for (unsigned i = 0; i < launch->dimensions; i++) {
        if (__builtin_mul_overflow(count, launch->global[i], &count))
            return 0;
    }
    return count;
}

static void set_shape(size_t shape[3], const struct pt_arg *arg, const struct pt_launch *launch)
{
    if (arg->kind == PT_ARG_IMAGE) {
        pt_image_shape(&arg->image, shape);
        return;
    }
    bool as_launch = work_items(launch) == arg->count;
    shape[0] = as_launch ? launch->global[0] : arg->count;
    for (unsigned i = 1; i < 3; i++)
        shape[i] = as_launch && i < launch->dimensions ? launch->global[i] : 1;
}

/* One end of what each lane may be in the choice that is nearest to the actual values. */
static char *nearest_text(const struct pt_expected *expected, const struct pt_lanes *actual,
                          bool high)
{
    size_t size = pt_scalars[actual->scalar].size;
    struct pt_string text = {0};
    char number[PT_NUMBER_TEXT];

    for (size_t i = 0; i < actual->count; i++) {
        unsigned choice =
            expected->count == 1
                ? 0
                : pt_expected_nearest(expected, i, (const char *)actual->data + i * size);
        const char *lanes = high ? expected->highs[choice] : expected->lanes[choice].data;

        pt_scalar_print(actual->scalar, lanes + i * size, number);
        pt_string_add(&text, "%s%s", i ? " " : "", number);
    }
    return pt_string_take(&text);
}

/* The lanes, or elements, that have alternatives. */
static void add_choices(struct pt_contents *contents, const struct pt_expected *expected)
{
    unsigned width = expected->lanes[0].width;
    size_t capacity = 0;

    if (expected->count == 1)
        return;
    for (size_t i = 0; i < expected->lanes[0].count; i++) {
        if (i % width && pt_expected_grouped(expected, i / width))
            continue;
        char *text = pt_expected_text(expected, i);

        if (!strchr(text, '|')) {
            free(text);
            continue;
        }
        contents->choices = pt_grow(contents->choices, &capacity, contents->choice_count + 1,
                                    sizeof(*contents->choices));
        contents->choices[contents->choice_count++] = (struct pt_contents_choice){i, text};
    }
}

struct pt_contents *pt_contents_make(const struct pt_arg *arg, const struct pt_launch *launch,
                                     const void *expected, const void *actual, bool piglit)
{
    struct pt_expected want;

    if (arg->count > PT_CONTENTS_ELEMENTS)
        return NULL;
    struct pt_contents *contents = pt_alloc(1, sizeof(*contents));
    struct pt_lanes have = pt_lanes_of(arg, actual);
    pt_expected_start(&want, arg, expected, piglit);
    set_shape(contents->shape, arg, launch);
    contents->expected = nearest_text(&want, &have, false);
    contents->actual = pt_values_text(arg, actual);
    if (pt_expected_ranges(&want))
        contents->highs = nearest_text(&want, &have, true);
    contents->wrong = pt_wrong_lanes_text(arg, expected, actual, piglit);
    add_choices(contents, &want);
    pt_expected_finish(&want);
    free(have.data);
    return contents;
}

void pt_contents_free(struct pt_contents *contents)
{
    if (!contents)
        return;
    free(contents->expected);
    free(contents->actual);
    free(contents->highs);
    free(contents->wrong);
    for (size_t i = 0; i < contents->choice_count; i++)
        free(contents->choices[i].text);
    free(contents->choices);
    free(contents);
}

const char *pt_contents_channels(const struct pt_arg *arg)
{
    if (arg->kind != PT_ARG_IMAGE)
        return NULL;
    const char *stored = arg->image.format.order->stored;
    /* Packed texels are compared whole. */
    return arg->texels || strlen(stored) == arg->type.width ? stored : NULL;
}
