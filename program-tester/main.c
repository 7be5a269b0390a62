/* SPDX-License-Identifier: MIT */
/* main.c: program-tester runs OpenCL test files against any OpenCL driver. */
#include <stdlib.h>
#include <unistd.h>

#include "program-tester/supervise.h"

enum exit_status { EXIT_PASSED = 0, EXIT_FAILED = 1, EXIT_WRONG_INPUT = 2, EXIT_COULD_NOT_RUN = 3 };

static enum exit_status list_devices(const struct pt_options *options)
{
    struct pt_devices devices;
    char *why;

    if (!pt_devices_find(&devices, options->platform, options->device, &why)) {
        fprintf(stderr, "program-tester: %s\n", why);
        free(why);
        return EXIT_COULD_NOT_RUN;
    }
    for (size_t i = 0; i < devices.count; i++)
        printf("%s (OpenCL C %u.%u)\n", devices.items[i].label, devices.items[i].clc_version / 10,
               devices.items[i].clc_version % 10);
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

/* A selection that selects nothing is a mistake. */
static bool anything_selected(const struct pt_options *options, const struct pt_files *files)
{
    struct pt_position first = {0};

    if (!options->pattern_count || pt_position_settle(&first, files))
        return true;
    fputs("program-tester: no test has a name that --test selects\n", stderr);
    return false;
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
    bool wrong_input = !anything_selected(options, files);

    for (size_t i = 0; i < files->count; i++) {
        if (files->items[i].diags.count) {
            wrong_input = true;
            pt_report_errors(reporter, files->items[i].name, &files->items[i].diags);
        }
    }
    bool ran = pt_supervise(options, files, reporter);
    reporter->format->end(reporter);
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
    if (options->mode == PT_MODE_RUN)
        status = run(options, &files, reporter);
    else
        status = inspect(options, &files);
    for (size_t i = 0; i < files.count; i++)
        pt_file_finish(&files.items[i]);
    free(files.items);
    return status;
}

/* Kernels and drivers print on standard output when it suits them. The reports take it for
 * themselves and leave standard error to the others. */
static FILE *keep_stdout(void)
{
    int copy = dup(STDOUT_FILENO);
    FILE *file = copy < 0 ? NULL : fdopen(copy, "w");

    return file && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? file : stdout;
}

int main(int argc, char **argv)
{
    struct pt_options options;
    struct pt_reporter reporter = {.file = stdout, .started = pt_now()};
    int status = pt_options_read(&options, argc, argv);

    reporter.format = options.format;
    if (!reporter.format)
        reporter.format = isatty(STDOUT_FILENO) ? &pt_report_text : &pt_report_json;
    if (status >= 0) {
        pt_options_finish(&options);
        return status;
    }
    if (options.mode == PT_MODE_RUN || options.mode == PT_MODE_SERVER)
        reporter.file = keep_stdout();
    if (options.mode == PT_MODE_LIST_DEVICES)
        status = list_devices(&options);
    else if (options.mode == PT_MODE_SERVER)
        status = serve(&options, &reporter);
    else
        status = with_files(&options, &reporter);
    pt_options_finish(&options);
    if (ferror(reporter.file) | fclose(reporter.file)) {
        fputs("program-tester: cannot write the report\n", stderr);
        status = EXIT_COULD_NOT_RUN;
    }
    return status;
}
