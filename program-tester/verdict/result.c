/* SPDX-License-Identifier: MIT */
/* result.c: the outcome of one test. */
#include "program-tester/verdict/result.h"

#include <stdlib.h>
#include <string.h>

const char *const pt_status_names[PT_STATUS_COUNT] = {
    [PT_SKIP] = "skip",       [PT_PASS] = "pass",   [PT_FAIL] = "fail",
    [PT_TIMEOUT] = "timeout", [PT_CRASH] = "crash", [PT_ERROR] = "error",
};

void pt_result_finish(struct pt_result *result)
{
    for (size_t i = 0; i < result->arg_count; i++) {
        free(result->args[i].actual);
        pt_contents_free(result->args[i].contents);
    }
    free(result->args);
    for (size_t i = 0; i < result->driver_message_count; i++)
        free(result->driver_messages[i]);
    free(result->driver_messages);
    free(result->name);
    free(result->message);
    free(result->build_log);
    memset(result, 0, sizeof(*result));
}

void pt_result_set(struct pt_result *result, enum pt_status status, const char *format, ...)
{
    va_list args;

    if (result->message)
        return;
    result->status = status;
    va_start(args, format);
    result->message = pt_format_list(format, args);
    va_end(args);
}

void pt_result_add_driver_message(struct pt_result *result, const char *message)
{
    result->driver_messages =
        pt_grow(result->driver_messages, &result->driver_message_capacity,
                result->driver_message_count + 1, sizeof(*result->driver_messages));
    result->driver_messages[result->driver_message_count++] = pt_copy(message, strlen(message));
}

/* Adds "2.36 million". */
static void add_ulps(struct pt_string *text, double ulps)
{
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1, ""}, {1e3, " thousand"}, {1e6, " million"}, {1e9, " billion"}};
    size_t i = ulps < 1e4 ? 0 : 1;

    while (i && i + 1 < PT_COUNT(units) && ulps >= 999.5 * units[i].unit)
        i++;
    pt_string_add(text, i || ulps < 100 ? "%.3g%s" : "%.0f%s", ulps / units[i].unit, units[i].name);
}

char *pt_difference_text(const struct pt_arg *arg, const struct pt_difference *difference)
{
    char *place = pt_lane_place(arg, difference->element, difference->channel);
    struct pt_string text = {0};

    pt_string_add(&text, "%s: expected %s, got %s", place, difference->expected,
                  difference->actual);
    if (difference->ulp < 0x1p32) { /* farther away the number says nothing; NaN is left out too */
        pt_string_add(&text, " (");
        add_ulps(&text, difference->ulp);
        pt_string_add(&text, " ulp)");
    }
    free(place);
    return pt_string_take(&text);
}

char *pt_compared_name(const struct pt_arg_result *result)
{
    if (!result->step)
        return pt_format("argument %u", result->arg->index);
    return pt_format("step %u: box of argument %u", result->step, result->arg->index);
}

char *pt_comparison_text(const struct pt_arg_result *result)
{
    const struct pt_comparison *comparison = &result->comparison;
    char *name = pt_compared_name(result), *first, *text;

    if (comparison->wrong) {
        first = pt_difference_text(result->arg, &comparison->first[0]);
        text = pt_format("%s: %zu of %zu values differ, first at %s", name, comparison->wrong,
                         comparison->total, first);
        free(first);
    } else {
        text = pt_format("%s: %s%zu value%s", name, comparison->total == 1 ? "" : "all ",
                         comparison->total, comparison->total == 1 ? " matches" : "s match");
    }
    free(name);
    return text;
}
