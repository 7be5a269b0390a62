/* SPDX-License-Identifier: MIT */
/* files.c: the test files of a run, and the order in which their tests run. */
#include "program-tester/run/files.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The path relative to the root folder, if it is under it. */
static char *shown_path(const char *path, const char *root)
{
    char real_path[PATH_MAX], real_root[PATH_MAX];

    if (root && realpath(path, real_path) && realpath(root, real_root)) {
        size_t length = strcmp(real_root, "/") ? strlen(real_root) : 0;

        if (!strncmp(real_path, real_root, length) && real_path[length] == '/')
            return pt_format("%s", real_path + length + 1);
    }
    while (!strncmp(path, "./", 2))
        path += 2;
    return pt_format("%s", path);
}

const struct pt_test *pt_file_test(const struct pt_file *file, size_t number)
{
    return pt_plan_only_builds(file->plan) ? NULL : &file->plan->tests[number];
}

/* "build" for the build. */
static const char *test_name(const struct pt_file *file, size_t number)
{
    const struct pt_test *test = pt_file_test(file, number);

    return test ? test->name : PT_BUILD_TEST;
}

void pt_file_load(struct pt_file *file, const char *path, const struct pt_options *options,
                  const char *const *patterns, size_t pattern_count)
{
    memset(file, 0, sizeof(*file));
    file->plan = pt_plan_load(path, &options->parse, &file->diags);
    file->name = shown_path(path, options->root);
    file->count = pt_plan_only_builds(file->plan) ? 1 : file->plan->test_count;
    file->selected = pt_alloc(file->count, sizeof(*file->selected));
    for (size_t i = 0; i < file->count; i++)
        pt_set_add(&file->names, test_name(file, i));
    if (file->diags.count)
        return;
    for (size_t i = 0; i < file->count && !pattern_count; i++)
        file->selected[i] = true;
    for (size_t p = 0; p < pattern_count; p++) {
        size_t i = pt_file_select(file, patterns[p], 0);

        for (; i < file->count; i = pt_file_select(file, patterns[p], i + 1))
            file->selected[i] = true;
    }
}

size_t pt_file_select(const struct pt_file *file, const char *pattern, size_t from)
{
    size_t number = pt_set_find(&file->names, pattern);
    bool named = number < file->names.count;

    if (file->names.count == file->count && (named || !strpbrk(pattern, "*?[\\")))
        return named && number >= from ? number : file->count;
    for (; from < file->count; from++) {
        const char *name = test_name(file, from);

        if (named ? !strcmp(pattern, name) : !fnmatch(pattern, name, 0))
            break;
    }
    return from;
}

void pt_file_finish(struct pt_file *file)
{
    pt_diags_finish(&file->diags);
    pt_plan_free(file->plan);
    free(file->name);
    free(file->selected);
    pt_set_finish(&file->names);
    memset(file, 0, sizeof(*file));
}

char *pt_file_full_name(const struct pt_file *file, size_t number)
{
    return pt_format("%s::%s", file->name, test_name(file, number));
}

enum pt_status pt_file_run(const struct pt_file *file, size_t number, struct pt_runner *runner,
                           struct pt_reporter *reporter)
{
    struct pt_result result = {.plan = file->plan,
                               .test = pt_file_test(file, number),
                               .name = pt_file_full_name(file, number)};

    pt_runner_run(runner, file->plan, result.test, &result);
    pt_report_result(reporter, &result);
    enum pt_status status = result.status;
    pt_result_finish(&result);
    return status;
}

bool pt_position_settle(struct pt_position *position, const struct pt_files *files)
{
    for (; position->file < files->count; position->file++, position->test = 0) {
        const struct pt_file *file = &files->items[position->file];

        for (; position->test < file->count; position->test++) {
            if (file->selected[position->test])
                return true;
        }
    }
    return false;
}
