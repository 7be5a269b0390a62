/* SPDX-License-Identifier: MIT */
/* parse_key.c: the keys of [config] and [test]; arguments are read in parse_arg.c, steps in
 * parse_step.c. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "program-tester/base/names.h"
#include "program-tester/base/number.h"
#include "program-tester/parse/expression.h"
#include "program-tester/parse/sections.h"

/* Longer names of kernels, of which each test may have a copy, are taken for a mistake. */
enum { MAX_KERNEL_NAME = 1023 }; /* bytes */

/* One value of a key. The field's type belongs to the reader. */
typedef void key_reader(struct pt_parser *parser, const struct pt_entry *entry, void *field);

static struct pt_word value_word(const struct pt_entry *entry)
{
    return entry->segments[0];
}

static bool is_null(struct pt_word word)
{
    return pt_word_is(word, "NULL") || pt_word_is(word, "null");
}

static void read_string(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    char **string = field;

    (void)parser;
    free(*string);
    *string = pt_entry_text(entry);
}

static void read_expression(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    char **string = field;

    read_string(parser, entry, field);
    char *why = pt_expression_check(*string);
    if (why)
        pt_parse_error(parser, value_word(entry),
                       "'%.*s' cannot be used as a regular expression: %s",
                       PT_SHOW(value_word(entry)), why);
    free(why);
}

/* The two keys for program files exclude each other, so that one place is enough. */
static void read_program_file(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    read_string(parser, entry, field);
    parser->plan->config.program_offset = pt_parse_place(parser, value_word(entry));
}

static void read_kernel_name(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_launch *launch = field;

    read_string(parser, entry, &launch->kernel_name);
    launch->kernel_offset = pt_parse_place(parser, value_word(entry));
    bool too_long = strlen(launch->kernel_name) > MAX_KERNEL_NAME;
    if (too_long)
        pt_parse_error(parser, value_word(entry), "a kernel's name has at most %d characters",
                       MAX_KERNEL_NAME);
    if (too_long || !strcasecmp(launch->kernel_name, "null")) {
        free(launch->kernel_name);
        launch->kernel_name = NULL;
    }
}

static void read_bool(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_word word = value_word(entry);
    bool yes = pt_word_is_any_case(word, "true") || pt_word_is(word, "1");
    bool no = pt_word_is_any_case(word, "false") || pt_word_is(word, "0");

    if (!yes && !no)
        pt_parse_error(parser, word, "'%.*s' is neither true nor false (nor 1 or 0)",
                       PT_SHOW(word));
    *(bool *)field = yes;
}

static void expect_end(struct pt_parser *parser, struct pt_cursor *cursor)
{
    struct pt_word word = pt_cursor_next(cursor);

    if (word.length)
        pt_parse_error(parser, word, "unexpected '%.*s' after the value", PT_SHOW(word));
}

static bool read_unsigned(struct pt_parser *parser, struct pt_word word, uint64_t *value)
{
    enum pt_number_error error = pt_number_parse(word, PT_ULONG, false, value);

    if (error)
        pt_parse_error(parser, word, "'%.*s' %s", PT_SHOW(word), pt_number_errors[error]);
    return !error;
}

static void read_version(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_cursor cursor = pt_cursor_start(entry);
    uint64_t *version = field;
    struct pt_word word = pt_cursor_next(&cursor);
    enum pt_number_error error = pt_number_parse(word, PT_ULONG, false, version);

    if (error || (*version && (*version < 10 || *version > 99)))
        pt_parse_error(
            parser, word,
            "'%.*s' is not a version, which is written as two digits: 12 is OpenCL C 1.2",
            PT_SHOW(word));
    else
        expect_end(parser, &cursor);
}

static void read_dimensions(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_cursor cursor = pt_cursor_start(entry);
    struct pt_word word = pt_cursor_next(&cursor);
    unsigned *dimensions = field;
    uint64_t value;

    if (!read_unsigned(parser, word, &value))
        return;
    if (value < 1 || value > 3) {
        pt_parse_error(parser, word, "dimensions is 1, 2 or 3, not %" PRIu64, value);
        return;
    }
    *dimensions = (unsigned)value;
    expect_end(parser, &cursor);
}

/* One to three numbers; those not given are 0, that is, unused. */
static bool read_sizes(struct pt_parser *parser, const struct pt_entry *entry, size_t sizes[3])
{
    struct pt_cursor cursor = pt_cursor_start(entry);
    uint64_t values[3] = {0};

    for (int i = 0; i < 3; i++) {
        struct pt_word word = pt_cursor_next(&cursor);

        if (!word.length && i)
            break;
        if (!read_unsigned(parser, word, &values[i]))
            return false;
    }
    expect_end(parser, &cursor);
    for (int i = 0; i < 3; i++)
        sizes[i] = values[i];
    return true;
}

static void read_global_size(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_launch *launch = field;

    read_sizes(parser, entry, launch->global);
}

static void read_local_size(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_launch *launch = field;

    launch->local_null = is_null(value_word(entry));
    if (!launch->local_null)
        read_sizes(parser, entry, launch->local);
    launch->local_place = pt_parse_place(parser, entry->key);
}

static void read_global_offset(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_launch *launch = field;

    launch->offset_null = is_null(value_word(entry));
    if (!launch->offset_null)
        read_sizes(parser, entry, launch->offset);
}

static void read_expect(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_word word = value_word(entry);

    if (!pt_word_is(word, "runs"))
        pt_parse_error(parser, word, "'%.*s' is not something to expect; known: runs",
                       PT_SHOW(word));
    *(bool *)field = true;
}

/* Names are keys of records and parts of lines. */
static void read_test_name(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_test *test = field;
    struct pt_word word = value_word(entry);

    read_string(parser, entry, &test->name);
    for (const char *c = test->name; *c; c++) {
        if (iscntrl((unsigned char)*c)) {
            pt_parse_error(parser, word, "a test's name cannot have tabs or control characters");
            return;
        }
    }
    if (!pt_set_add(&parser->names, test->name) && !parser->options->piglit)
        pt_parse_error(parser, word, "there is already a test named '%.*s'", PT_SHOW(word));
}

/* A sampler is an arg_in, whichever it is called: a kernel cannot change it. */
static void add_arg(struct pt_parser *parser, const struct pt_entry *entry, struct pt_test *test,
                    bool out)
{
    struct pt_arg arg;

    if (!pt_parse_arg(parser, entry, out, &arg))
        return;
    out = out && arg.kind != PT_ARG_SAMPLER;
    struct pt_args *side = out ? &test->out : &test->in;
    const struct pt_arg *partner = pt_args_find(out ? &test->in : &test->out, arg.index);
    if (pt_args_find(side, arg.index)) {
        pt_parse_error(parser, value_word(entry), "there is already an %s with index %u%s",
                       out ? "arg_out" : "arg_in", arg.index,
                       arg.kind == PT_ARG_SAMPLER ? ", which a sampler is, too" : "");
        pt_arg_finish(&arg);
        return;
    }
    if (partner)
        pt_check_in_out(parser, out ? partner : &arg, out ? &arg : partner);
    side->items = pt_grow(side->items, &side->capacity, side->count + 1, sizeof(*side->items));
    side->items[side->count++] = arg;
}

static void read_arg_in(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    add_arg(parser, entry, field, false);
}

static void read_arg_out(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    add_arg(parser, entry, field, true);
}

static void read_step(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_test *test = field;
    struct pt_step step;

    test->explicit_steps = true;
    if (test->lacks_argument) /* it may be the step's */
        return;
    if (!pt_parse_step(parser, entry, test, &step))
        return;
    test->steps =
        pt_grow(test->steps, &test->step_capacity, test->step_count + 1, sizeof(*test->steps));
    test->steps[test->step_count++] = step;
}

/* Where they may stand they are read before all other keys (parse_for.c). */
static void read_for(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    (void)field;
    pt_parse_error(parser, entry->key, "'for' must stand before all other keys of a [test]");
}

enum target { TARGET_CONFIG, TARGET_LAUNCH, TARGET_TEST };

#define IN_CONFIG(field) offsetof(struct pt_config, field)
#define IN_LAUNCH(field) offsetof(struct pt_launch, field)

static const struct key {
    const char *name;
    enum target target; /* launch keys belong to [config] and to [test] */
    bool repeatable;
    key_reader *read;
    size_t field;
} keys[] = {
    {"name", TARGET_CONFIG, false, read_string, IN_CONFIG(name)},
    {"clc_version_min", TARGET_CONFIG, false, read_version, IN_CONFIG(clc_version_min)},
    {"clc_version_max", TARGET_CONFIG, false, read_version, IN_CONFIG(clc_version_max)},
    {"platform_regex", TARGET_CONFIG, false, read_expression, IN_CONFIG(platform_regex)},
    {"device_regex", TARGET_CONFIG, false, read_expression, IN_CONFIG(device_regex)},
    {"require_platform_extensions", TARGET_CONFIG, false, read_string,
     IN_CONFIG(platform_extensions)},
    {"require_device_extensions", TARGET_CONFIG, false, read_string, IN_CONFIG(device_extensions)},
    {"require_features", TARGET_CONFIG, false, read_string, IN_CONFIG(features)},
    {"program_source_file", TARGET_CONFIG, false, read_program_file,
     IN_CONFIG(program_source_file)},
    {"program_binary_file", TARGET_CONFIG, false, read_program_file,
     IN_CONFIG(program_binary_file)},
    {"build_options", TARGET_CONFIG, false, read_string, IN_CONFIG(build_options)},
    {"expect_build_fail", TARGET_CONFIG, false, read_bool, IN_CONFIG(expect_build_fail)},
    {"expect_build_log", TARGET_CONFIG, false, read_expression, IN_CONFIG(expect_build_log)},
    {"need_image_support", TARGET_CONFIG, false, read_bool, IN_CONFIG(need_image_support)},
    {"need_image_program", TARGET_CONFIG, false, read_bool, IN_CONFIG(need_image_program)},
    {"kernel_name", TARGET_LAUNCH, false, read_kernel_name, 0},
    {"expect_test_fail", TARGET_LAUNCH, false, read_bool, IN_LAUNCH(expect_fail)},
    {"expect", TARGET_LAUNCH, false, read_expect, IN_LAUNCH(expect_runs)},
    {"dimensions", TARGET_LAUNCH, false, read_dimensions, IN_LAUNCH(dimensions)},
    {"global_size", TARGET_LAUNCH, false, read_global_size, 0},
    {"local_size", TARGET_LAUNCH, false, read_local_size, 0},
    {"global_offset", TARGET_LAUNCH, false, read_global_offset, 0},
    {"for", TARGET_TEST, true, read_for, 0},
    {"name", TARGET_TEST, false, read_test_name, 0},
    {"arg_in", TARGET_TEST, true, read_arg_in, 0},
    {"arg_out", TARGET_TEST, true, read_arg_out, 0},
    {"launch", TARGET_TEST, true, read_step, 0},
    {"read", TARGET_TEST, true, read_step, 0},
    {"write", TARGET_TEST, true, read_step, 0},
    {"map", TARGET_TEST, true, read_step, 0},
    {"fill", TARGET_TEST, true, read_step, 0},
    {"copy", TARGET_TEST, true, read_step, 0},
    {"blit", TARGET_TEST, true, read_step, 0},
    {"resolve", TARGET_TEST, true, read_step, 0},
    {"format", TARGET_TEST, true, read_step, 0},
    {"queue", TARGET_TEST, true, read_step, 0},
    {"ask", TARGET_TEST, true, read_step, 0},
    {"info", TARGET_TEST, true, read_step, 0},
};

_Static_assert(PT_COUNT(keys) <= 64, "keys_seen has a bit for each key");

static bool key_belongs(const struct key *key, enum pt_section section)
{
    return key->target == TARGET_LAUNCH ||
           (key->target == TARGET_CONFIG) == (section == PT_SECTION_CONFIG);
}

/* The key of that name that belongs to the section; failing that, one of another section. */
static const struct key *find_key(struct pt_word name, enum pt_section section)
{
    const struct key *elsewhere = NULL;

    for (size_t i = 0; i < PT_COUNT(keys); i++) {
        if (!pt_word_is(name, keys[i].name))
            continue;
        if (key_belongs(&keys[i], section))
            return &keys[i];
        elsewhere = &keys[i];
    }
    return elsewhere;
}

static void *key_field(struct pt_sections *state, const struct key *key)
{
    char *base;

    if (key->target == TARGET_CONFIG)
        base = (char *)&state->parser.plan->config;
    else if (key->target == TARGET_TEST)
        base = (char *)state->test;
    else
        base = (char *)(state->section == PT_SECTION_CONFIG ? &state->parser.defaults
                                                            : &state->test->launch);
    return base + key->field;
}

static bool seen_before(struct pt_sections *state, const struct key *key)
{
    uint64_t bit = UINT64_C(1) << (key - keys);
    bool seen = state->keys_seen & bit;

    state->keys_seen |= bit;
    return seen && !key->repeatable;
}

static void no_such_key(struct pt_sections *state, struct pt_word word)
{
    const char *names[PT_COUNT(keys)];
    size_t count = 0;

    for (size_t i = 0; i < PT_COUNT(keys); i++) {
        if (key_belongs(&keys[i], state->section))
            names[count++] = keys[i].name;
    }
    char *hint = pt_names_hint((struct pt_names){names, count, sizeof(*names)}, word);
    pt_parse_error(&state->parser, word, "there is no key '%.*s'%s", PT_SHOW(word), hint);
    free(hint);
}

static void read_key(struct pt_sections *state, const struct pt_entry *entry, const struct key *key)
{
    struct pt_parser *parser = &state->parser;
    struct pt_cursor cursor = pt_cursor_start(entry);

    if (!key)
        no_such_key(state, entry->key);
    else if (!key_belongs(key, state->section))
        pt_parse_error(
            parser, entry->key, "the key '%s' does not belong into [%s], but into [%s]", key->name,
            pt_section_names[state->section],
            pt_section_names[key->target == TARGET_CONFIG ? PT_SECTION_CONFIG : PT_SECTION_TEST]);
    else if (!pt_cursor_peek(&cursor).length)
        pt_parse_error(parser, entry->key, "'%s' has no value", key->name);
    else if (seen_before(state, key))
        pt_parse_error(parser, entry->key, "'%s' is given twice", key->name);
    else
        key->read(parser, entry, key_field(state, key));
}

void pt_parse_key(struct pt_sections *state, const struct pt_entry *entry)
{
    const struct key *key = find_key(entry->key, state->section);
    size_t found = state->parser.diags->found;

    read_key(state, entry, key);
    if (state->parser.diags->found != found)
        pt_section_is_wrong(state, !key || key->read == read_arg_in || key->read == read_arg_out);
}
