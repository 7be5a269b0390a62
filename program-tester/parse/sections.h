/* SPDX-License-Identifier: MIT */
/* sections.h: what the readers of sections (parse.c) and of their keys (parse_key.c) share. */
#pragma once

#include "program-tester/parse/parse.h"

enum pt_section {
    PT_SECTION_NONE, /* before the first one, and in one whose name is wrong */
    PT_SECTION_CONFIG,
    PT_SECTION_TEST,
    PT_SECTION_SOURCE,
    PT_SECTION_BINARY,
    PT_SECTION_COUNT
};

extern const char *const pt_section_names[PT_SECTION_COUNT];

/* A file being read. */
struct pt_sections {
    struct pt_parser parser;
    struct pt_lexer lexer;
    enum pt_section section; /* the open one */
    bool config_seen, program_seen;
    bool lost;         /* lines could not be understood: what is missing may be in them */
    bool config_wrong; /* [config] has an error: others may only follow from it */
    bool not_utf8;     /* a byte that is not was told */
    size_t config_offset;
    struct pt_test *test; /* the open [test] */
    uint64_t keys_seen;   /* in this section, by index into the table of keys */
};

/* Reads a "key: value" of the open section, which is [config] or [test]. */
void pt_parse_key(struct pt_sections *state, const struct pt_entry *entry);

/* Begins a [test]; `section` stays PT_SECTION_TEST unless there are too many. */
void pt_start_test(struct pt_sections *state, const struct pt_entry *entry);
/* Reads all that the lexer has. */
void pt_parse_entries(struct pt_sections *state);
/* Reads a [test] whose first lines are `for:`, once for each combination of their values. False,
 * having read nothing: it has none. */
bool pt_parse_for(struct pt_sections *state, const struct pt_entry *section);

/* Tells the section, and the test, that something in it has an error. `argument`: it may be an
 * argument that is missing now. */
void pt_section_is_wrong(struct pt_sections *state, bool argument);
