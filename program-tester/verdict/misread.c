/* SPDX-License-Identifier: MIT */
/* misread.c: whether a program reads an image by a function of another kind of format. What comes
 * of it is undefined (OpenCL C 1.2, 6.12.14.2): values that say nothing of the mistake. */
#include "program-tester/verdict/misread.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct read_function {
    const char *name;
    enum pt_scalar seen; /* of formats that it is for */
} functions[] = {{"read_imagef", PT_FLOAT},
                 {"read_imageh", PT_FLOAT},
                 {"read_imagei", PT_INT},
                 {"read_imageui", PT_UINT}};

static bool continues_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool names(const struct pt_plan *plan, const char *name)
{
    const char *at = plan->program, *const end = at + plan->program_size;
    const size_t length = strlen(name);

    while ((at = memmem(at, (size_t)(end - at), name, length))) {
        bool begins = at == plan->program || !continues_name(at[-1]);

        at += length;
        if (begins && (at == end || !continues_name(*at)))
            return true;
    }
    return false;
}

/* The function of another kind that the program has, where it has none of this kind. */
static const char *wrong_function(const struct pt_plan *plan, enum pt_scalar seen)
{
    const char *wrong = NULL;

    for (size_t i = 0; i < PT_COUNT(functions); i++) {
        if (!names(plan, functions[i].name))
            continue;
        if (functions[i].seen == seen)
            return NULL;
        wrong = functions[i].name;
    }
    return wrong;
}

static const char *right_function(enum pt_scalar seen)
{
    size_t i = 0;

    while (functions[i].seen != seen)
        i++;
    return functions[i].name;
}

char *pt_misread_hint(const struct pt_plan *plan, const struct pt_test *test)
{
    for (size_t i = 0; i < test->in.count && plan->program && !plan->program_is_binary; i++) {
        const struct pt_arg *arg = &test->in.items[i];
        const struct pt_data_type *type = arg->image.format.type;

        if (arg->kind != PT_ARG_IMAGE)
            continue;
        const char *wrong = wrong_function(plan, type->seen);
        if (!wrong)
            continue;
        char *place = pt_place(&plan->text, arg->offset);
        char *hint = pt_format("; %s: %s is read by %s, not by %s", place, type->name,
                               right_function(type->seen), wrong);
        free(place);
        return hint;
    }
    return NULL;
}
