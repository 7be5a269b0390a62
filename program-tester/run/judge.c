/* SPDX-License-Identifier: MIT */
/* judge.c: what memory holds before a test, comparing, the verdict. */
#include "program-tester/run/judge.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/base/picture.h"
#include "program-tester/parse/expression.h"
#include "program-tester/verdict/dump.h"

unsigned char *pt_initial_contents(const struct pt_run_options *options, const struct pt_arg *in,
                                   const struct pt_arg *out)
{
    const struct pt_arg *arg = in ? in : out;
    unsigned char *contents = pt_alloc(arg->size, 1);

    if (in || !options->piglit)
        pt_arg_expand(arg, options->seed, contents);
    if (!in && !options->piglit) {
        for (size_t i = 0; i < arg->size; i++)
            contents[i] = (unsigned char)~contents[i];
    }
    return contents;
}

unsigned pt_argument_count(const struct pt_test *test)
{
    const struct pt_args *both[] = {&test->in, &test->out};
    unsigned count = 0;

    for (unsigned side = 0; side < 2; side++) {
        for (size_t i = 0; i < both[side]->count; i++) {
            unsigned index = both[side]->items[i].index;

            count = index >= count ? index + 1 : count;
        }
    }
    return count;
}

void pt_judge_seed(const struct pt_run_options *options, const struct pt_arg *arg,
                   struct pt_result *result)
{
    if (arg->fill != PT_FILL_RANDOM)
        return;
    result->uses_seed = true;
    result->seed = options->seed;
}

void pt_expand_texels(const struct pt_arg *image, const char *texels, void *rgba)
{
    size_t texel = pt_format_size(image->image.format);
    char *to = rgba;

    for (size_t i = 0; i < image->count; i++) {
        union pt_channel channels[4];

        pt_texel_to_rgba(image->image.format, texels + i * texel, channels);
        memcpy(to + i * sizeof(channels), channels, sizeof(channels));
    }
}

/* Takes `message`. */
static bool stop_at(struct pt_result *result, enum pt_status status, size_t offset, char *message)
{
    char *place = pt_place(&result->plan->text, offset);

    pt_result_set(result, status, "%s: %s", place, message);
    free(place);
    free(message);
    return false;
}

bool pt_judge_stop(struct pt_result *result, enum pt_status status, size_t offset,
                   const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *message = pt_format_list(format, args);
    va_end(args);
    return stop_at(result, status, offset, message);
}

bool pt_judge_stop_arg(struct pt_result *result, enum pt_status status, const struct pt_arg *arg,
                       const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *message = pt_format_list(format, args);
    va_end(args);
    if (status == PT_SKIP) {
        result->offset = arg->offset;
        pt_result_set(result, status, "%s", message);
    } else {
        stop_at(result, status, arg->offset, pt_format("argument %u: %s", arg->index, message));
    }
    free(message);
    return false;
}

void pt_judge_prepared(const struct pt_result *prepared, struct pt_result *result)
{
    result->status = prepared->status;
    result->device_lost = prepared->device_lost;
    if (prepared->message)
        result->message = pt_format("%s", prepared->message);
    if (prepared->build_log)
        result->build_log = pt_format("%s", prepared->build_log);
}

void pt_judge_start(const struct pt_test *test, struct pt_result *result)
{
    result->args = pt_alloc(test->out.count + test->step_count, sizeof(*result->args));
}

static void keep_values(const struct pt_run_options *options, const struct pt_test *test,
                        struct pt_arg_result *compared, const void *expected, const void *actual,
                        struct pt_result *result)
{
    char *why = NULL;

    if (compared->comparison.wrong)
        compared->contents =
            pt_contents_make(compared->arg, &test->launch, expected, actual, options->piglit);
    if (options->print_actual)
        compared->actual = pt_values_text(compared->arg, actual);
    if (options->dump)
        why = pt_dump(options->dump, result->name, compared, expected, actual);
    if (why)
        pt_result_set(result, PT_ERROR, "%s", why);
    free(why);
}

/* Makes what was got the expected picture. */
static void write_picture(const struct pt_arg *arg, const void *actual, struct pt_result *result)
{
    const struct pt_image *image = &arg->image;
    char *why = pt_picture_save(arg->picture, image->format, image->width, image->height, actual);

    if (why)
        pt_result_set(result, PT_ERROR, "%s", why);
    free(why);
}

void pt_judge_compare(const struct pt_run_options *options, const struct pt_test *test,
                      const struct pt_step *step, const struct pt_arg *arg, const void *expected,
                      const void *actual, struct pt_result *result)
{
    struct pt_arg_result *compared = &result->args[result->arg_count++];

    if (arg->picture && options->write_pictures) {
        write_picture(arg, actual, result);
        expected = actual;
    }
    compared->arg = arg;
    compared->step = step ? (unsigned)(step - test->steps) + 1 : 0;
    pt_compare(arg, expected, actual, options->piglit, &compared->comparison);
    keep_values(options, test, compared, expected, actual, result);
}

void pt_judge(const struct pt_test *test, struct pt_result *result)
{
    bool expect_fail = test->launch.expect_fail;

    for (size_t i = 0; i < result->arg_count; i++) {
        const struct pt_arg_result *arg = &result->args[i];
        bool matches = !arg->comparison.wrong;

        if (matches != expect_fail)
            continue;
        char *text = pt_comparison_text(arg);
        pt_result_set(result, PT_FAIL, "%s%s", text,
                      expect_fail ? ", though expect_test_fail is set" : "");
        free(text);
    }
}

void pt_need_api(const struct pt_plan *plan, enum pt_api api, struct pt_result *result)
{
    const struct pt_language *language = pt_plan_language(plan);

    if (language->api != api)
        pt_result_set(result, PT_SKIP, "the program is %s, which %s runs", language->name,
                      language->tester);
}

static void need_name(struct pt_result *result, const char *what, const char *expression,
                      const char *name)
{
    if (expression && !pt_expression_matches(expression, name))
        pt_result_set(result, PT_SKIP, "the %s '%s' does not match '%s'", what, name, expression);
}

/* `what` says of whom they are and what they are: "device has no extension". */
static void need_names(struct pt_result *result, const char *what, const char *needed,
                       const char *list)
{
    char *missing;

    if (needed && !pt_has_extensions(list, needed, &missing)) {
        pt_result_set(result, PT_SKIP, "the %s %s", what, missing);
        free(missing);
    }
}

void pt_need_device(const struct pt_plan *plan, const struct pt_device *device,
                    struct pt_result *result)
{
    const struct pt_config *config = &plan->config;

    if (plan->lacks_pictures)
        pt_result_set(result, PT_SKIP, "the tester was built without libpng, for its pictures");
    need_name(result, "platform", config->platform_regex, device->platform_name);
    need_name(result, "device", config->device_regex, device->device_name);
    need_names(result, "platform has no extension", config->platform_extensions,
               device->platform_extensions);
    need_names(result, "device has no extension", config->device_extensions,
               device->device_extensions);
    need_names(result, "device has no feature", config->features, device->features);
}
