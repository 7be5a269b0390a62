/* SPDX-License-Identifier: MIT */
/* contents.c: all that an argument which differs should hold and holds. */
#include "program-tester/contents.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/dump.h"
#include "program-tester/layout.h"

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
        pt_image_region(&arg->image, shape);
        return;
    }
    bool as_launch = work_items(launch) == arg->count;
    shape[0] = as_launch ? launch->global[0] : arg->count;
    for (unsigned i = 1; i < 3; i++)
        shape[i] = as_launch && i < launch->dimensions ? launch->global[i] : 1;
}

static char *highs_text(const struct pt_arg *arg)
{
    if (!arg->highs)
        return NULL;
    void *memory = pt_alloc(arg->size, 1);
    pt_arg_expand_highs(arg, memory);
    char *text = pt_values_text(arg, memory);
    free(memory);
    return text;
}

struct pt_contents *pt_contents_make(const struct pt_arg *arg, const struct pt_launch *launch,
                                     const void *expected, const void *actual, bool piglit)
{
    if (arg->count > PT_CONTENTS_ELEMENTS)
        return NULL;
    struct pt_contents *contents = pt_alloc(1, sizeof(*contents));
    set_shape(contents->shape, arg, launch);
    contents->expected = pt_values_text(arg, expected);
    contents->actual = pt_values_text(arg, actual);
    contents->highs = highs_text(arg);
    contents->wrong = pt_wrong_lanes_text(arg, expected, actual, piglit);
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
