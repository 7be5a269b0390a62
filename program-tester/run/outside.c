/* SPDX-License-Identifier: MIT */
/* outside.c: looks for the words by which a program asks for files or for the time, in whatever way
 * its lines are cut. */
#include "program-tester/run/outside.h"

#include <ctype.h>
#include <string.h>

#include "program-tester/base/util.h"

static const char *const words[] = {
    "include",       "include_next",       "import",      "embed",
    "__has_include", "__has_include_next", "__has_embed", "__DATE__",
    "__TIME__",      "__TIMESTAMP__",      "dependency",
};

static bool is_word(const char *word)
{
    for (size_t i = 0; i < PT_COUNT(words); i++)
        if (!strcmp(word, words[i]))
            return true;
    return false;
}

/* The size of a line's cut at the text's start, or 0: a backslash, or the trigraph for it, then
 * blanks, which compilers overlook, and the line's end. */
static size_t cut_size(const char *text, size_t size)
{
    size_t at = size > 2 && !memcmp(text, "?\?/", 3) ? 3 : size > 0 && *text == '\\';
    if (!at)
        return 0;
    while (at < size && strchr(" \t\v\f\r", text[at]) && text[at])
        at++;
    return at < size && text[at] == '\n' ? at + 1 : 0;
}

bool pt_looks_outside(const char *source, size_t size)
{
    char word[32];
    size_t length = 0;

    for (size_t at = 0; at <= size; at++) {
        for (size_t cut; (cut = cut_size(source + at, size - at));)
            at += cut;
        char c = at < size ? source[at] : '\0';
        if (isalnum((unsigned char)c) || c == '_') {
            if (length < sizeof(word) - 1)
                word[length] = c;
            length++;
            continue;
        }
        word[length < sizeof(word) ? length : 0] = '\0';
        if (is_word(word))
            return true;
        length = 0;
    }
    return false;
}
