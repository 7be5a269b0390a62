/* SPDX-License-Identifier: MIT */
/* report.c: counting, and the two line protocols TAP and Piglit's. */
#include "program-tester/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/base/json.h"
#include "program-tester/report/channel.h"

void pt_report_result(struct pt_reporter *reporter, const struct pt_result *result)
{
    reporter->counts[result->status]++;
    pt_channel_mark(reporter);
    reporter->format->result(reporter, result);
    fflush(reporter->file);
}

void pt_report_errors(struct pt_reporter *reporter, const char *name, const struct pt_diags *diags)
{
    char *place = pt_place(diags->text, diags->items[0].offset);
    struct pt_result result = {
        .name = pt_copy(name, strlen(name)), .device = "", .status = PT_ERROR};

    pt_result_set(&result, PT_ERROR, "%s: %s", place, diags->items[0].message);
    pt_diags_print(diags, stderr);
    reporter->counts[PT_ERROR]++;
    pt_channel_mark(reporter);
    reporter->format->errors(reporter, &result, diags);
    fflush(reporter->file);
    pt_result_finish(&result);
    free(place);
}

size_t pt_report_total(const struct pt_reporter *reporter)
{
    size_t total = 0;

    for (int i = 0; i < PT_STATUS_COUNT; i++)
        total += reporter->counts[i];
    return total;
}

void pt_report_no_device(struct pt_reporter *reporter, const struct pt_device_string *strings,
                         size_t count)
{
    (void)reporter;
    (void)strings;
    (void)count;
}

static void nothing(struct pt_reporter *reporter, const char *name)
{
    (void)reporter;
    (void)name;
}

/* TAP 13. */

static void tap_line(struct pt_reporter *reporter, const struct pt_result *result)
{
    bool ok = result->status == PT_PASS || result->status == PT_SKIP;

    if (pt_report_total(reporter) == 1)
        fputs("TAP version 13\n", reporter->file);
    fprintf(reporter->file, "%s %zu - ", ok ? "ok" : "not ok", pt_report_total(reporter));
    for (const char *c = result->name; *c; c++) { /* '#' would begin a directive */
        if (*c == '#')
            fputc('\\', reporter->file);
        fputc(*c, reporter->file);
    }
    if (result->status == PT_SKIP)
        fprintf(reporter->file, " # SKIP %s", result->message ? result->message : "");
    fputc('\n', reporter->file);
}

static void tap_result(struct pt_reporter *reporter, const struct pt_result *result)
{
    tap_line(reporter, result);
    if (result->status == PT_PASS || result->status == PT_SKIP)
        return;
    fprintf(reporter->file, "  ---\n  severity: %s\n  message: ", pt_status_names[result->status]);
    pt_json_quote(reporter->file, result->message ? result->message : "");
    fputs("\n  ...\n", reporter->file);
}

static void tap_errors(struct pt_reporter *reporter, const struct pt_result *result,
                       const struct pt_diags *diags)
{
    (void)diags;
    tap_result(reporter, result);
}

static void tap_end(struct pt_reporter *reporter, bool ran)
{
    if (!pt_report_total(reporter))
        fputs("TAP version 13\n", reporter->file);
    if (!ran)
        fputs("Bail out! tester or driver could not run\n", reporter->file);
    else
        fprintf(reporter->file, "1..%zu\n", pt_report_total(reporter));
}

const struct pt_report_format pt_report_tap = {pt_report_no_device, nothing, nothing, tap_result,
                                               tap_errors,          nothing, tap_end};

/* Piglit's lines. Its runner knows no "error": wrong input is a warning there, as in its own
 * tester. */

static const char *piglit_status(enum pt_status status)
{
    return status == PT_ERROR ? "warn" : pt_status_names[status];
}

static void piglit_result(struct pt_reporter *reporter, const struct pt_result *result)
{
    if (result->message)
        fprintf(reporter->file, "# %s: %s\n", result->name, result->message);
    if (!result->test)
        return;
    fputs("PIGLIT: {\"subtest\": {", reporter->file);
    pt_json_quote(reporter->file, result->test->name);
    fprintf(reporter->file, " : \"%s\"}}\n", piglit_status(result->status));
}

static void piglit_errors(struct pt_reporter *reporter, const struct pt_result *result,
                          const struct pt_diags *diags)
{
    (void)diags;
    piglit_result(reporter, result);
}

/* Its runner takes a test without any result for one that was skipped. */
static void piglit_end(struct pt_reporter *reporter, bool ran)
{
    enum pt_status worst = ran ? PT_SKIP : PT_FAIL;

    for (enum pt_status status = PT_SKIP; status < PT_STATUS_COUNT; status++) {
        if (reporter->counts[status] && status > worst)
            worst = status;
    }
    fprintf(reporter->file, "PIGLIT: {\"result\": \"%s\" }\n", piglit_status(worst));
}

const struct pt_report_format pt_report_piglit = {
    pt_report_no_device, nothing, nothing, piglit_result, piglit_errors, nothing, piglit_end};
