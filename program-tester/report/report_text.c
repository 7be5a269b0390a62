/* SPDX-License-Identifier: MIT */
/* report_text.c: a short report for people. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/report/report.h"

enum { SHOWN_LOG_LINES = 20 };

static void nothing(struct pt_reporter *reporter, const char *name)
{
    (void)reporter;
    (void)name;
}

/* Prints text indented, at most that many lines of it. */
static void print_indented(FILE *file, const char *text, int most)
{
    for (int i = 0; *text; i++) {
        size_t length = strcspn(text, "\n");

        if (i == most) {
            fputs("      ...\n", file);
            return;
        }
        fprintf(file, "      %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void print_arg(FILE *file, const struct pt_arg_result *result)
{
    const struct pt_comparison *comparison = &result->comparison;

    for (size_t i = 1; i < comparison->shown; i++) {
        char *text = pt_difference_text(result->arg, &comparison->first[i]);

        fprintf(file, "      %s\n", text);
        free(text);
    }
    if (comparison->shown == PT_SHOWN_DIFFERENCES && comparison->wrong > comparison->shown)
        fprintf(file, "      ... and %zu more\n", comparison->wrong - comparison->shown);
}

static void print_actual(FILE *file, const struct pt_arg_result *result)
{
    char *name = pt_compared_name(result);

    fprintf(file, "      %s: %s\n", name, result->actual);
    free(name);
}

static void text_result(struct pt_reporter *reporter, const struct pt_result *result)
{
    FILE *file = reporter->file;
    char seed[32] = "";

    if (result->uses_seed)
        snprintf(seed, sizeof(seed), ", seed %" PRIu64, result->seed);
    fprintf(file, "%-7s %s (%.3f s)\n", pt_status_names[result->status], result->name,
            result->seconds);
    if (result->message)
        fprintf(file, "      %s\n", result->message);
    for (size_t i = 0; i < result->arg_count; i++) {
        if (result->status == PT_FAIL)
            print_arg(file, &result->args[i]);
        if (result->args[i].actual)
            print_actual(file, &result->args[i]);
    }
    if (result->status > PT_PASS && result->device[0])
        fprintf(file, "      on %s%s\n", result->device, seed);
    if (result->build_log && result->status != PT_PASS)
        print_indented(file, result->build_log, SHOWN_LOG_LINES);
    for (size_t i = 0; i < result->driver_message_count; i++) {
        if (!result->message || !strstr(result->message, result->driver_messages[i]))
            print_indented(file, result->driver_messages[i], SHOWN_LOG_LINES);
    }
}

/* The errors themselves were printed on stderr. */
static void text_errors(struct pt_reporter *reporter, const struct pt_result *result,
                        const struct pt_diags *diags)
{
    fprintf(reporter->file, "%-7s %s: %zu error%s\n", pt_status_names[PT_ERROR], result->name,
            diags->count, diags->count == 1 ? "" : "s");
}

static void text_end(struct pt_reporter *reporter, bool ran)
{
    if (!ran && !pt_report_total(reporter))
        return; /* why was said on standard error */
    fprintf(reporter->file, "%zu test%s in %.2f s:", pt_report_total(reporter),
            pt_report_total(reporter) == 1 ? "" : "s", pt_now() - reporter->started);
    for (enum pt_status status = PT_SKIP; status < PT_STATUS_COUNT; status++) {
        if (reporter->counts[status] || status == PT_PASS)
            fprintf(reporter->file, " %zu %s", reporter->counts[status], pt_status_names[status]);
    }
    fputc('\n', reporter->file);
}

const struct pt_report_format pt_report_text = {pt_report_no_device, nothing, nothing, text_result,
                                                text_errors,         nothing, text_end};
