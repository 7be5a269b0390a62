/* SPDX-License-Identifier: MIT */
/* subscript.c: which variable a line of the source accesses, by the column that Clang gives: a load
 * of "a[i]" has that of its beginning, an assignment that of the operator behind "a[i]". */
#include "driver/clover/explain/subscript.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The bracket that the one in front of `end` closes; NULL: there is none. */
static const char *opening(const char *line, const char *end)
{
    int depth = 0;

    while (end > line) {
        end--;
        depth += (*end == ']') - (*end == '[');
        if (!depth)
            return end;
    }
    return NULL;
}

/* The end of the name whose elements an expression ends with: "a" in "x + a[i][j]". */
static const char *before_brackets(const char *line, const char *end)
{
    const char *name = NULL;

    while (end) {
        while (end > line && end[-1] == ' ')
            end--;
        if (end == line || end[-1] != ']')
            return name ? end : NULL;
        end = name = opening(line, end);
    }
    return NULL;
}

bool clover_subscript(const char *line, uint32_t column, char name[SUBSCRIPT_NAME])
{
    const char *start, *end;

    if (!column || column > strlen(line))
        return false;
    start = end = line + column - 1;
    while (is_name(*end))
        end++;
    if (end == start)
        start = end = before_brackets(line, end);
    else if (*end != '[')
        return false;
    while (start && start > line && is_name(start[-1]))
        start--;
    if (start == end || end - start >= SUBSCRIPT_NAME || isdigit((unsigned char)*start))
        return false;
    if (start > line && (start[-1] == '.' || start[-1] == '>')) /* a member */
        return false;
    snprintf(name, SUBSCRIPT_NAME, "%.*s", (int)(end - start), start);
    return true;
}
