/* SPDX-License-Identifier: MIT */
/* main.c: program-tester runs OpenCL test files against any OpenCL driver. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program-tester/report/channel.h"
#include "program-tester/run/supervise.h"

enum exit_status { EXIT_PASSED = 0, EXIT_FAILED = 1, EXIT_WRONG_INPUT = 2, EXIT_COULD_NOT_RUN = 3 };

static enum exit_status list_devices(const struct pt_options *options)
{
    struct pt_devices devices;
    char *why;

    if (!pt_devices_find(&devices, options->platform, options->device, &why)) {
        pt_complain("%s", why);
        free(why);
        return EXIT_COULD_NOT_RUN;
    }
    for (size_t i = 0; i < devices.count; i++)
        printf("%s (%s)\n", devices.items[i].label, devices.items[i].language);
    pt_devices_finish(&devices);
    return EXIT_PASSED;
}

/* --check and --list: errors go to stderr, names to stdout. */
static enum exit_status inspect(const struct pt_options *options, const struct pt_files *files)
{
    enum exit_status status = EXIT_PASSED;

    for (size_t i = 0; i < files->count; i++) {
        const struct pt_file *file = &files->items[i];

        pt_diags_print(&file->diags, stderr);
        if (file->diags.count)
            status = EXIT_WRONG_INPUT;
        for (size_t test = 0; test < file->count && options->mode == PT_MODE_LIST; test++) {
            char *name = pt_file_full_name(file, test);

            if (file->selected[test])
                puts(name);
            free(name);
        }
    }
    return status;
}

static bool selects_any(const char *pattern, const struct pt_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        if (pt_file_select(&files->items[i], pattern, 0) < files->items[i].count)
            return true;
    }
    return false;
}

/* A selection that selects nothing is a mistake, also beside others. */
static bool all_patterns_select(const struct pt_options *options, const struct pt_files *files)
{
    bool all = true;

    for (size_t i = 0; i < options->pattern_count; i++) {
        if (selects_any(options->patterns[i], files))
            continue;
        pt_complain("no test has a name that --test '%s' selects", options->patterns[i]);
        all = false;
    }
    return all;
}

/* Results are known by their names: one file cannot have two of each. */
static bool names_are_unique(const struct pt_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        for (size_t other = 0; other < i; other++) {
            if (strcmp(files->items[i].name, files->items[other].name))
                continue;
            pt_complain("%s is given twice", files->items[i].name);
            return false;
        }
    }
    return true;
}

static enum exit_status sum_up(const struct pt_reporter *reporter, bool wrong_input, bool ran)
{
    if (wrong_input)
        return EXIT_WRONG_INPUT;
    if (!ran || reporter->counts[PT_ERROR])
        return EXIT_COULD_NOT_RUN;
    if (reporter->counts[PT_FAIL] || reporter->counts[PT_CRASH] || reporter->counts[PT_TIMEOUT])
        return EXIT_FAILED;
    return EXIT_PASSED;
}

static enum exit_status run(const struct pt_options *options, const struct pt_files *files,
                            struct pt_reporter *reporter)
{
    bool wrong_input = !all_patterns_select(options, files);

    for (size_t i = 0; i < files->count; i++) {
        if (files->items[i].diags.count) {
            wrong_input = true;
            pt_report_errors(reporter, files->items[i].name, &files->items[i].diags);
        }
    }
    bool ran = pt_supervise(options, files, reporter);
    reporter->format->end(reporter, ran);
    fflush(reporter->file);
    return sum_up(reporter, wrong_input, ran);
}

static enum exit_status serve(const struct pt_options *options, struct pt_reporter *reporter)
{
    bool ran = pt_serve(options, reporter);

    return sum_up(reporter, false, ran);
}

static enum exit_status with_files(const struct pt_options *options, struct pt_reporter *reporter)
{
    struct pt_files files = {pt_alloc(options->file_count, sizeof(struct pt_file)),
                             options->file_count};
    enum exit_status status;

    for (size_t i = 0; i < files.count; i++)
        pt_file_load(&files.items[i], options->files[i], options, options->patterns,
                     options->pattern_count);
    if (!names_are_unique(&files))
        status = EXIT_WRONG_INPUT;
    else if (options->mode == PT_MODE_RUN)
        status = run(options, &files, reporter);
    else
        status = inspect(options, &files);
    for (size_t i = 0; i < files.count; i++)
        pt_file_finish(&files.items[i]);
    free(files.items);
    return status;
}

static bool open_report(const struct pt_options *options, struct pt_reporter *reporter)
{
    if (options->mode != PT_MODE_RUN && options->mode != PT_MODE_SERVER)
        return true;
    if (pt_channel_open(reporter, options->records))
        return true;
    pt_complain("cannot write the report: %s", strerror(errno));
    return false;
}

static enum exit_status do_mode(const struct pt_options *options, struct pt_reporter *reporter)
{
    if (!open_report(options, reporter))
        return EXIT_COULD_NOT_RUN;
    if (options->mode == PT_MODE_LIST_DEVICES)
        return list_devices(options);
    if (options->mode == PT_MODE_SERVER)
        return serve(options, reporter);
    return with_files(options, reporter);
}

int main(int argc, char **argv)
{
    struct pt_options options;
    struct pt_reporter reporter = {.file = stdout, .started = pt_now()};
    int status = pt_options_read(&options, argc, argv);

    reporter.format = options.format;
    if (!reporter.format)
        reporter.format =
            isatty(STDOUT_FILENO) && options.records < 0 ? &pt_report_text : &pt_report_json;
    if (status >= 0) {
        pt_options_finish(&options);
        return status;
    }
    status = do_mode(&options, &reporter);
    pt_options_finish(&options);
    if (ferror(reporter.file) | fclose(reporter.file)) {
        pt_complain("cannot write the report");
        status = EXIT_COULD_NOT_RUN;
    }
    return status;
}
