/* SPDX-License-Identifier: MIT */
/* lexer.h: cuts a test configuration into sections and "key: value" entries. */
#pragma once

#include "program-tester/base/text.h"

enum pt_entry_kind {
    PT_ENTRY_SECTION, /* key: the section's name */
    PT_ENTRY_KEY,     /* key and segments */
    PT_ENTRY_BAD,     /* key: the line that is neither */
};

/* One line, with its continuation lines joined to it. */
struct pt_entry {
    enum pt_entry_kind kind;
    struct pt_word key;
    struct pt_word *segments; /* the value's text, line by line, without comments and backslashes */
    size_t segment_count, segment_capacity;
};

struct pt_lexer {
    const char *next, *end;
};

/* Reads the next entry into *entry, whose memory is used again and again (start with all zero).
 * Returns false at the end. */
bool pt_lexer_next(struct pt_lexer *lexer, struct pt_entry *entry);
void pt_entry_finish(struct pt_entry *entry);

/* The raw text up to the next line that is a section with one of those names. */
struct pt_word pt_lexer_raw(struct pt_lexer *lexer, const char *const *names, size_t count);

/* The value as one string to free(). */
char *pt_entry_text(const struct pt_entry *entry);

/* Walks the value's words, which are separated by white space. */
struct pt_cursor {
    const struct pt_entry *entry;
    size_t segment;
    struct pt_word rest; /* of that segment */
};

struct pt_cursor pt_cursor_start(const struct pt_entry *entry);
/* The next word; at the end, an empty one placed behind the value. */
struct pt_word pt_cursor_next(struct pt_cursor *cursor);
struct pt_word pt_cursor_peek(const struct pt_cursor *cursor);
