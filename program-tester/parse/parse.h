/* SPDX-License-Identifier: MIT */
/* parse.h: makes plans from files. */
#pragma once

#include "program-tester/base/set.h"
#include "program-tester/parse/instance.h"
#include "program-tester/parse/lexer.h"
#include "program-tester/parse/plan.h"

struct pt_parse_options {
    const char *config_path; /* a .program_test to use with a .cl or .bin, or NULL */
    bool write_pictures;     /* those that are expected need not be there: they are made */
    bool piglit;             /* round halves as Piglit does, allow what it allows */
};

/* Reads a .cl, .program_test or .bin file and checks everything that needs no device. The plan is
 * never NULL; it must not be run if diags holds errors. The caller frees both (the diags first). */
struct pt_plan *pt_plan_load(const char *path, const struct pt_parse_options *options,
                             struct pt_diags *diags);

/* The same without touching any file: parses text as the .cl or .program_test file `path`.
 * Takes over the text. */
struct pt_plan *pt_plan_parse(struct pt_text *text, const char *path,
                              const struct pt_parse_options *options, struct pt_diags *diags);

/* For the parser's own files. */
struct pt_parser {
    const struct pt_parse_options *options;
    struct pt_plan *plan;
    struct pt_diags *diags;
    struct pt_launch defaults; /* [config]'s */
    bool defaults_told;        /* that sizes of the defaults are wrong, which every test has */
    struct pt_set names;       /* of tests */
    const struct pt_instance
        *instance; /* of a test with parameters, which is being read, or NULL */
};

/* Where a word stands in the file. */
size_t pt_parse_place(const struct pt_parser *parser, struct pt_word word);

/* Records an error at a word. */
#define pt_parse_error(parser, word, ...)                                                          \
    pt_diags_add((parser)->diags, pt_parse_place(parser, word), __VA_ARGS__)

/* Reads an arg_in or arg_out into *arg; on errors returns false, having freed what it made. */
bool pt_parse_arg(struct pt_parser *parser, const struct pt_entry *entry, bool out,
                  struct pt_arg *arg);

/* Reads a step, whose arguments `test` has already; on errors returns false, having freed what it
 * made. */
bool pt_parse_step(struct pt_parser *parser, const struct pt_entry *entry,
                   const struct pt_test *test, struct pt_step *step);

/* Returns the hint for an error about an argument that is local memory, which was likely not
 * meant. */
const char *pt_local_hint(const struct pt_arg *arg);

/* Checks that the two sides of an in-out argument fit. */
void pt_check_in_out(struct pt_parser *parser, const struct pt_arg *in, const struct pt_arg *out);
/* Checks that the parts of a test fit, when all of it is read, and completes its steps. */
void pt_check_test(struct pt_parser *parser, struct pt_test *test);
