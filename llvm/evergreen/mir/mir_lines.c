/* SPDX-License-Identifier: MIT */
/* mir_lines.c: lines of the source, which machine instructions name by number: made, printed, read.
 */
#include "llvm/evergreen/mir/mir_lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 1 << 30 };

uint32_t mir_new_line(struct mir_lines *lines, const struct rootle_line *line)
{
    if (!lines->count)
        lines->count = 1;
    lines->line =
        arena_grow(lines->arena, lines->line, lines->count, &lines->capacity, sizeof(*lines->line));
    assert(line->caller < lines->count); /* a caller has its number first */
    lines->line[lines->count] = *line;
    return lines->count++;
}

void mir_print_quoted(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
    fputc('"', out);
}

void mir_print_lines(const struct mir_lines *lines, FILE *out)
{
    for (uint32_t i = 1; lines && i < lines->count; i++) {
        const struct rootle_line *line = &lines->line[i];
        fprintf(out, "line %u ", i);
        mir_print_quoted(line->file, out);
        fprintf(out, ":%u:%u in ", line->line, line->column);
        mir_print_quoted(line->function, out);
        if (line->caller)
            fprintf(out, " from %u", line->caller);
        fputc('\n', out);
    }
}

const char *mir_read_quoted(struct words *w, struct arena *arena)
{
    size_t length = 0;
    const char *from = words_quoted(w, &length);
    if (!from)
        return "";
    char *text = arena_alloc(arena, length + 1);
    for (size_t i = 0; i < length; i++) {
        from += *from == '\\';
        text[i] = *from++;
    }
    return text;
}

/* Behind the word "line". */
static void read_line(struct words *w, struct mir_lines *lines)
{
    struct rootle_line line = {0};
    uint32_t next = lines->count ? lines->count : 1;
    words_skip_blanks(w);
    const char *start = w->at;
    if (words_number(w, MAX_LINE) != next)
        words_fail_at(w, start, "line %u comes next", next);
    line.file = mir_read_quoted(w, lines->arena);
    words_expect(w, ':');
    line.line = words_number(w, MAX_LINE);
    words_expect(w, ':');
    line.column = words_number(w, MAX_LINE);
    words_expect_word(w, "in");
    line.function = mir_read_quoted(w, lines->arena);
    if (words_accept_word(w, "from")) {
        words_skip_blanks(w);
        start = w->at;
        line.caller = words_number(w, MAX_LINE);
        if (line.caller >= next)
            words_fail_at(w, start, "a line is called from one before it");
    }
    words_end_line(w);
    mir_new_line(lines, &line);
}

struct mir_lines *mir_read_lines(struct words *w, struct arena *arena)
{
    struct mir_lines *lines = arena_alloc(arena, sizeof(*lines));
    lines->arena = arena;
    while (!w->failed && words_accept_word(w, "line"))
        read_line(w, lines);
    return lines;
}
