/* SPDX-License-Identifier: MIT */
/* parsing.h: what the tests of the parser share: texts that are good, and texts with one mistake.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "program-tester/parse/parse.h"

static const struct pt_parse_options no_options;

/* Parses bytes, which may have NULs, as the file of that name. */
static inline struct pt_plan *parse_bytes(const char *name, const char *content, size_t size,
                                          const struct pt_parse_options *options,
                                          struct pt_diags *diags)
{
    struct pt_text text = {pt_copy(name, strlen(name)), pt_copy(content, size), size};

    memset(diags, 0, sizeof(*diags));
    struct pt_plan *plan = pt_plan_parse(&text, name, options, diags);
    pt_diags_sort(diags);
    return plan;
}

static inline struct pt_plan *parse(const char *content, const struct pt_parse_options *options,
                                    struct pt_diags *diags)
{
    return parse_bytes("t.program_test", content, strlen(content), options, diags);
}

static inline void finish(struct pt_plan *plan, struct pt_diags *diags)
{
    pt_diags_finish(diags);
    pt_plan_free(plan);
}

/* Parses what must be right. */
static inline struct pt_plan *parse_good(const char *content)
{
    struct pt_diags diags;
    struct pt_plan *plan = parse(content, &no_options, &diags);

    if (diags.count)
        fail_msg("unexpected error: %s", diags.items[0].message);
    pt_diags_finish(&diags);
    return plan;
}

/* A text with one mistake: the place where it is told, and what the message contains. */
struct mistake {
    const char *text;
    unsigned line, column;
    const char *message;
};

/* Whether that is all that is told; prints what is. */
static inline bool check_mistake(const struct mistake *mistake)
{
    struct pt_diags diags;
    struct pt_plan *plan = parse(mistake->text, &no_options, &diags);
    unsigned line = 0, column = 0;
    bool good = diags.count == 1;

    for (size_t i = 0; i < diags.count; i++) {
        pt_text_locate(&plan->text, diags.items[i].offset, &line, &column);
        good &= strstr(diags.items[i].message, mistake->message) && line == mistake->line &&
                column == mistake->column;
        if (!good)
            print_error("got %u:%u '%s'\n", line, column, diags.items[i].message);
    }
    if (!good)
        print_error("expected only %u:%u '%s' in:\n%s\n", mistake->line, mistake->column,
                    mistake->message, mistake->text);
    finish(plan, &diags);
    return good;
}

/* Each mistake is told at its place, and nothing that only follows from it. */
static inline void check_mistakes(const struct mistake *mistakes, size_t count)
{
    bool good = true;

    for (size_t i = 0; i < count; i++)
        good &= check_mistake(&mistakes[i]);
    assert_true(good);
}
