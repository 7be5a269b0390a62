/* SPDX-License-Identifier: MIT */
/* dump.c: writes whole arguments as text. */
#include "program-tester/verdict/dump.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *pt_values_text(const struct pt_arg *arg, const void *memory)
{
    struct pt_lanes lanes = pt_lanes_of(arg, memory);
    struct pt_string text = {0};
    char number[PT_NUMBER_TEXT];

    for (size_t i = 0; i < lanes.count; i++) {
        pt_scalar_print(lanes.scalar, (char *)lanes.data + i * pt_scalars[lanes.scalar].size,
                        number);
        if (i)
            pt_string_append(&text, " ", 1);
        pt_string_append(&text, number, strlen(number));
    }
    free(lanes.data);
    return pt_string_take(&text);
}

/* Begins the line of an element with its place. */
static void write_place(FILE *file, const struct pt_arg *arg, size_t element)
{
    char *place = pt_lane_place(arg, element, PT_WHOLE_ELEMENT);

    fprintf(file, "%s%s", element ? "\n" : "", place);
    free(place);
}

static void write_actual(FILE *file, const struct pt_arg *arg, const void *memory)
{
    struct pt_lanes lanes = pt_lanes_of(arg, memory);
    char number[PT_NUMBER_TEXT];

    for (size_t i = 0; i < lanes.count; i++) {
        if (i % lanes.width == 0)
            write_place(file, arg, i / lanes.width);
        pt_scalar_print(lanes.scalar, (char *)lanes.data + i * pt_scalars[lanes.scalar].size,
                        number);
        fprintf(file, " %s", number);
    }
    fputc('\n', file);
    free(lanes.data);
}

/* As a file would give it, ranges and alternatives included. */
static void write_expected(FILE *file, const struct pt_arg *arg, const void *memory)
{
    struct pt_expected expected;

    pt_expected_start(&expected, arg, memory, false);
    size_t width = expected.lanes[0].width;
    for (size_t i = 0; i < expected.lanes[0].count; i++) {
        if (i % width == 0)
            write_place(file, arg, i / width);
        else if (pt_expected_grouped(&expected, i / width))
            continue;
        char *text = pt_expected_text(&expected, i);
        fprintf(file, " %s", text);
        free(text);
    }
    fputc('\n', file);
    pt_expected_finish(&expected);
}

typedef void (*write_fn)(FILE *file, const struct pt_arg *arg, const void *memory);

static char *write_file(const char *dir, const char *test, const char *kind, write_fn write,
                        const struct pt_arg_result *result, const void *memory)
{
    const char *what = result->step ? "step" : "arg";
    unsigned number = result->step ? result->step : result->arg->index;
    char *name = pt_format("%s", test), *path, *why = NULL;

    for (char *c = name; *c; c++) {
        if (!isalnum((unsigned char)*c) && !strchr(".-", *c))
            *c = '_';
    }
    path = pt_format("%s/%s.%s%u.%s", dir, name, what, number, kind);
    FILE *file = fopen(path, "w");
    if (file)
        write(file, result->arg, memory);
    if (!file || ferror(file) | fclose(file))
        why = pt_format("cannot write %s: %s", path, strerror(errno));
    free(name);
    free(path);
    return why;
}

char *pt_dump(const char *dir, const char *test, const struct pt_arg_result *result,
              const void *expected, const void *actual)
{
    if (mkdir(dir, 0777) && errno != EEXIST)
        return pt_format("cannot make the folder %s: %s", dir, strerror(errno));
    char *why = write_file(dir, test, "expected", write_expected, result, expected);
    return why ? why : write_file(dir, test, "actual", write_actual, result, actual);
}
