/* SPDX-License-Identifier: MIT */
/* parse_for.c: a [test] that begins with `for:` lines is one test for each combination of their
 * values. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/parse/instance.h"
#include "program-tester/parse/sections.h"

enum {
    MAX_PARAMETERS = 16,
    MAX_INSTANCES = 4096, /* of one [test]; more are taken for a mistake */
    MAX_VALUES = 1 << 16, /* in all lists of one [test] */
};

/* A `for:` line: some parameters, and rows with a value of each. */
struct list {
    size_t first, names; /* of the test's parameters */
    size_t start, rows;  /* of the test's values */
};

/* The `for:` lines of a test. */
struct loops {
    struct pt_parameter parameters[MAX_PARAMETERS];
    size_t parameter_count;
    struct list lists[MAX_PARAMETERS];
    size_t list_count;
    struct pt_word *values;
    size_t value_count, value_capacity;
    struct pt_word place; /* of the first line */
    bool wrong;
};

#define loop_error(state, loops, word, ...)                                                        \
    do {                                                                                           \
        pt_parse_error(&(state)->parser, word, __VA_ARGS__);                                       \
        (loops)->wrong = true;                                                                     \
    } while (0)

static bool is_name(struct pt_word word)
{
    bool good = word.length && !(word.text[0] >= '0' && word.text[0] <= '9');

    for (size_t i = 0; i < word.length; i++) {
        const char c = word.text[i];
        good &=
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    return good;
}

static void add_name(struct pt_sections *state, struct loops *loops, struct list *list,
                     struct pt_word name)
{
    const struct pt_parameters known = {loops->parameters, loops->parameter_count};

    if (!is_name(name))
        loop_error(state, loops, name,
                   "'%.*s' is no name of a parameter; a line reads 'for: NAME in VALUE...'",
                   PT_SHOW(name));
    else if (pt_parameter_find(&known, name))
        loop_error(state, loops, name, "there is a parameter '%.*s' already", PT_SHOW(name));
    else if (loops->parameter_count == MAX_PARAMETERS)
        loop_error(state, loops, name, "a test has at most %d parameters", MAX_PARAMETERS);
    else
        loops->parameters[list->first + list->names++] = (struct pt_parameter){.name = name};
    loops->parameter_count = list->first + list->names;
}

/* The names before `in`. */
static void read_names(struct pt_sections *state, struct loops *loops, struct list *list,
                       struct pt_cursor *cursor)
{
    struct pt_word word = pt_cursor_next(cursor);

    while (!loops->wrong && word.length && !pt_word_is(word, "in")) {
        add_name(state, loops, list, word);
        word = pt_cursor_next(cursor);
    }
    if (!loops->wrong && (!word.length || !list->names))
        loop_error(state, loops, word, "a line reads 'for: NAME in VALUE...'");
}

static void add_value(struct pt_sections *state, struct loops *loops, struct pt_word value)
{
    if (loops->value_count == MAX_VALUES) {
        loop_error(state, loops, value, "a test has at most %d values in its lists", MAX_VALUES);
        return;
    }
    loops->values = pt_grow(loops->values, &loops->value_capacity, loops->value_count + 1,
                            sizeof(*loops->values));
    loops->values[loops->value_count++] = value;
}

/* Adds what a word begins: itself, or all that stands in its quotation marks. Returns what follows
 * it in its last word. */
static struct pt_word take_value(struct pt_sections *state, struct loops *loops,
                                 struct pt_cursor *cursor, struct pt_word word)
{
    const char *begin = word.text + 1, *quote = NULL;

    if (word.text[0] != '"') {
        while (word.length > 1 && word.text[word.length - 1] == ')')
            word.length--;
        add_value(state, loops, word);
        return (struct pt_word){word.text + word.length, 0};
    }
    struct pt_word rest = {begin, word.length - 1};
    while (!(quote = rest.length ? memchr(rest.text, '"', rest.length) : NULL)) {
        rest = pt_cursor_next(cursor);
        if (!rest.length || memchr(begin, '\n', (size_t)(rest.text - begin))) {
            loop_error(state, loops, word, "quotation marks are not closed in their line");
            return rest;
        }
    }
    add_value(state, loops, (struct pt_word){begin, (size_t)(quote - begin)});
    return (struct pt_word){quote + 1, (size_t)(rest.text + rest.length - quote - 1)};
}

/* Values up to a closing parenthesis, whose first word is given without the opening one. */
static bool read_values(struct pt_sections *state, struct loops *loops, struct pt_cursor *cursor,
                        struct pt_word word, size_t *count)
{
    for (*count = 0; word.length && !loops->wrong; word = pt_cursor_next(cursor)) {
        if (pt_word_is(word, ")"))
            return true;
        const char *end = word.text + word.length;
        struct pt_word rest = take_value(state, loops, cursor, word);

        ++*count;
        if (word.text[0] != '"')
            rest.length = (size_t)(end - rest.text);
        if (rest.length)
            return pt_word_is(rest, ")");
    }
    return false;
}

/* A row of several values in parentheses, whose first word is given. */
static void read_row(struct pt_sections *state, struct loops *loops, const struct list *list,
                     struct pt_cursor *cursor, struct pt_word row)
{
    struct pt_word word = {row.text + 1, row.length - 1};
    size_t count;

    if (row.text[0] != '(') {
        loop_error(state, loops, row, "'%.*s': %zu parameters have their values in parentheses",
                   PT_SHOW(row), list->names);
        return;
    }
    if (!word.length)
        word = pt_cursor_next(cursor);
    const bool closed = read_values(state, loops, cursor, word, &count);
    if (!loops->wrong && (!closed || count != list->names))
        loop_error(state, loops, row, "%zu values of %zu parameters%s", count, list->names,
                   closed ? "" : ", and no closing parenthesis");
}

/* A value of the only parameter. */
static void read_one(struct pt_sections *state, struct loops *loops, struct pt_cursor *cursor,
                     struct pt_word word)
{
    if (word.text[0] != '"') {
        add_value(state, loops, word);
        return;
    }
    const struct pt_word rest = take_value(state, loops, cursor, word);
    if (!loops->wrong && rest.length)
        loop_error(state, loops, rest, "unexpected '%.*s' after a value", PT_SHOW(rest));
}

static void read_list(struct pt_sections *state, struct loops *loops, const struct pt_entry *entry)
{
    struct pt_cursor cursor = pt_cursor_start(entry);
    struct list list = {.first = loops->parameter_count, .start = loops->value_count};

    read_names(state, loops, &list, &cursor);
    for (struct pt_word word; !loops->wrong && (word = pt_cursor_next(&cursor)).length;
         list.rows++) {
        if (list.names == 1)
            read_one(state, loops, &cursor, word);
        else
            read_row(state, loops, &list, &cursor, word);
    }
    if (!loops->wrong && !list.rows)
        loop_error(state, loops, entry->key, "'for' has no values");
    if (!loops->wrong)
        loops->lists[loops->list_count++] = list;
}

/* The `for:` lines that are next. */
static void read_loops(struct pt_sections *state, struct loops *loops)
{
    struct pt_lexer ahead = state->lexer;
    struct pt_entry entry = {0};

    while (pt_lexer_next(&ahead, &entry) && entry.kind == PT_ENTRY_KEY &&
           pt_word_is(entry.key, "for")) {
        if (!loops->place.text)
            loops->place = entry.key;
        if (!loops->wrong)
            read_list(state, loops, &entry);
        state->lexer = ahead;
    }
    pt_entry_finish(&entry);
}

/* The number of combinations; more than may be: something larger than that. */
static size_t count_instances(const struct loops *loops)
{
    size_t count = 1;

    for (size_t i = 0; i < loops->list_count && count <= MAX_INSTANCES; i++)
        count *= loops->lists[i].rows;
    return count;
}

/* Gives the parameters the values of a combination, of which the last list's change first. */
static void choose(struct loops *loops, size_t instance)
{
    for (size_t i = loops->list_count; i-- > 0;) {
        const struct list *list = &loops->lists[i];
        const struct pt_word *row =
            &loops->values[list->start + instance % list->rows * list->names];

        for (size_t n = 0; n < list->names; n++)
            loops->parameters[list->first + n].value = row[n];
        instance /= list->rows;
    }
}

/* Says with which values the errors from that one on were found. */
static void tell_instance(struct pt_sections *state, const struct loops *loops, size_t first)
{
    const struct pt_parameters parameters = {(struct pt_parameter *)loops->parameters,
                                             loops->parameter_count};
    char *suffix = pt_instance_suffix(&parameters);

    for (size_t i = first; i < state->parser.diags->count; i++) {
        struct pt_diag *diag = &state->parser.diags->items[i];
        char *message = pt_format("%s (with %s)", diag->message, suffix);

        free(diag->message);
        diag->message = message;
    }
    free(suffix);
}

/* Reads the test with the values that the parameters have now. */
static bool read_instance(struct pt_sections *state, const struct pt_entry *section,
                          struct loops *loops, struct pt_word body, struct pt_instance *instance)
{
    const struct pt_parameters parameters = {loops->parameters, loops->parameter_count};
    const struct pt_lexer after = state->lexer;
    const size_t found = state->parser.diags->found, kept = state->parser.diags->count;
    struct pt_formula_error error;

    if (!pt_instance_write(instance, body, &parameters, &error)) {
        loop_error(state, loops, error.at, "'%.*s': %s", PT_SHOW(error.at), error.why);
        tell_instance(state, loops, kept);
        return false;
    }
    state->section = PT_SECTION_TEST;
    pt_start_test(state, section);
    if (state->section != PT_SECTION_TEST)
        return false;
    state->parser.instance = instance;
    state->lexer =
        (struct pt_lexer){instance->text.text, instance->text.text + instance->text.length};
    pt_parse_entries(state);
    state->parser.instance = NULL;
    state->lexer = after;
    if (state->parser.diags->found != found)
        tell_instance(state, loops, kept);
    return state->parser.diags->found == found;
}

static void read_instances(struct pt_sections *state, const struct pt_entry *section,
                           struct loops *loops, struct pt_word body)
{
    const size_t count = count_instances(loops);
    struct pt_instance instance = {0};

    if (count > MAX_INSTANCES || count * body.length > PT_MAX_FILE_SIZE) {
        loop_error(state, loops, loops->place,
                   "these lists make too many tests: there may be %d of one [test], and %zu MiB of "
                   "text",
                   MAX_INSTANCES, PT_MAX_FILE_SIZE >> 20);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        choose(loops, i);
        state->keys_seen = 0;
        if (!read_instance(state, section, loops, body, &instance))
            break;
    }
    pt_instance_finish(&instance);
}

bool pt_parse_for(struct pt_sections *state, const struct pt_entry *section)
{
    struct loops loops = {0};

    read_loops(state, &loops);
    if (!loops.place.text)
        return false;
    const struct pt_word body = pt_lexer_raw(&state->lexer, &pt_section_names[PT_SECTION_CONFIG],
                                             PT_SECTION_COUNT - PT_SECTION_CONFIG);
    if (!loops.wrong)
        read_instances(state, section, &loops, body);
    if (loops.wrong)
        state->lost = true;
    state->section = PT_SECTION_NONE;
    free(loops.values);
    return true;
}
