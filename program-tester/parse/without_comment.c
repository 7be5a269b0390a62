/* SPDX-License-Identifier: MIT */
/* without_comment.c: a program without the configuration in its comment. Tests that differ in
 * values alone then have the same program, which a driver with a cache builds once. */
#include "program-tester/parse/without_comment.h"

#include <string.h>

#include "program-tester/base/util.h"

/* Whether all lines before `end` are empty or comments of one line: then the mark there begins a
 * comment in C, too.
 */
static bool nothing_before(const char *line, const char *end)
{
    for (const char *next; line < end; line = next + 1) {
        next = memchr(line, '\n', (size_t)(end - line));
        if (!next)
            return false; /* something in the comment's own line */
        const size_t length = (size_t)(next - line);
        const bool is_comment =
            length >= 2 && !memcmp(line, "//", 2) && !memchr(line, '\\', length);
        if (length && !is_comment)
            return false;
    }
    return true;
}

/* Whether C's comment is as long as the tester's: its end is the first end mark. */
static bool is_comment_of_c(struct pt_word comment)
{
    const char *star = comment.text + 2, *end = comment.text + comment.length;

    while ((star = memchr(star + 1, '*', (size_t)(end - star - 1))) && star + 1 < end) {
        if (star[1] == '/')
            return star + 2 == end;
    }
    return false;
}

char *pt_without_comment(const struct pt_text *text, struct pt_word comment, size_t *size)
{
    struct pt_string program = {0};
    const char *line = comment.text, *end = comment.text + comment.length;

    *size = text->size;
    if (!comment.length || !nothing_before(text->data, comment.text) || !is_comment_of_c(comment))
        return pt_copy(text->data, text->size);
    pt_string_append(&program, text->data, (size_t)(comment.text - text->data));
    for (const char *next; (next = memchr(line, '\n', (size_t)(end - line))); line = next + 1)
        pt_string_append(&program, "\n", 1);
    for (; line < end; line++)
        pt_string_append(&program, " ", 1);
    pt_string_append(&program, end, (size_t)(text->data + text->size - end));
    *size = program.length;
    return pt_string_take(&program);
}
