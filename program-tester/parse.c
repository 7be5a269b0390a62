/* SPDX-License-Identifier: MIT */
/* parse.c: sections and keys of a test file; arguments are read in parse_arg.c, steps in
 * parse_step.c. */
#include "program-tester/parse.h"

#include <inttypes.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum section { SECTION_NONE, SECTION_CONFIG, SECTION_TEST, SECTION_SOURCE, SECTION_BINARY };

static const char *const section_names[] = {
    [SECTION_NONE] = "",
    [SECTION_CONFIG] = "config",
    [SECTION_TEST] = "test",
    [SECTION_SOURCE] = "program source",
    [SECTION_BINARY] = "program binary",
};

struct state {
    struct pt_parser parser;
    struct pt_lexer lexer;
    enum section section;
    bool config_seen, program_seen;
    size_t config_offset;
    struct pt_launch defaults; /* [config]'s */
    struct pt_test *test;      /* the open [test] */
    uint64_t keys_seen;        /* in this section, by index into the key table */
};

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

static void read_regex(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    char **string = field, reason[128];
    regex_t regex;

    read_string(parser, entry, field);
    int error = regcomp(&regex, *string, REG_EXTENDED | REG_NOSUB);
    if (!error) {
        regfree(&regex);
        return;
    }
    regerror(error, &regex, reason, sizeof(reason));
    pt_parse_error(parser, value_word(entry), "'%s' is not a regular expression: %s", *string,
                   reason);
}

/* The two keys for program files exclude each other, so that one place is enough. */
static void read_program_file(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    read_string(parser, entry, field);
    parser->plan->config.program_offset =
        (size_t)(value_word(entry).text - parser->plan->text.data);
}

static void read_kernel_name(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_launch *launch = field;

    read_string(parser, entry, &launch->kernel_name);
    launch->kernel_offset = (size_t)(value_word(entry).text - parser->plan->text.data);
    if (!strcasecmp(launch->kernel_name, "null")) {
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
        pt_parse_error(parser, word, "'%.*s' is neither true nor false", (int)word.length,
                       word.text);
    *(bool *)field = yes;
}

static void expect_end(struct pt_parser *parser, struct pt_cursor *cursor)
{
    struct pt_word word = pt_cursor_next(cursor);

    if (word.length)
        pt_parse_error(parser, word, "unexpected '%.*s' after the value", (int)word.length,
                       word.text);
}

static bool read_unsigned(struct pt_parser *parser, struct pt_word word, uint64_t *value)
{
    enum pt_number_error error = pt_number_parse(word, PT_ULONG, false, value);

    if (error)
        pt_parse_error(parser, word, "'%.*s' %s", (int)word.length, word.text,
                       pt_number_errors[error]);
    return !error;
}

static void read_version(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_cursor cursor = pt_cursor_start(entry);
    uint64_t *version = field;
    struct pt_word word = pt_cursor_next(&cursor);

    if (read_unsigned(parser, word, version) && *version && (*version < 10 || *version > 99))
        pt_parse_error(parser, word, "a version is written as two digits: 12 is OpenCL C 1.2");
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
    if (value < 1 || value > 3)
        pt_parse_error(parser, word, "dimensions is 1, 2 or 3, not %" PRIu64, value);
    else
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
                       (int)word.length, word.text);
    *(bool *)field = true;
}

static bool same_name_before(const struct pt_plan *plan, const struct pt_test *test)
{
    for (size_t i = 0; i < plan->test_count; i++) {
        const struct pt_test *other = &plan->tests[i];

        if (other != test && other->name && !strcmp(other->name, test->name))
            return true;
    }
    return false;
}

static void read_test_name(struct pt_parser *parser, const struct pt_entry *entry, void *field)
{
    struct pt_test *test = field;

    read_string(parser, entry, &test->name);
    if (same_name_before(parser->plan, test) && !parser->options->piglit)
        pt_parse_error(parser, value_word(entry), "there is already a test named '%s'", test->name);
}

static void add_arg(struct pt_parser *parser, const struct pt_entry *entry, struct pt_test *test,
                    bool out)
{
    struct pt_args *side = out ? &test->out : &test->in, *other = out ? &test->in : &test->out;
    const struct pt_arg *partner;
    struct pt_arg arg;

    if (!pt_parse_arg(parser, entry, out, &arg)) {
        test->incomplete = true;
        return;
    }
    if (pt_args_find(side, arg.index)) {
        pt_parse_error(parser, value_word(entry), "there is already an %s with index %u",
                       out ? "arg_out" : "arg_in", arg.index);
        pt_arg_finish(&arg);
        return;
    }
    partner = pt_args_find(other, arg.index);
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
    if (test->incomplete) /* the step's argument may be what is missing */
        return;
    if (!pt_parse_step(parser, entry, test, &step)) {
        test->incomplete = true;
        return;
    }
    test->steps =
        pt_grow(test->steps, &test->step_capacity, test->step_count + 1, sizeof(*test->steps));
    test->steps[test->step_count++] = step;
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
    {"platform_regex", TARGET_CONFIG, false, read_regex, IN_CONFIG(platform_regex)},
    {"device_regex", TARGET_CONFIG, false, read_regex, IN_CONFIG(device_regex)},
    {"require_platform_extensions", TARGET_CONFIG, false, read_string,
     IN_CONFIG(platform_extensions)},
    {"require_device_extensions", TARGET_CONFIG, false, read_string, IN_CONFIG(device_extensions)},
    {"program_source_file", TARGET_CONFIG, false, read_program_file,
     IN_CONFIG(program_source_file)},
    {"program_binary_file", TARGET_CONFIG, false, read_program_file,
     IN_CONFIG(program_binary_file)},
    {"build_options", TARGET_CONFIG, false, read_string, IN_CONFIG(build_options)},
    {"expect_build_fail", TARGET_CONFIG, false, read_bool, IN_CONFIG(expect_build_fail)},
    {"expect_build_log", TARGET_CONFIG, false, read_regex, IN_CONFIG(expect_build_log)},
    {"need_image_support", TARGET_CONFIG, false, read_bool, IN_CONFIG(need_image_support)},
    {"kernel_name", TARGET_LAUNCH, false, read_kernel_name, 0},
    {"expect_test_fail", TARGET_LAUNCH, false, read_bool, IN_LAUNCH(expect_fail)},
    {"expect", TARGET_LAUNCH, false, read_expect, IN_LAUNCH(expect_runs)},
    {"dimensions", TARGET_LAUNCH, false, read_dimensions, IN_LAUNCH(dimensions)},
    {"global_size", TARGET_LAUNCH, false, read_global_size, 0},
    {"local_size", TARGET_LAUNCH, false, read_local_size, 0},
    {"global_offset", TARGET_LAUNCH, false, read_global_offset, 0},
    {"name", TARGET_TEST, false, read_test_name, 0},
    {"arg_in", TARGET_TEST, true, read_arg_in, 0},
    {"arg_out", TARGET_TEST, true, read_arg_out, 0},
    {"launch", TARGET_TEST, true, read_step, 0},
    {"read", TARGET_TEST, true, read_step, 0},
    {"write", TARGET_TEST, true, read_step, 0},
    {"map", TARGET_TEST, true, read_step, 0},
    {"fill", TARGET_TEST, true, read_step, 0},
    {"copy", TARGET_TEST, true, read_step, 0},
};

_Static_assert(PT_COUNT(keys) <= 64, "keys_seen has a bit for each key");

static bool key_belongs(const struct key *key, enum section section)
{
    return key->target == TARGET_LAUNCH ||
           (key->target == TARGET_CONFIG) == (section == SECTION_CONFIG);
}

/* The key of that name that belongs to the section; failing that, one of another section. */
static const struct key *find_key(struct pt_word name, enum section section)
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

static void *key_field(struct state *state, const struct key *key)
{
    char *base;

    if (key->target == TARGET_CONFIG)
        base = (char *)&state->parser.plan->config;
    else if (key->target == TARGET_TEST)
        base = (char *)state->test;
    else
        base = (char *)(state->section == SECTION_CONFIG ? &state->defaults : &state->test->launch);
    return base + key->field;
}

static bool seen_before(struct state *state, const struct key *key)
{
    uint64_t bit = UINT64_C(1) << (key - keys);
    bool seen = state->keys_seen & bit;

    state->keys_seen |= bit;
    return seen && !key->repeatable;
}

static void parse_key(struct state *state, const struct pt_entry *entry)
{
    struct pt_parser *parser = &state->parser;
    int length = (int)entry->key.length;
    const char *name = entry->key.text;

    if (state->section != SECTION_CONFIG && state->section != SECTION_TEST) {
        pt_parse_error(parser, entry->key, "'%.*s' stands before any [config] or [test]", length,
                       name);
        return;
    }
    const struct key *key = find_key(entry->key, state->section);
    struct pt_cursor cursor = pt_cursor_start(entry);
    if (!key)
        pt_parse_error(parser, entry->key, "there is no key '%.*s'", length, name);
    else if (!key_belongs(key, state->section))
        pt_parse_error(parser, entry->key, "the key '%.*s' does not belong into [%s]", length, name,
                       section_names[state->section]);
    else if (!pt_cursor_peek(&cursor).length)
        pt_parse_error(parser, entry->key, "'%.*s' has no value", length, name);
    else if (seen_before(state, key))
        pt_parse_error(parser, entry->key, "'%.*s' is given twice", length, name);
    else
        key->read(parser, entry, key_field(state, key));
}

static void start_config(struct state *state, const struct pt_entry *entry)
{
    if (state->config_seen)
        pt_parse_error(&state->parser, entry->key, "there can be only one [config]");
    else if (state->parser.plan->test_count)
        pt_parse_error(&state->parser, entry->key, "[config] must stand before the first [test]");
    state->config_seen = true;
    state->config_offset = (size_t)(entry->key.text - state->parser.plan->text.data);
}

static void start_test(struct state *state, const struct pt_entry *entry)
{
    struct pt_plan *plan = state->parser.plan;

    if (!state->config_seen)
        pt_parse_error(&state->parser, entry->key, "[config] must stand before the first [test]");
    if (plan->config.expect_build_fail)
        pt_parse_error(&state->parser, entry->key,
                       "a file with expect_build_fail cannot have a [test]");
    plan->tests =
        pt_grow(plan->tests, &plan->test_capacity, plan->test_count + 1, sizeof(*plan->tests));
    state->test = &plan->tests[plan->test_count++];
    memset(state->test, 0, sizeof(*state->test));
    state->test->launch = state->defaults;
    if (state->defaults.kernel_name)
        state->test->launch.kernel_name =
            pt_copy(state->defaults.kernel_name, strlen(state->defaults.kernel_name));
    state->test->offset = (size_t)(entry->key.text - plan->text.data);
}

static void take_program(struct state *state, const struct pt_entry *entry, bool binary)
{
    static const char *const names[] = {"config", "test", "program source", "program binary", NULL};
    struct pt_plan *plan = state->parser.plan;
    struct pt_word raw = pt_lexer_raw(&state->lexer, names);

    if (state->program_seen) {
        pt_parse_error(&state->parser, entry->key, "there can be only one program");
        return;
    }
    state->program_seen = true;
    plan->program = pt_copy(raw.text, raw.length);
    plan->program_size = raw.length;
    plan->program_is_binary = binary;
}

static void parse_section(struct state *state, const struct pt_entry *entry)
{
    state->section = SECTION_NONE;
    state->keys_seen = 0;
    for (enum section s = SECTION_CONFIG; s <= SECTION_BINARY; s++) {
        if (pt_word_is(entry->key, section_names[s]))
            state->section = s;
    }
    switch (state->section) {
    case SECTION_NONE:
        pt_parse_error(&state->parser, entry->key, "there is no section [%.*s]",
                       (int)entry->key.length, entry->key.text);
        break;
    case SECTION_CONFIG:
        start_config(state, entry);
        break;
    case SECTION_TEST:
        start_test(state, entry);
        break;
    case SECTION_SOURCE:
    case SECTION_BINARY:
        take_program(state, entry, state->section == SECTION_BINARY);
        break;
    }
}

static void name_test(struct pt_parser *parser, struct pt_test *test, size_t number)
{
    if (test->name)
        return;
    test->name = pt_format("test %zu", number);
    if (same_name_before(parser->plan, test))
        pt_diags_add(parser->diags, test->offset, "the test has no name, and '%s' is another's",
                     test->name);
}

static void check_config(struct state *state)
{
    const struct pt_config *config = &state->parser.plan->config;
    struct pt_diags *diags = state->parser.diags;

    if (config->clc_version_max && config->clc_version_max < config->clc_version_min)
        pt_diags_add(diags, state->config_offset, "clc_version_max is lower than clc_version_min");
    if (config->expect_build_log && !config->expect_build_fail)
        pt_diags_add(diags, state->config_offset, "expect_build_log needs expect_build_fail: true");
    if (config->expect_build_fail && state->defaults.kernel_name)
        pt_diags_add(diags, state->config_offset, "kernel_name has no use with expect_build_fail");
}

/* The configuration in a .cl file: from the first opening mark to the last closing one. */
static bool find_comment(struct pt_parser *parser, struct pt_lexer *lexer)
{
    const struct pt_text *text = &parser->plan->text;
    const char *start = memmem(text->data, text->size, "/*!", 3);
    const char *end = NULL, *from = start;

    if (!start)
        return false;
    for (const char *close;
         (close = memmem(from, (size_t)(text->data + text->size - from), "!*/", 3));
         from = close + 1)
        end = close;
    if (!end || end < start + 3) {
        pt_diags_add(parser->diags, (size_t)(start - text->data),
                     "the configuration that starts here has no end mark !*/");
        return false;
    }
    *lexer = (struct pt_lexer){start + 3, end};
    return true;
}

static void parse_text(struct state *state)
{
    struct pt_parser *parser = &state->parser;
    struct pt_entry entry = {0};

    while (pt_lexer_next(&state->lexer, &entry)) {
        if (entry.kind == PT_ENTRY_SECTION)
            parse_section(state, &entry);
        else if (entry.kind == PT_ENTRY_KEY)
            parse_key(state, &entry);
        else
            pt_parse_error(parser, entry.key, "neither a [section] nor a 'key: value'");
    }
    pt_entry_finish(&entry);
    if (!state->config_seen)
        pt_diags_add(parser->diags, PT_NOWHERE, "there is no [config]");
    check_config(state);
    for (size_t i = 0; i < parser->plan->test_count; i++) {
        name_test(parser, &parser->plan->tests[i], i + 1);
        pt_check_test(parser, &parser->plan->tests[i]);
    }
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
    struct state state = {.parser = {options, plan, diags}, .defaults = default_launch};

    plan->text = *text;
    plan->path = pt_copy(path, strlen(path));
    plan->config.clc_version_min = 10;
    diags->text = &plan->text;
    state.lexer = (struct pt_lexer){plan->text.data, plan->text.data + plan->text.size};
    if (!pt_has_suffix(plan->text.name, ".cl") || find_comment(&state.parser, &state.lexer))
        parse_text(&state);
    free(state.defaults.kernel_name);
    return plan;
}
