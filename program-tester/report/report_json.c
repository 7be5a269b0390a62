/* SPDX-License-Identifier: MIT */
/* report_json.c: one JSON object a line for each test. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/json.h"
#include "program-tester/device/device.h"
#include "program-tester/parse/layout.h"
#include "program-tester/report/report.h"
#include "program-tester/verdict/dump.h"

static struct pt_json open_record(struct pt_reporter *reporter)
{
    struct pt_json json = {reporter->file, false};

    fputs(reporter->key, reporter->file);
    pt_json_open(&json, NULL, '{');
    return json;
}

static void close_record(struct pt_json *json)
{
    pt_json_close(json, '}');
    fputc('\n', json->file);
}

static void write_mark(struct pt_reporter *reporter, const char *mark, const char *name)
{
    struct pt_json json = open_record(reporter);

    pt_json_name(&json, mark, name);
    close_record(&json);
    fflush(reporter->file);
}

static void json_device(struct pt_reporter *reporter, const struct pt_device_string *strings,
                        size_t count)
{
    struct pt_json json = open_record(reporter);

    pt_json_open(&json, "device", '{');
    for (size_t i = 0; i < count; i++)
        pt_json_string(&json, strings[i].name, strings[i].text);
    pt_json_close(&json, '}');
    close_record(&json);
    fflush(reporter->file);
}

static void json_no_device(struct pt_reporter *reporter, const char *why)
{
    write_mark(reporter, "no_device", why);
}

static void json_begin(struct pt_reporter *reporter, const char *test)
{
    write_mark(reporter, "begin", test);
}

static void json_done(struct pt_reporter *reporter, const char *file)
{
    write_mark(reporter, "done", file);
}

static void write_difference(struct pt_json *json, const struct pt_arg *arg,
                             const struct pt_difference *difference)
{
    char *place = pt_lane_place(arg, difference->element, difference->channel);

    pt_json_open(json, NULL, '{');
    pt_json_string(json, "at", place);
    pt_json_string(json, "expected", difference->expected);
    pt_json_string(json, "actual", difference->actual);
    if (pt_scalars[arg->type.scalar].class == PT_FLOATING)
        pt_json_number(json, "ulp", difference->ulp);
    pt_json_close(json, '}');
    free(place);
}

static void write_image(struct pt_json *json, const struct pt_image *image)
{
    pt_json_open(json, "image", '{');
    pt_json_string(json, "type", pt_image_kind(image->type)->name);
    pt_json_string(json, "order", image->format.order->name);
    pt_json_string(json, "data_type", image->format.type->name);
    pt_json_close(json, '}');
}

static void write_shape(struct pt_json *json, const size_t shape[3])
{
    pt_json_open(json, "shape", '[');
    for (unsigned i = 0; i < 3; i++)
        pt_json_whole(json, NULL, shape[i]);
    pt_json_close(json, ']');
}

/* Writes the type of an argument, as far as its values need it to be shown. */
static void write_type(struct pt_json *json, const struct pt_arg *arg, const size_t shape[3])
{
    const char *channels = pt_contents_channels(arg);

    pt_json_string(json, "scalar", pt_scalars[arg->type.scalar].name);
    write_shape(json, shape);
    if (channels)
        pt_json_string(json, "channels", channels);
    if (arg->kind == PT_ARG_IMAGE)
        write_image(json, &arg->image);
}

static void write_choices(struct pt_json *json, const struct pt_contents *contents)
{
    pt_json_open(json, "choices", '{');
    for (size_t i = 0; i < contents->choice_count; i++) {
        char *lane = pt_format("%zu", contents->choices[i].lane);

        pt_json_string(json, lane, contents->choices[i].text);
        free(lane);
    }
    pt_json_close(json, '}');
}

static void write_contents(struct pt_json *json, const struct pt_arg_result *result)
{
    const struct pt_contents *contents = result->contents;

    pt_json_open(json, "contents", '{');
    write_type(json, result->arg, contents->shape);
    pt_json_string(json, "expected", contents->expected);
    if (contents->highs)
        pt_json_string(json, "highs", contents->highs);
    if (contents->choice_count)
        write_choices(json, contents);
    pt_json_string(json, "actual", contents->actual);
    pt_json_string(json, "wrong", contents->wrong);
    pt_json_close(json, '}');
}

static void write_arg(struct pt_json *json, const struct pt_arg_result *result)
{
    const struct pt_comparison *comparison = &result->comparison;

    pt_json_open(json, NULL, '{');
    pt_json_whole(json, "index", result->arg->index);
    if (result->step)
        pt_json_whole(json, "step", result->step);
    pt_json_whole(json, "values", comparison->total);
    pt_json_whole(json, "wrong", comparison->wrong);
    if (pt_scalars[result->arg->type.scalar].class == PT_FLOATING && comparison->wrong)
        pt_json_number(json, "worst_ulp", comparison->worst_ulp);
    if (comparison->shown) {
        pt_json_open(json, "first", '[');
        for (size_t i = 0; i < comparison->shown; i++)
            write_difference(json, result->arg, &comparison->first[i]);
        pt_json_close(json, ']');
    }
    if (result->actual)
        pt_json_string(json, "actual", result->actual);
    if (result->contents)
        write_contents(json, result);
    pt_json_close(json, '}');
}

/* The image that a failed test was given. */
static void write_input(struct pt_json *json, const struct pt_arg *arg, uint64_t seed)
{
    size_t shape[3];
    void *memory = pt_alloc(arg->size, 1);

    pt_arg_expand(arg, seed, memory);
    char *values = pt_values_text(arg, memory);
    pt_image_shape(&arg->image, shape);
    pt_json_open(json, NULL, '{');
    pt_json_whole(json, "index", arg->index);
    write_type(json, arg, shape);
    pt_json_string(json, "values", values);
    pt_json_close(json, '}');
    free(values);
    free(memory);
}

static bool is_shown_input(const struct pt_arg *arg)
{
    return arg->kind == PT_ARG_IMAGE && arg->fill != PT_FILL_NONE &&
           arg->count <= PT_CONTENTS_ELEMENTS;
}

static void write_inputs(struct pt_json *json, const struct pt_result *result)
{
    const struct pt_args *in = &result->test->in;
    bool open = false;

    for (size_t i = 0; i < in->count; i++) {
        if (!is_shown_input(&in->items[i]))
            continue;
        if (!open)
            pt_json_open(json, "inputs", '[');
        open = true;
        write_input(json, &in->items[i], result->seed);
    }
    if (open)
        pt_json_close(json, ']');
}

static void write_head(struct pt_json *json, const struct pt_result *result)
{
    pt_json_name(json, "test", result->name);
    pt_json_string(json, "status", pt_status_names[result->status]);
    pt_json_number(json, "seconds", result->seconds);
    pt_json_string(json, "message", result->message ? result->message : "");
    if (result->device[0])
        pt_json_string(json, "device", result->device);
    if (result->device_lost)
        pt_json_true(json, "device_lost");
    pt_json_open(json, "details", '{');
}

static void write_details(struct pt_json *json, const struct pt_result *result)
{
    size_t offset = result->test && !result->offset ? result->test->offset : result->offset;
    unsigned line, column;

    if (result->plan) {
        pt_json_name(json, "file", result->plan->text.name);
        pt_text_locate(&result->plan->text, offset, &line, &column);
        pt_json_whole(json, "line", line);
    }
    if (result->uses_seed)
        pt_json_whole(json, "seed", result->seed);
    if (result->arg_count) {
        pt_json_open(json, "arguments", '[');
        for (size_t i = 0; i < result->arg_count; i++)
            write_arg(json, &result->args[i]);
        pt_json_close(json, ']');
    }
    if (result->status == PT_FAIL && result->test)
        write_inputs(json, result);
    if (result->build_log)
        pt_json_string(json, "build_log", result->build_log);
    if (result->driver_message_count) {
        pt_json_open(json, "driver_messages", '[');
        for (size_t i = 0; i < result->driver_message_count; i++)
            pt_json_string(json, NULL, result->driver_messages[i]);
        pt_json_close(json, ']');
    }
}

static void write_tail(struct pt_json *json)
{
    pt_json_close(json, '}');
    close_record(json);
}

/* All that a runner wants to know of most tests: those of which the driver told nothing. */
static void write_pass(struct pt_json *json, const struct pt_result *result)
{
    pt_json_name(json, "test", result->name);
    pt_json_string(json, "status", pt_status_names[PT_PASS]);
    pt_json_number(json, "seconds", result->seconds);
    close_record(json);
}

static void json_result(struct pt_reporter *reporter, const struct pt_result *result)
{
    struct pt_json json = open_record(reporter);

    if (reporter->brief && result->status == PT_PASS && !result->message &&
        !result->driver_message_count) {
        write_pass(&json, result);
        return;
    }
    write_head(&json, result);
    write_details(&json, result);
    write_tail(&json);
}

static void json_errors(struct pt_reporter *reporter, const struct pt_result *result,
                        const struct pt_diags *diags)
{
    struct pt_json json = open_record(reporter);

    write_head(&json, result);
    pt_json_name(&json, "file", diags->text->name);
    pt_json_open(&json, "errors", '[');
    for (size_t i = 0; i < diags->count; i++) {
        unsigned line = 0, column = 0;

        if (diags->items[i].offset != PT_NOWHERE)
            pt_text_locate(diags->text, diags->items[i].offset, &line, &column);
        pt_json_open(&json, NULL, '{');
        pt_json_whole(&json, "line", line);
        pt_json_whole(&json, "column", column);
        pt_json_string(&json, "message", diags->items[i].message);
        pt_json_close(&json, '}');
    }
    pt_json_close(&json, ']');
    write_tail(&json);
}

static void json_end(struct pt_reporter *reporter, bool ran)
{
    (void)reporter;
    (void)ran;
}

const struct pt_report_format pt_report_json = {
    json_device, json_no_device, json_begin, json_result, json_errors, json_done, json_end};
