/* SPDX-License-Identifier: MIT */
/* parse_check.c: whether the parts of a test fit together. */
#include <string.h>

#include "program-tester/parse/reader.h"

static bool same_image(const struct pt_image *a, const struct pt_image *b)
{
    return a->type == b->type && a->width == b->width && a->height == b->height &&
           a->depth == b->depth && a->layers == b->layers && a->format.order == b->format.order &&
           a->format.type == b->format.type && a->row_pitch == b->row_pitch &&
           a->slice_pitch == b->slice_pitch && a->levels == b->levels &&
           a->bound_level == b->bound_level;
}

const char *pt_local_hint(const struct pt_arg *arg)
{
    if (arg->kind != PT_ARG_LOCAL)
        return "";
    return ": NULL makes it local memory; a buffer that may hold anything is 'random' or 'repeat "
           "0'";
}

void pt_check_in_out(struct pt_parser *parser, const struct pt_arg *in, const struct pt_arg *out)
{
    if (in->kind != out->kind)
        pt_diags_add(parser->diags, out->offset,
                     "arg_in and arg_out with index %u are of different kinds%s", in->index,
                     pt_local_hint(in));
    else if (in->kind == PT_ARG_IMAGE && !same_image(&in->image, &out->image))
        pt_diags_add(parser->diags, out->offset,
                     "arg_in and arg_out with index %u are different images: type, extents, format "
                     "and pitches must be the same",
                     in->index);
    else if (in->size != out->size)
        pt_diags_add(parser->diags, out->offset,
                     "arg_in and arg_out with index %u differ in size: %zu and %zu bytes",
                     in->index, in->size, out->size);
}

static void check_size(struct pt_parser *parser, const struct pt_launch *launch, size_t offset,
                       const char *what, const size_t sizes[3])
{
    size_t product = 1;

    for (unsigned i = 0; i < launch->dimensions; i++) {
        if (!sizes[i])
            pt_diags_add(parser->diags, offset, "%s is 0 in dimension %u of %u", what, i + 1,
                         launch->dimensions);
        else if (__builtin_mul_overflow(product, sizes[i], &product))
            pt_diags_add(parser->diags, offset, "%s is too large", what);
    }
}

static bool same_sizes(const struct pt_launch *a, const struct pt_launch *b)
{
    return a->dimensions == b->dimensions && a->local_null == b->local_null &&
           !memcmp(a->global, b->global, sizeof(a->global)) &&
           !memcmp(a->local, b->local, sizeof(a->local));
}

/* Sizes that all tests have from [config] are one mistake. */
static void check_sizes(struct pt_parser *parser, const struct pt_launch *launch, size_t offset)
{
    bool inherited = same_sizes(launch, &parser->defaults);
    size_t found = parser->diags->found;

    if (inherited && parser->defaults_told)
        return;
    check_size(parser, launch, offset, "global_size", launch->global);
    if (!launch->local_null)
        check_size(parser, launch, offset, "local_size", launch->local);
    parser->defaults_told |= inherited && parser->diags->found != found;
}

/* Marks the arguments' indexes, and returns the largest. */
static unsigned mark_indexes(const struct pt_args *args, bool given[PT_MAX_INDEX + 1])
{
    unsigned last = 0;

    for (size_t i = 0; i < args->count; i++) {
        given[args->items[i].index] = true;
        last = args->items[i].index > last ? args->items[i].index : last;
    }
    return last;
}

/* Every kernel argument must be set, so the indexes have no gap. */
static void check_indexes(struct pt_parser *parser, const struct pt_test *test)
{
    bool given[PT_MAX_INDEX + 1] = {false};
    unsigned last = mark_indexes(&test->in, given), last_out = mark_indexes(&test->out, given);

    last = last_out > last ? last_out : last;
    for (unsigned i = 0; i < last; i++) {
        if (!given[i]) {
            pt_diags_add(parser->diags, test->offset,
                         "argument %u is missing: the last one has index %u", i, last);
            return;
        }
    }
}

/* `texels_of` names an image with as many texels as the buffer has elements. */
static void check_source(struct pt_parser *parser, const struct pt_test *test,
                         const struct pt_arg *arg)
{
    const struct pt_arg *image = pt_args_find(&test->in, arg->source);
    enum pt_scalar seen;

    if (!image)
        image = pt_args_find(&test->out, arg->source);
    if (!image || image->kind != PT_ARG_IMAGE) {
        pt_diags_add(parser->diags, arg->offset, "texels_of: argument %u is not an image",
                     arg->source);
        return;
    }
    seen = image->image.format.type->seen;
    if (arg->type.scalar != seen || arg->type.width != 4 || arg->count != image->count)
        pt_diags_add(parser->diags, arg->offset, "the texels of argument %u are %s4[%zu]",
                     arg->source, pt_scalars[seen].name, image->count);
}

/* `image_over` names a buffer or an image before the image itself. */
static void check_over(struct pt_parser *parser, const struct pt_test *test,
                       const struct pt_arg *arg)
{
    const struct pt_arg *below = pt_args_find(&test->in, arg->image.over);

    if (!below)
        below = pt_args_find(&test->out, arg->image.over);
    if (arg->image.over >= arg->index || !below ||
        (below->kind != PT_ARG_BUFFER && below->kind != PT_ARG_IMAGE))
        pt_diags_add(parser->diags, arg->offset,
                     "image_over: argument %u is no buffer or image before this one",
                     arg->image.over);
}

/* Whether anything that happens can make the test fail. */
static bool checks_something(const struct pt_test *test)
{
    for (size_t i = 0; i < test->step_count; i++) {
        if (pt_step_compares(&test->steps[i]) || test->steps[i].error ||
            test->steps[i].kind == PT_STEP_ASK || test->steps[i].kind == PT_STEP_INFO ||
            test->steps[i].kind == PT_STEP_FORMAT)
            return true;
    }
    for (size_t i = 0; i < test->in.count; i++) {
        if (test->in.items[i].image.error || test->in.items[i].sampler.error)
            return true;
    }
    return test->out.count;
}

static void check_expectations(struct pt_parser *parser, const struct pt_test *test)
{
    bool checks = checks_something(test);

    if (!checks && !test->launch.expect_runs && !parser->options->piglit)
        pt_diags_add(parser->diags, test->offset,
                     "the test checks nothing: give an arg_out, or say 'expect: runs'");
    if (checks && test->launch.expect_runs)
        pt_diags_add(parser->diags, test->offset,
                     "'expect: runs' compares nothing, but the test has %s",
                     test->out.count ? "an arg_out" : "steps that do");
    if (test->launch.expect_fail && test->launch.expect_runs)
        pt_diags_add(parser->diags, test->offset, "'expect: runs' contradicts expect_test_fail");
}

/* A test that names no steps is one launch of its kernel. */
static void add_launch(struct pt_test *test)
{
    const char *name = test->launch.kernel_name;

    test->steps = pt_alloc(1, sizeof(*test->steps));
    test->step_count = test->step_capacity = 1;
    test->steps[0] = (struct pt_step){.kind = PT_STEP_LAUNCH, .launch = test->launch};
    test->steps[0].offset = test->offset;
    test->steps[0].launch.kernel_name = name ? pt_copy(name, strlen(name)) : NULL;
}

/* A launch without sizes of its own has the test's. */
static void complete_launch(struct pt_parser *parser, const struct pt_test *test,
                            struct pt_step *step)
{
    struct pt_launch own = step->launch;

    if (step->kind != PT_STEP_LAUNCH)
        return;
    if (own.dimensions) {
        check_sizes(parser, &own, step->offset);
        return;
    }
    step->launch = test->launch;
    step->launch.kernel_name = own.kernel_name;
    step->launch.kernel_offset = own.kernel_offset;
}

void pt_check_test(struct pt_parser *parser, struct pt_test *test)
{
    if (!test->explicit_steps)
        add_launch(test);
    check_sizes(parser, &test->launch, test->offset);
    if (test->incomplete)
        return;
    for (size_t i = 0; i < test->step_count && test->explicit_steps; i++)
        complete_launch(parser, test, &test->steps[i]);
    check_indexes(parser, test);
    for (size_t i = 0; i < test->out.count; i++) {
        if (test->out.items[i].fill == PT_FILL_TEXELS_OF)
            check_source(parser, test, &test->out.items[i]);
    }
    for (size_t i = 0; i < test->in.count; i++) {
        if (test->in.items[i].image.shares)
            check_over(parser, test, &test->in.items[i]);
    }
    check_expectations(parser, test);
}
