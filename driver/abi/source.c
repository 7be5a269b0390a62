/* SPDX-License-Identifier: MIT */
/* source.c: lines of the source in words. */
#include "driver/abi/source.h"

#include <assert.h>
#include <ctype.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Columns that are shown, and how many of them at most in front of the mark. */
enum { MAX_TEXT = 160, MAX_BEFORE = 100 };

static char *copy_line(const char *text, size_t length)
{
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    return strndup(text, length);
}

/* The start of a line, or NULL behind the last. */
static const char *find_line(const char *text, const char *end, uint32_t line)
{
    while (text && --line) {
        text = memchr(text, '\n', (size_t)(end - text));
        text = text ? text + 1 : NULL;
    }
    return text;
}

static char *line_of_text(const char *text, size_t size, uint32_t line)
{
    const char *start = find_line(text, text + size, line);
    if (!start)
        return NULL;
    const char *end = memchr(start, '\n', (size_t)(text + size - start));
    return copy_line(start, (size_t)((end ? end : text + size) - start));
}

/* Names may come from a stranger's binary: nothing but a file is opened for reading. */
static FILE *open_file(const char *path)
{
    struct stat about;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *file = fd >= 0 && !fstat(fd, &about) && S_ISREG(about.st_mode) ? fdopen(fd, "r") : NULL;
    if (fd >= 0 && !file)
        close(fd);
    return file;
}

static char *line_of_file(const char *path, uint32_t line)
{
    FILE *file = open_file(path);
    char *text = NULL, *found = NULL;
    size_t room = 0;
    ssize_t length = -1;
    while (file && line && (length = getline(&text, &room, file)) >= 0)
        line--;
    if (file && !line && length >= 0)
        found = copy_line(text, (size_t)length);
    free(text);
    if (file)
        fclose(file);
    return found;
}

char *rootle_source_text(const struct rootle_source *source, const char *file, uint32_t line)
{
    if (!line)
        return NULL;
    if (!strcmp(file, source->name))
        return source->text ? line_of_text(source->text, source->size, line) : NULL;
    return line_of_file(file, line);
}

/* "FILE:LINE:COLUMN in FUNCTION", what is not known left out. */
static void print_place(const struct rootle_line *line, const struct rootle_source *source,
                        FILE *out)
{
    const bool own = source->shown && !strcmp(line->file, source->name);

    fputs(own ? source->shown : *line->file ? line->file : "?", out);
    if (line->line)
        fprintf(out, ":%u", line->line);
    if (line->line && line->column)
        fprintf(out, ":%u", line->column);
    if (*line->function)
        fprintf(out, " in %s", line->function);
}

/* Nothing that a terminal would take for an order; `stop`: so many characters. */
static void print_safe(const char *text, size_t stop, bool blanks, FILE *out)
{
    for (size_t i = 0; i < stop && text[i]; i++) {
        const unsigned char c = (unsigned char)text[i];
        fputc(blanks && c != '\t' ? ' ' : c < ' ' && c != '\t' ? '?' : c, out);
    }
}

static void print_excerpt(const struct rootle_line *line, const struct rootle_source *source,
                          FILE *out)
{
    char *text = rootle_source_text(source, line->file, line->line);
    if (!text)
        return;
    const bool marked = line->column && line->column <= strlen(text);
    const size_t first = marked && line->column > MAX_TEXT ? line->column - MAX_BEFORE : 0;
    const char *before = first ? "..." : "";
    fprintf(out, "\n    %6u | %s", line->line, before);
    print_safe(text + first, MAX_TEXT, false, out);
    if (marked) {
        fprintf(out, "\n           | %*s", (int)strlen(before), "");
        print_safe(text + first, line->column - 1 - first, true, out);
        fputc('^', out);
    }
    free(text);
}

void rootle_source_print(const struct rootle_lines *lines, uint32_t number,
                         const struct rootle_source *source, FILE *out)
{
    const char *how = "at";
    for (; number && number < lines->line_count; number = lines->line[number].caller) {
        const struct rootle_line *line = &lines->line[number];
        fprintf(out, "\n    %s ", how);
        print_place(line, source, out);
        print_excerpt(line, source, out);
        how = "inlined at";
    }
}

void rootle_source_print_short(const struct rootle_lines *lines, uint32_t number,
                               const struct rootle_source *source, FILE *out)
{
    const struct rootle_line *line = &lines->line[number];
    assert(number < lines->line_count);
    char *text = rootle_source_text(source, line->file, line->line);
    const char *from = text ? text + strspn(text, " \t") : NULL;

    print_place(line, source, out);
    for (uint32_t caller = line->caller; caller; caller = lines->line[caller].caller) {
        fputs(", inlined at ", out);
        print_place(&lines->line[caller], source, out);
    }
    if (from) {
        fputs(": ", out);
        print_safe(from, MAX_TEXT, false, out);
    }
    free(text);
}
