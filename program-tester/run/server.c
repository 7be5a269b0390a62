/* SPDX-License-Identifier: MIT */
/* server.c: runs what a runner asks for, line by line, in one process. The runner learns of each
 * test before it begins, and so knows which one a crash belongs to. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "program-tester/report/channel.h"
#include "program-tester/run/supervise.h"

/* Runs a test, unless it has not been asked for, or has run. */
static void serve_test(struct pt_file *file, size_t number, struct pt_runner *runner,
                       struct pt_reporter *reporter)
{
    if (!file->selected[number])
        return;
    char *name = pt_file_full_name(file, number);

    reporter->format->begin(reporter, name);
    pt_file_run(file, number, runner, reporter);
    file->selected[number] = false;
    free(name);
}

static void serve_pattern(struct pt_file *file, const char *pattern, struct pt_runner *runner,
                          struct pt_reporter *reporter)
{
    size_t number = pt_file_select(file, pattern, 0);

    for (; number < file->count; number = pt_file_select(file, pattern, number + 1))
        serve_test(file, number, runner, reporter);
}

/* Tests run in the order in which they are asked for. */
static void serve_file(const struct pt_options *options, struct pt_runner *runner,
                       struct pt_reporter *reporter, char *path, const char *const *patterns,
                       size_t pattern_count)
{
    struct pt_file file;

    pt_file_load(&file, path, options, patterns, pattern_count);
    if (file.diags.count)
        pt_report_errors(reporter, file.name, &file.diags);
    for (size_t i = 0; i < pattern_count; i++)
        serve_pattern(&file, patterns[i], runner, reporter);
    for (size_t i = 0; i < file.count && !pattern_count; i++)
        serve_test(&file, i, runner, reporter);
    pt_runner_forget(runner);
    pt_channel_mark(reporter);
    reporter->format->done(reporter, path);
    pt_file_finish(&file);
}

/* Takes the backslashes out of a word, in its place: \t, \n and \\. */
static void unescape(char *word)
{
    char *out = word;

    for (; *word; word++) {
        bool escape = *word == '\\' && word[1];
        word += escape;
        *out++ = !escape ? *word : *word == 't' ? '\t' : *word == 'n' ? '\n' : *word;
    }
    *out = '\0';
}

/* Cuts a line at its tabs: the file, then tests. */
static void serve_line(const struct pt_options *options, struct pt_runner *runner,
                       struct pt_reporter *reporter, char *line)
{
    const char **words = pt_alloc(strlen(line) + 1, sizeof(*words));
    size_t word_count = 0;

    for (char *word; (word = strsep(&line, "\t"));) {
        unescape(word);
        words[word_count++] = word;
    }
    serve_file(options, runner, reporter, (char *)words[0], words + 1, word_count - 1);
    free(words);
}

static void tell_device(const struct pt_device *device, struct pt_reporter *reporter)
{
    struct pt_device_string strings[PT_DEVICE_STRINGS];

    pt_device_strings(device, strings);
    reporter->format->device(reporter, strings, PT_DEVICE_STRINGS);
    pt_device_strings_finish(strings);
}

/* Answers requests until the input's end. Returns false when it cannot be read to there. */
static bool serve_lines(const struct pt_options *options, const struct pt_device *device,
                        struct pt_reporter *reporter, FILE *input)
{
    size_t capacity = 0;
    char *line = NULL;

    struct pt_runner *runner = pt_runner_create(&options->run, device);
    tell_device(device, reporter);
    while (pt_channel_line(reporter, input, &line, &capacity) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0])
            serve_line(options, runner, reporter, line);
    }
    bool whole = feof(input);
    if (!whole)
        pt_complain("cannot read standard input: %s", strerror(errno));
    free(line);
    pt_runner_destroy(runner);
    return whole;
}

/* Serves on the first device that is selected; a caller learns at once when there is none. */
static bool serve_devices(const struct pt_options *options, struct pt_reporter *reporter,
                          FILE *input)
{
    struct pt_devices devices;
    char *why;

    if (!pt_devices_find(&devices, options->platform, options->device, &why)) {
        pt_complain("%s", why);
        reporter->format->no_device(reporter, why);
        free(why);
        return false;
    }
    bool served = serve_lines(options, &devices.items[0], reporter, input);
    pt_devices_finish(&devices);
    return served;
}

bool pt_serve(const struct pt_options *options, struct pt_reporter *reporter)
{
    FILE *input = pt_channel_input();
    bool served = false;

    reporter->brief = !options->run.print_actual;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that hangs must not outlive a killed runner */
    if (!input)
        pt_complain("cannot read standard input");
    else if (options->records >= 0 && !pt_channel_read_key(reporter, input))
        pt_complain("standard input does not begin with a key for --records");
    else
        served = serve_devices(options, reporter, input);
    if (input)
        fclose(input);
    return served;
}
