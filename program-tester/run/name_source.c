/* SPDX-License-Identifier: MIT */
/* name_source.c: the name of the test's file in what drivers say of its program. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/run/run.h"

/* Names that drivers give to a program that they get as a string: ours, NVIDIA's, rusticl, PoCL. */
static const char *const names[] = {"<source>", "<kernel>", "input.cl", "*/tempfile*.cl"};

/* The file whose lines are those of the program; NULL: there is none. */
static const char *file_of(const struct pt_plan *plan)
{
    if (plan->program_is_binary)
        return NULL;
    if (pt_plan_has_comment(plan))
        return plan->text.name;
    return pt_has_suffix(plan->path, ".cl") ? plan->path : plan->config.program_source_file;
}

void pt_name_program(cl_platform_id platform, cl_program program, const struct pt_plan *plan)
{
    typedef cl_int(CL_API_CALL * set_name)(cl_program, const char *);
    const char *file = file_of(plan);
    void *function = clGetExtensionFunctionAddressForPlatform(platform, "clSetProgramNameROOTLE");

    if (file && function)
        ((set_name)function)(program, file); /* without memory for it messages have another name */
}

/* How long the name is with which a word begins that is a place in the program; 0: it is none. */
static size_t place_name(struct pt_word word)
{
    const char *colon = memchr(word.text, ':', word.length);
    size_t length = colon ? (size_t)(colon - word.text) : 0, i = 0;

    if (!length || length + 1 == word.length || !strchr("0123456789", colon[1]))
        return 0;
    char *name = pt_copy(word.text, length);
    while (i < PT_COUNT(names) && fnmatch(names[i], name, 0))
        i++;
    free(name);
    return i < PT_COUNT(names) ? length : 0;
}

char *pt_name_source(const struct pt_plan *plan, const char *text)
{
    struct pt_string named = {0};
    const char *file = file_of(plan);

    while (file && *text) {
        struct pt_word word = {text, strcspn(text, " \n")};
        size_t name = word.length ? place_name(word) : 0;
        size_t rest = word.length - name + (text[word.length] != '\0');

        if (name)
            pt_string_append(&named, file, strlen(file));
        pt_string_append(&named, text + name, rest);
        text += name + rest;
    }
    pt_string_append(&named, text, strlen(text));
    return pt_string_take(&named);
}
