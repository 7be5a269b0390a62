/* SPDX-License-Identifier: MIT */
/* lexer.c: cuts a test configuration into sections and "key: value" entries. */
#include "program-tester/parse/lexer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The next physical line, without its end, its comment and the white space around it. */
static struct pt_word take_line(struct pt_lexer *lexer)
{
    const char *start = lexer->next;
    const char *newline = memchr(start, '\n', (size_t)(lexer->end - start));
    const char *end = newline ? newline : lexer->end;
    const char *hash = memchr(start, '#', (size_t)(end - start));

    lexer->next = newline ? newline + 1 : lexer->end;
    return pt_word_trim((struct pt_word){start, (size_t)((hash ? hash : end) - start)});
}

static bool is_key_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* "[ name ]" gives the name, anything else an empty word. */
static struct pt_word section_name(struct pt_word line)
{
    struct pt_word none = {line.text, 0};

    if (line.length < 2 || line.text[0] != '[' || line.text[line.length - 1] != ']')
        return none;
    return pt_word_trim((struct pt_word){line.text + 1, line.length - 2});
}

static void add_segment(struct pt_entry *entry, struct pt_word segment)
{
    entry->segments = pt_grow(entry->segments, &entry->segment_capacity, entry->segment_count + 1,
                              sizeof(*entry->segments));
    entry->segments[entry->segment_count++] = segment;
}

/* Takes the value's first line and those that continue it; a blank line ends it. */
static void take_value(struct pt_lexer *lexer, struct pt_entry *entry, struct pt_word line)
{
    for (;;) {
        bool more = line.length && line.text[line.length - 1] == '\\';

        if (more)
            line.length--;
        add_segment(entry, pt_word_trim(line));
        if (!more || lexer->next >= lexer->end)
            return;
        line = take_line(lexer);
        if (!line.length)
            return;
    }
}

static void take_entry(struct pt_lexer *lexer, struct pt_entry *entry, struct pt_word line)
{
    size_t length = 0, colon;

    entry->key = line;
    entry->segment_count = 0;
    if (line.text[0] == '[') {
        struct pt_word name = section_name(line);

        entry->kind = name.length ? PT_ENTRY_SECTION : PT_ENTRY_BAD;
        if (name.length)
            entry->key = name;
        return;
    }
    while (length < line.length && is_key_character(line.text[length]))
        length++;
    for (colon = length; colon < line.length && isspace((unsigned char)line.text[colon]);)
        colon++;
    if (!length || colon == line.length || line.text[colon] != ':') {
        entry->kind = PT_ENTRY_BAD;
        return;
    }
    entry->kind = PT_ENTRY_KEY;
    entry->key.length = length;
    take_value(lexer, entry,
               pt_word_trim((struct pt_word){line.text + colon + 1, line.length - colon - 1}));
}

bool pt_lexer_next(struct pt_lexer *lexer, struct pt_entry *entry)
{
    while (lexer->next < lexer->end) {
        struct pt_word line = take_line(lexer);

        if (line.length) {
            take_entry(lexer, entry, line);
            return true;
        }
    }
    return false;
}

void pt_entry_finish(struct pt_entry *entry)
{
    free(entry->segments);
    memset(entry, 0, sizeof(*entry));
}

struct pt_word pt_lexer_raw(struct pt_lexer *lexer, const char *const *names, size_t count)
{
    struct pt_word raw = {lexer->next, 0};

    while (lexer->next < lexer->end) {
        const char *line_start = lexer->next;
        struct pt_word name = section_name(take_line(lexer));

        for (size_t i = 0; i < count; i++) {
            if (pt_word_is(name, names[i])) {
                lexer->next = line_start;
                return raw;
            }
        }
        raw.length = (size_t)(lexer->next - raw.text);
    }
    return raw;
}

char *pt_entry_text(const struct pt_entry *entry)
{
    struct pt_string text = {0};

    for (size_t i = 0; i < entry->segment_count; i++) {
        if (text.length && entry->segments[i].length)
            pt_string_append(&text, " ", 1);
        pt_string_append(&text, entry->segments[i].text, entry->segments[i].length);
    }
    return pt_string_take(&text);
}

struct pt_cursor pt_cursor_start(const struct pt_entry *entry)
{
    return (struct pt_cursor){entry, 0, entry->segments[0]};
}

/* As isspace() in the C locale. */
static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

struct pt_word pt_cursor_next(struct pt_cursor *cursor)
{
    for (;;) {
        struct pt_word *rest = &cursor->rest;
        size_t length = 0;

        while (rest->length && is_space(rest->text[0])) {
            rest->text++;
            rest->length--;
        }
        while (length < rest->length && !is_space(rest->text[length]))
            length++;
        if (length || cursor->segment + 1 == cursor->entry->segment_count) {
            struct pt_word word = {rest->text, length};

            rest->text += length;
            rest->length -= length;
            return word;
        }
        cursor->rest = cursor->entry->segments[++cursor->segment];
    }
}

struct pt_word pt_cursor_peek(const struct pt_cursor *cursor)
{
    struct pt_cursor copy = *cursor;

    return pt_cursor_next(&copy);
}
