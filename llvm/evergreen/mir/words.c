/* SPDX-License-Identifier: MIT */
/* words.c: the text of machine IR, word by word. */
#include "llvm/evergreen/mir/words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void words_fail(struct words *w, const char *format, ...)
{
    if (w->failed)
        return;
    w->failed = true;
    int length = snprintf(w->error, w->error_size, "%u:%u: ", w->line,
                          (unsigned)(w->at - w->line_start) + 1);
    va_list arguments;
    va_start(arguments, format);
    if (length >= 0 && (size_t)length < w->error_size)
        vsnprintf(w->error + length, w->error_size - (size_t)length, format, arguments);
    va_end(arguments);
}

void words_skip_blanks(struct words *w)
{
    while (*w->at == ' ' || *w->at == '\t' || *w->at == '\r')
        w->at++;
}

bool words_at_line_end(struct words *w)
{
    words_skip_blanks(w);
    return *w->at == '\0' || *w->at == '\n' || *w->at == ';';
}

bool words_next_line(struct words *w)
{
    while (words_at_line_end(w)) {
        w->at += strcspn(w->at, "\n");
        if (!*w->at)
            return false;
        w->line_start = ++w->at;
        w->line++;
    }
    return true;
}

void words_end_line(struct words *w)
{
    if (!words_at_line_end(w))
        words_fail(w, "the line should end here");
    words_next_line(w);
}

bool words_accept(struct words *w, char c)
{
    words_skip_blanks(w);
    if (w->failed || *w->at != c)
        return false;
    w->at++;
    return true;
}

void words_expect(struct words *w, char c)
{
    if (!words_accept(w, c))
        words_fail(w, "'%c' is expected", c);
}

static size_t word_length(const struct words *w)
{
    size_t length = 0;
    while (isalnum((unsigned char)w->at[length]) ||
           strchr("_.$", w->at[length] ? w->at[length] : ' '))
        length++;
    return length;
}

bool words_sees(const struct words *w, const char *word)
{
    return word_length(w) == strlen(word) && !strncmp(w->at, word, strlen(word));
}

bool words_accept_word(struct words *w, const char *word)
{
    words_skip_blanks(w);
    bool accepted = !w->failed && words_sees(w, word);
    w->at += accepted ? strlen(word) : 0;
    return accepted;
}

void words_expect_word(struct words *w, const char *word)
{
    if (!words_accept_word(w, word))
        words_fail(w, "'%s' is expected", word);
}

const char *words_read(struct words *w, char word[WORDS_BYTES])
{
    words_skip_blanks(w);
    const char *start = w->at;
    size_t length = word_length(w);
    if (!length || length >= WORDS_BYTES)
        words_fail(w, length ? "this word is too long" : "a word is expected");
    length = w->failed ? 0 : length;
    memcpy(word, start, length);
    word[length] = '\0';
    w->at += length;
    return start;
}

void words_fail_at(struct words *w, const char *at, const char *format, ...)
{
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof(what), format, arguments);
    va_end(arguments);
    if (!w->failed)
        w->at = at;
    words_fail(w, "%s", what);
}

uint32_t words_number(struct words *w, uint32_t limit)
{
    words_skip_blanks(w);
    char *end = NULL;
    bool hex = w->at[0] == '0' && w->at[1] == 'x';
    if (!isdigit((unsigned char)*w->at))
        words_fail(w, "a number is expected");
    if (w->failed)
        return 0;
    unsigned long long value = strtoull(w->at, &end, hex ? 16 : 10);
    if (value > limit)
        words_fail(w, "this number is too large: at most %u", limit);
    w->at = end;
    return w->failed ? 0 : (uint32_t)value;
}

const char *words_quoted(struct words *w, size_t *length)
{
    words_expect(w, '"');
    const char *start = w->at;
    *length = 0;
    while (!w->failed && *w->at != '"') {
        w->at += *w->at == '\\';
        if (*w->at == '\0' || *w->at == '\n')
            words_fail(w, "'\"' is expected");
        else
            w->at++;
        ++*length;
    }
    words_expect(w, '"');
    return w->failed ? NULL : start;
}
