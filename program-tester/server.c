/* SPDX-License-Identifier: MIT */
/* server.c: runs what a runner asks for, line by line, in one process. The runner learns of each
 * test before it begins, and so knows which one a crash belongs to. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/supervise.h"

static void serve_file(const struct pt_options *options, struct pt_runner *runners, size_t count,
                       struct pt_reporter *reporter, char *path, const char *const *patterns,
                       size_t pattern_count)
{
    struct pt_file file;

    pt_file_load(&file, path, options, patterns, pattern_count);
    if (file.diags.count)
        pt_report_errors(reporter, file.name, &file.diags);
    for (size_t r = 0; r < count; r++) {
        for (size_t i = 0; i < file.count; i++) {
            char *name = pt_file_full_name(&file, i);

            if (file.selected[i]) {
                reporter->format->begin(reporter, name);
                pt_file_run(&file, i, &runners[r], reporter);
            }
            free(name);
        }
        pt_runner_forget(&runners[r]);
    }
    reporter->format->done(reporter, path);
    pt_file_finish(&file);
}

/* Cuts a line at its tabs: the file, then tests. */
static void serve_line(const struct pt_options *options, struct pt_runner *runners, size_t count,
                       struct pt_reporter *reporter, char *line)
{
    const char **words = pt_alloc(strlen(line) + 1, sizeof(*words));
    size_t word_count = 0;

    for (char *word; (word = strsep(&line, "\t"));)
        words[word_count++] = word;
    serve_file(options, runners, count, reporter, (char *)words[0], words + 1, word_count - 1);
    free(words);
}

bool pt_serve(const struct pt_options *options, struct pt_reporter *reporter)
{
    struct pt_devices devices;
    size_t capacity = 0;
    char *why, *line = NULL;
    ssize_t length;

    if (!pt_devices_find(&devices, options->platform, options->device, &why)) {
        fprintf(stderr, "program-tester: %s\n", why);
        free(why);
        return false;
    }
    struct pt_runner *runners = pt_alloc(devices.count, sizeof(*runners));
    for (size_t i = 0; i < devices.count; i++)
        pt_runner_init(&runners[i], &options->run, &devices.items[i]);
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0])
            serve_line(options, runners, devices.count, reporter, line);
    }
    free(line);
    for (size_t i = 0; i < devices.count; i++)
        pt_runner_finish(&runners[i]);
    free(runners);
    pt_devices_finish(&devices);
    return true;
}
