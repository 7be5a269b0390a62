/* SPDX-License-Identifier: MIT */
/* text.c: a file's text, places in it, and the errors found there. */
#include "program-tester/base/text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_DIAGS = 200, MAX_SHOWN_LINE = 160 };

/* Opens a regular file that is not too large. It never waits for the other end of a FIFO. Returns
 * -1 and why not. */
static int open_file(const char *path, char **why)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat status;

    if (file < 0 || fstat(file, &status))
        *why = pt_format("cannot read %s: %s", path, strerror(errno));
    else if (S_ISDIR(status.st_mode))
        *why = pt_format("cannot read %s: %s", path, strerror(EISDIR));
    else if (!S_ISREG(status.st_mode))
        *why = pt_format("cannot read %s: it is a device, a pipe or a socket, not a file", path);
    else if ((uintmax_t)status.st_size > PT_MAX_FILE_SIZE)
        *why = pt_format("cannot read %s: it has %ju bytes, and a test's file at most %zu", path,
                         (uintmax_t)status.st_size, PT_MAX_FILE_SIZE);
    else
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

/* Reads to the end, which is where it is, whatever the file's size said. Returns 0 or an error. */
static int read_all(int file, struct pt_string *content)
{
    char block[65536];
    ssize_t count;

    do {
        count = pt_read_all(file, block, sizeof(block));
        if (count < 0)
            return errno;
        pt_string_append(content, block, (size_t)count);
        if (content->length > PT_MAX_FILE_SIZE)
            return EFBIG;
    } while (count == sizeof(block));
    return 0;
}

bool pt_text_load(struct pt_text *text, const char *path, char **why)
{
    struct pt_string content = {0};
    int file = open_file(path, why);

    memset(text, 0, sizeof(*text));
    if (file < 0)
        return false;
    int error = read_all(file, &content);
    close(file);
    if (error) {
        *why = pt_format("cannot read %s: %s", path, strerror(error));
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

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

size_t pt_utf8_cut(struct pt_word word, size_t most)
{
    size_t length = word.length < most ? word.length : most;

    while (length && length < word.length && continues_character(word.text[length]))
        length--;
    return length;
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

    if (diags->found++ >= MAX_DIAGS)
        return;
    va_start(args, format);
    char *message = pt_format_list(format, args);
    va_end(args);
    diags->items = pt_grow(diags->items, &diags->capacity, diags->count + 1, sizeof(*diags->items));
    diags->items[diags->count++] = (struct pt_diag){offset, message};
}

void pt_diags_append(struct pt_diags *diags, const char *more)
{
    if (diags->found > diags->count)
        return; /* the last one is not kept */
    char **message = &diags->items[diags->count - 1].message;
    char *longer = pt_format("%s%s", *message, more);

    free(*message);
    *message = longer;
}

/* Whole-file errors (PT_NOWHERE is the largest offset) come last. */
static int by_offset(const void *a, const void *b)
{
    const struct pt_diag *x = a, *y = b;

    return (x->offset > y->offset) - (x->offset < y->offset);
}

void pt_diags_sort(struct pt_diags *diags)
{
    size_t more = diags->found - diags->count;

    if (more) {
        diags->found = 0; /* so that this one is kept */
        pt_diags_add(diags, PT_NOWHERE, "%zu more errors are not shown", more);
    }
    if (diags->count)
        qsort(diags->items, diags->count, sizeof(*diags->items), by_offset);
    diags->found = diags->count;
}

char *pt_place(const struct pt_text *text, size_t offset)
{
    unsigned line, column;

    if (offset == PT_NOWHERE)
        return pt_format("%s", text->name);
    pt_text_locate(text, offset, &line, &column);
    return pt_format("%s:%u:%u", text->name, line, column);
}

/* The part of a line that is shown: around the offset, without half characters. */
static struct pt_word shown_line(const struct pt_text *text, size_t offset)
{
    const char *newline = offset ? memrchr(text->data, '\n', offset) : NULL;
    size_t start = newline ? (size_t)(newline + 1 - text->data) : 0;

    if (offset - start > MAX_SHOWN_LINE / 2)
        start = offset - MAX_SHOWN_LINE / 2;
    while (start < offset && continues_character(text->data[start]))
        start++;
    struct pt_word rest = {text->data + start, text->size - start};
    rest.length = pt_utf8_cut(rest, MAX_SHOWN_LINE);
    newline = rest.length ? memchr(rest.text, '\n', rest.length) : NULL;
    if (newline)
        rest.length = (size_t)(newline - rest.text);
    rest.length -= rest.length && rest.text[rest.length - 1] == '\r';
    return rest;
}

/* The line with the error, and under it a caret; tabs are kept so that the two stay aligned. */
static void print_line(const struct pt_text *text, size_t offset, FILE *file)
{
    size_t at = offset < text->size ? offset : text->size;
    struct pt_word line = shown_line(text, at);

    fputs("    ", file);
    for (size_t i = 0; i < line.length; i++) /* what is no text would do things to a terminal */
        fputc(iscntrl((unsigned char)line.text[i]) && line.text[i] != '\t' ? '?' : line.text[i],
              file);
    fputs("\n    ", file);
    for (const char *c = line.text; c < text->data + at; c++) {
        if (!continues_character(*c))
            fputc(*c == '\t' ? '\t' : ' ', file);
    }
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
