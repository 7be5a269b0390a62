/* SPDX-License-Identifier: MIT */
/* parse.c: the sections of a test file; their keys are read in parse_key.c. */
#include "program-tester/parse/parse.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/base/encoding.h"
#include "program-tester/base/names.h"
#include "program-tester/base/number.h"
#include "program-tester/parse/sections.h"

/* More tests in a file are taken for a mistake. */
enum { MAX_TESTS = 1 << 18 };

const char *const pt_section_names[PT_SECTION_COUNT] = {
    [PT_SECTION_NONE] = NULL,
    [PT_SECTION_CONFIG] = "config",
    [PT_SECTION_TEST] = "test",
    [PT_SECTION_SOURCE] = "program source",
    [PT_SECTION_BINARY] = "program binary",
};

void pt_section_is_wrong(struct pt_sections *state, bool argument)
{
    if (state->section == PT_SECTION_CONFIG) {
        state->config_wrong = true;
    } else if (state->section == PT_SECTION_TEST) {
        state->test->incomplete = true;
        state->test->lacks_argument |= argument;
    }
}

size_t pt_parse_place(const struct pt_parser *parser, struct pt_word word)
{
    return (size_t)(pt_instance_origin(parser->instance, word.text) - parser->plan->text.data);
}

static size_t offset_of(const struct pt_sections *state, struct pt_word word)
{
    return pt_parse_place(&state->parser, word);
}

static void start_config(struct pt_sections *state, const struct pt_entry *entry)
{
    if (state->config_seen)
        pt_parse_error(&state->parser, entry->key, "there can be only one [config]");
    else if (state->parser.plan->test_count)
        pt_parse_error(&state->parser, entry->key, "[config] must stand before the first [test]");
    state->config_seen = true;
    state->config_offset = offset_of(state, entry->key);
}

static void check_start(struct pt_sections *state, const struct pt_entry *entry)
{
    const struct pt_plan *plan = state->parser.plan;

    if (plan->config.expect_build_fail && plan->test_count == 0)
        pt_parse_error(&state->parser, entry->key,
                       "a file with expect_build_fail cannot have a [test]");
    if (plan->test_count == MAX_TESTS)
        pt_parse_error(&state->parser, entry->key, "a file can have at most %d tests", MAX_TESTS);
}

void pt_start_test(struct pt_sections *state, const struct pt_entry *entry)
{
    struct pt_plan *plan = state->parser.plan;
    const char *kernel = state->parser.defaults.kernel_name;

    check_start(state, entry);
    if (plan->test_count >= MAX_TESTS) { /* nobody reads it */
        state->section = PT_SECTION_NONE;
        state->lost = true;
        state->lexer.next = state->lexer.end;
        return;
    }
    plan->tests =
        pt_grow(plan->tests, &plan->test_capacity, plan->test_count + 1, sizeof(*plan->tests));
    state->test = &plan->tests[plan->test_count++];
    memset(state->test, 0, sizeof(*state->test));
    state->test->launch = state->parser.defaults;
    if (kernel)
        state->test->launch.kernel_name = pt_copy(kernel, strlen(kernel));
    state->test->offset = offset_of(state, entry->key);
}

static void take_program(struct pt_sections *state, const struct pt_entry *entry, bool binary)
{
    struct pt_plan *plan = state->parser.plan;
    struct pt_word raw = pt_lexer_raw(&state->lexer, &pt_section_names[PT_SECTION_CONFIG],
                                      PT_SECTION_COUNT - PT_SECTION_CONFIG);

    if (state->program_seen) {
        pt_parse_error(&state->parser, entry->key, "there can be only one program");
        return;
    }
    state->program_seen = true;
    plan->program = pt_copy(raw.text, raw.length);
    plan->program_size = raw.length;
    plan->program_is_binary = binary;
}

/* The section of that name. One with a misspelt name is read as what it is likely to be, so that
 * the errors in it are found, too. */
static enum pt_section find_section(struct pt_sections *state, struct pt_word word)
{
    const struct pt_names names = PT_NAMES(pt_section_names);

    for (enum pt_section s = PT_SECTION_CONFIG; s < PT_SECTION_COUNT; s++) {
        if (pt_word_is(word, pt_section_names[s]))
            return s;
    }
    const char *likely = pt_names_nearest(names, word);
    enum pt_section found = PT_SECTION_NONE;
    for (enum pt_section s = PT_SECTION_CONFIG; s < PT_SECTION_COUNT; s++) {
        if (likely == pt_section_names[s])
            found = s;
    }
    char *hint = pt_names_hint(names, word);
    pt_parse_error(&state->parser, word, "there is no section [%.*s]%s", PT_SHOW(word), hint);
    free(hint);
    state->lost = true;
    return found;
}

static void parse_section(struct pt_sections *state, const struct pt_entry *entry)
{
    state->keys_seen = 0;
    state->section = find_section(state, entry->key);
    switch (state->section) {
    case PT_SECTION_NONE:
    case PT_SECTION_COUNT:
        break;
    case PT_SECTION_CONFIG:
        start_config(state, entry);
        break;
    case PT_SECTION_TEST:
        if (!pt_parse_for(state, entry))
            pt_start_test(state, entry);
        break;
    case PT_SECTION_SOURCE:
    case PT_SECTION_BINARY:
        take_program(state, entry, state->section == PT_SECTION_BINARY);
        break;
    }
}

/* A key that belongs to no section: the first is told, unless the section's name is the mistake. */
static void parse_stray_key(struct pt_sections *state, const struct pt_entry *entry)
{
    if (!state->lost)
        pt_parse_error(&state->parser, entry->key, "'%.*s' stands before any [config] or [test]",
                       PT_SHOW(entry->key));
    state->lost = true;
}

/* The entry before a line. */
struct previous {
    bool bad;   /* it is no line of the format's */
    bool value; /* it is a key of a [test], */
    bool wrong; /* with an error */
};

static bool begins_number(struct pt_word line)
{
    size_t length = 0;

    while (length < line.length && line.text[length] != ' ' && line.text[length] != '\t')
        length++;
    return pt_looks_like_number((struct pt_word){line.text, length});
}

#define CONTINUED "; a value goes on in the next line if its line ends with a \\"

/* Reports a line that is none of the format's. Of several in a row only the first is reported, and
 * none where the key before it lacks what likely stands in it: that error gets the hint. */
static void parse_bad_line(struct pt_sections *state, struct pt_word line,
                           const struct previous *previous)
{
    const char *hint = "";

    if (memchr(line.text, '=', line.length))
        hint = "; values are given with a colon, as in 'name: value'";
    else if (begins_number(line) || previous->value)
        hint = CONTINUED;
    if (previous->value && previous->wrong)
        pt_diags_append(state->parser.diags, CONTINUED);
    else if (!previous->bad)
        pt_parse_error(&state->parser, line, "neither a [section] nor a 'key: value'%s", hint);
    pt_section_is_wrong(state, true);
    state->lost = true;
}

/* Whether all of an entry is UTF-8. The first byte of the file that is not is told. */
static bool check_utf8(struct pt_sections *state, const struct pt_entry *entry)
{
    const char *wrong = pt_utf8_error(entry->key);

    for (size_t i = 0; i < entry->segment_count && entry->kind == PT_ENTRY_KEY && !wrong; i++)
        wrong = pt_utf8_error(entry->segments[i]);
    if (!wrong)
        return true;
    if (!state->not_utf8)
        pt_parse_error(&state->parser, ((struct pt_word){wrong, 1}),
                       "the byte 0x%02x is not UTF-8: save the file in that encoding",
                       (unsigned char)*wrong);
    state->not_utf8 = state->lost = true;
    pt_section_is_wrong(state, true);
    return false;
}

static void parse_entry(struct pt_sections *state, const struct pt_entry *entry,
                        const struct previous *previous)
{
    if (!check_utf8(state, entry))
        return;
    if (entry->kind == PT_ENTRY_SECTION)
        parse_section(state, entry);
    else if (entry->kind == PT_ENTRY_BAD)
        parse_bad_line(state, entry->key, previous);
    else if (state->section == PT_SECTION_CONFIG || state->section == PT_SECTION_TEST)
        pt_parse_key(state, entry);
    else
        parse_stray_key(state, entry);
}

void pt_parse_entries(struct pt_sections *state)
{
    struct pt_entry entry = {0};
    struct previous previous = {0};

    while (pt_lexer_next(&state->lexer, &entry)) {
        size_t found = state->parser.diags->found;

        parse_entry(state, &entry, &previous);
        previous = (struct previous){
            .bad = entry.kind == PT_ENTRY_BAD,
            .value = entry.kind == PT_ENTRY_KEY && state->section == PT_SECTION_TEST,
            .wrong = state->parser.diags->found != found,
        };
    }
    pt_entry_finish(&entry);
}

static void check_config(struct pt_sections *state)
{
    const struct pt_plan *plan = state->parser.plan;
    const struct pt_config *config = &plan->config;
    struct pt_diags *diags = state->parser.diags;

    if (config->clc_version_max && config->clc_version_max < config->clc_version_min)
        pt_diags_add(diags, state->config_offset, "clc_version_max is lower than clc_version_min");
    if (config->expect_build_log && !config->expect_build_fail)
        pt_diags_add(diags, state->config_offset, "expect_build_log needs expect_build_fail: true");
    if (config->expect_build_fail && state->parser.defaults.kernel_name && !plan->test_count)
        pt_diags_add(diags, state->config_offset, "kernel_name has no use with expect_build_fail");
}

/* Without a [config], `start` is where it should have been. */
static void check_sections(struct pt_sections *state, size_t start)
{
    const struct pt_plan *plan = state->parser.plan;

    if (state->config_seen) {
        if (!state->config_wrong)
            check_config(state);
        return;
    }
    if (state->lost)
        return;
    if (plan->test_count)
        pt_diags_add(state->parser.diags, plan->tests[0].offset,
                     "[config] must stand before the first [test], and there is none");
    else
        pt_diags_add(state->parser.diags, start,
                     "there is no [config], with which a configuration begins");
}

static void name_test(struct pt_parser *parser, struct pt_test *test, size_t number)
{
    if (test->name)
        return;
    test->name = pt_format("test %zu", number);
    if (!pt_set_add(&parser->names, test->name))
        pt_diags_add(parser->diags, test->offset, "the test has no name, and '%s' is another's",
                     test->name);
}

/* The tests that have no kernel: one that [config] should name is told once. */
static void check_kernel_names(struct pt_sections *state)
{
    const struct pt_plan *plan = state->parser.plan;
    const struct pt_test *first = NULL;
    size_t count = 0;

    for (size_t i = 0; i < plan->test_count; i++) {
        const struct pt_test *test = &plan->tests[i];

        if (test->explicit_steps || test->launch.kernel_name || test->incomplete)
            continue;
        first = first ? first : test;
        count++;
    }
    if (!first || state->config_wrong || state->lost || !state->config_seen)
        return;
    if (plan->config.expect_build_fail)
        return;
    char *others = count > 1 ? pt_format(" (nor have %zu more tests)", count - 1) : pt_copy("", 0);
    pt_diags_add(state->parser.diags, first->offset,
                 "no kernel_name, neither here nor in [config]%s", others);
    free(others);
}

static void parse_text(struct pt_sections *state)
{
    struct pt_parser *parser = &state->parser;
    size_t start = (size_t)(state->lexer.next - parser->plan->text.data);

    pt_parse_entries(state);
    check_sections(state, start);
    check_kernel_names(state);
    const struct pt_test *wrong = NULL; /* of instances of one [test] the first is told */
    for (size_t i = 0; i < parser->plan->test_count; i++) {
        struct pt_test *test = &parser->plan->tests[i];
        const size_t found = parser->diags->found;

        test->incomplete |= parser->plan->config.expect_build_fail; /* which was told */
        name_test(parser, test, i + 1);
        if (!wrong || wrong->offset != test->offset)
            pt_check_test(parser, test);
        wrong = parser->diags->found != found ? test : wrong;
    }
}

/* The last closing mark behind `start`, or NULL. */
static const char *last_end_mark(const struct pt_text *text, const char *start)
{
    for (const char *at = text->data + text->size; at >= start + 3; at--) {
        if (!memcmp(at - 3, "!*/", 3))
            return at - 3;
    }
    return NULL;
}

/* A comment that has tests and lacks the mark of a configuration, which would be none without a
 * word. */
static void check_comments(struct pt_parser *parser)
{
    const struct pt_text *text = &parser->plan->text;
    const char *const end = text->data + text->size, *next = text->data, *start;

    while ((start = memmem(next, (size_t)(end - next), "/*", 2))) {
        const char *close = memmem(start + 2, (size_t)(end - start - 2), "*/", 2);

        next = close ? close + 2 : end;
        if (!memmem(start, (size_t)(next - start), "[test]", 6))
            continue;
        pt_diags_add(parser->diags, (size_t)(start - text->data),
                     "this comment has a [test], but is no configuration: one begins with /*! and "
                     "ends with !*/");
        return;
    }
}

/* The configuration in a .cl file: from the first opening mark to the last closing one. */
static bool find_comment(struct pt_parser *parser, struct pt_lexer *lexer)
{
    const struct pt_text *text = &parser->plan->text;
    const char *start = memmem(text->data, text->size, "/*!", 3);

    if (!start) {
        check_comments(parser);
        return false;
    }
    const char *end = last_end_mark(text, start + 3);
    if (!end) {
        pt_diags_add(parser->diags, (size_t)(start - text->data),
                     "the configuration that starts here has no end mark !*/");
        return false;
    }
    parser->plan->comment = (struct pt_word){start, (size_t)(end + 3 - start)};
    *lexer = (struct pt_lexer){start + 3, end};
    return true;
}

/* The first NUL byte outside of binary programs, or NULL. */
static const char *find_nul(const struct pt_text *text)
{
    struct pt_lexer lexer = {text->data, text->data + text->size};
    struct pt_entry entry = {0};
    const char *nul = NULL;

    while (!nul && lexer.next < lexer.end) {
        struct pt_word part = pt_lexer_raw(&lexer, &pt_section_names[PT_SECTION_BINARY], 1);

        nul = part.length ? memchr(part.text, '\0', part.length) : NULL;
        if (pt_lexer_next(&lexer, &entry)) /* the binary's section */
            pt_lexer_raw(&lexer, &pt_section_names[PT_SECTION_CONFIG],
                         PT_SECTION_COUNT - PT_SECTION_CONFIG);
    }
    pt_entry_finish(&entry);
    return nul;
}

/* Whether the text can be read at all. */
static bool check_encoding(struct pt_parser *parser)
{
    struct pt_text *text = &parser->plan->text;
    const char *other = pt_text_decode(text);
    const char *nul = other ? NULL : find_nul(text);

    if (other)
        pt_diags_add(parser->diags, 0, "the file is %s; save it as UTF-8", other);
    if (nul)
        pt_diags_add(parser->diags, (size_t)(nul - text->data), "a NUL byte");
    return !other && !nul;
}

static const struct pt_launch default_launch = {
    .dimensions = 1,
    .global = {1, 1, 1},
    .local = {1, 1, 1},
    .offset_null = true,
};

struct pt_plan *pt_plan_parse(struct pt_text *text, const char *path,
                              const struct pt_parse_options *options, struct pt_diags *diags)
{
    struct pt_plan *plan = pt_alloc(1, sizeof(*plan));
    struct pt_sections state = {.parser = {options, plan, diags, .defaults = default_launch}};

    plan->text = *text;
    plan->path = pt_copy(path, strlen(path));
    plan->config.clc_version_min = 10;
    diags->text = &plan->text;
    if (check_encoding(&state.parser)) {
        state.lexer = (struct pt_lexer){plan->text.data, plan->text.data + plan->text.size};
        if (!pt_plan_has_comment(plan) || find_comment(&state.parser, &state.lexer))
            parse_text(&state);
    }
    free(state.parser.defaults.kernel_name);
    pt_set_finish(&state.parser.names);
    return plan;
}
