/* SPDX-License-Identifier: MIT */
/* text.c: a file's text, places in it, and the errors found there. */
#include "program-tester/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { MAX_DIAGS = 200, MAX_SHOWN_LINE = 160 };

bool pt_text_load(struct pt_text *text, const char *path, char **why)
{
    struct pt_string content = {0};
    struct stat status;
    char block[65536];
    size_t count;
    FILE *file = fopen(path, "rb");

    memset(text, 0, sizeof(*text));
    if (!file || fstat(fileno(file), &status) || S_ISDIR(status.st_mode)) {
        *why = pt_format("cannot read %s: %s", path, strerror(file ? EISDIR : errno));
        if (file)
            fclose(file);
        return false;
    }
    while ((count = fread(block, 1, sizeof(block), file)) > 0)
        pt_string_append(&content, block, count);
    bool failed = ferror(file);
    fclose(file);
    if (failed) {
        *why = pt_format("cannot read %s: %s", path, strerror(EIO));
        free(content.text);
        return false;
    }
    text->name = pt_copy(path, strlen(path));
    text->size = content.length;
    text->data = pt_string_take(&content);
    return true;
}

void pt_text_finish(struct pt_text *text)
{
    free(text->name);
    free(text->data);
    memset(text, 0, sizeof(*text));
}

void pt_text_locate(const struct pt_text *text, size_t offset, unsigned *line, unsigned *column)
{
    const char *at = text->data, *end = at + (offset < text->size ? offset : text->size);
    const char *newline;

    *line = 1;
    while ((newline = memchr(at, '\n', (size_t)(end - at)))) {
        ++*line;
        at = newline + 1;
    }
    *column = (unsigned)(end - at) + 1;
}

bool pt_word_is(struct pt_word word, const char *text)
{
    return word.length == strlen(text) && !memcmp(word.text, text, word.length);
}

bool pt_word_is_any_case(struct pt_word word, const char *text)
{
    return word.length == strlen(text) && !strncasecmp(word.text, text, word.length);
}

struct pt_word pt_word_trim(struct pt_word word)
{
    while (word.length && isspace((unsigned char)word.text[0])) {
        word.text++;
        word.length--;
    }
    while (word.length && isspace((unsigned char)word.text[word.length - 1]))
        word.length--;
    return word;
}

bool pt_has_suffix(const char *text, const char *suffix)
{
    size_t length = strlen(text), end = strlen(suffix);

    return length >= end && !strcmp(text + length - end, suffix);
}

void pt_diags_add(struct pt_diags *diags, size_t offset, const char *format, ...)
{
    va_list args;
    char *message;

    if (diags->count >= MAX_DIAGS)
        return;
    va_start(args, format);
    int length = vasprintf(&message, format, args);
    va_end(args);
    if (length < 0)
        message = pt_copy("out of memory", 13);
    diags->items = pt_grow(diags->items, &diags->capacity, diags->count + 1, sizeof(*diags->items));
    diags->items[diags->count++] = (struct pt_diag){offset, message};
}

/* Whole-file errors (PT_NOWHERE is the largest offset) come last. */
static int by_offset(const void *a, const void *b)
{
    const struct pt_diag *x = a, *y = b;

    return (x->offset > y->offset) - (x->offset < y->offset);
}

void pt_diags_sort(struct pt_diags *diags)
{
    if (diags->count)
        qsort(diags->items, diags->count, sizeof(*diags->items), by_offset);
}

char *pt_place(const struct pt_text *text, size_t offset)
{
    unsigned line, column;

    if (offset == PT_NOWHERE)
        return pt_format("%s", text->name);
    pt_text_locate(text, offset, &line, &column);
    return pt_format("%s:%u:%u", text->name, line, column);
}

/* The line with the error, and under it a caret; tabs are kept so that the two stay aligned. */
static void print_line(const struct pt_text *text, size_t offset, FILE *file)
{
    size_t start = offset < text->size ? offset : text->size;
    size_t end = start;

    while (start && text->data[start - 1] != '\n')
        start--;
    while (end < text->size && text->data[end] != '\n' && text->data[end] != '\r')
        end++;
    if (offset - start > MAX_SHOWN_LINE / 2)
        start = offset - MAX_SHOWN_LINE / 2;
    if (end - start > MAX_SHOWN_LINE)
        end = start + MAX_SHOWN_LINE;
    fprintf(file, "    %.*s\n    ", (int)(end - start), text->data + start);
    for (size_t i = start; i < offset; i++)
        fputc(text->data[i] == '\t' ? '\t' : ' ', file);
    fputs("^\n", file);
}

void pt_diags_print(const struct pt_diags *diags, FILE *file)
{
    for (size_t i = 0; i < diags->count; i++) {
        char *place = pt_place(diags->text, diags->items[i].offset);

        fprintf(file, "%s: error: %s\n", place, diags->items[i].message);
        free(place);
        if (diags->items[i].offset != PT_NOWHERE)
            print_line(diags->text, diags->items[i].offset, file);
    }
}

void pt_diags_finish(struct pt_diags *diags)
{
    for (size_t i = 0; i < diags->count; i++)
        free(diags->items[i].message);
    free(diags->items);
    memset(diags, 0, sizeof(*diags));
}
