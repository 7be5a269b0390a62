/* SPDX-License-Identifier: MIT */
/* instance.c: the text of a [test] with values in the place of its parameters. */
#include "program-tester/parse/instance.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A part of an instance's text. */
struct pt_span {
    size_t at;
    const char *from; /* where it stands in the file */
    bool written;     /* it stands for what is there; else it is a copy of it */
};

static void add_span(struct pt_instance *instance, const char *from, bool written)
{
    instance->spans = pt_grow(instance->spans, &instance->span_capacity, instance->span_count + 1,
                              sizeof(*instance->spans));
    instance->spans[instance->span_count++] =
        (struct pt_span){instance->text.length, from, written};
}

static void copy(struct pt_instance *instance, struct pt_word part)
{
    if (!part.length)
        return;
    add_span(instance, part.text, false);
    pt_string_append(&instance->text, part.text, part.length);
}

static void write_value(struct pt_instance *instance, const char *from, struct pt_word value)
{
    add_span(instance, from, true);
    pt_string_append(&instance->text, value.text, value.length);
}

char *pt_instance_suffix(const struct pt_parameters *parameters)
{
    struct pt_string text = {0};

    for (size_t i = 0; i < parameters->count; i++)
        pt_string_add(&text, "%s%.*s=%.*s", i ? " " : "", PT_SHOW(parameters->items[i].name),
                      PT_SHOW(parameters->items[i].value));
    return pt_string_take(&text);
}

static struct pt_word name_at(const char *text, const char *end)
{
    struct pt_word name = {text, 0};

    while (text + name.length < end &&
           (isalnum((unsigned char)text[name.length]) || text[name.length] == '_'))
        name.length++;
    return name;
}

/* The end of the formula that begins behind a parenthesis: its own closing one, or NULL. */
static const char *closing(const char *text, const char *end)
{
    unsigned open = 1;

    for (; text < end && *text != '\n'; text++) {
        open += *text == '(';
        open -= *text == ')';
        if (!open)
            return text;
    }
    return NULL;
}

static const char *fail(struct pt_formula_error *error, const char *at, size_t length,
                        const char *why)
{
    *error = (struct pt_formula_error){{at, length}, why};
    return NULL;
}

/* $(FORMULA); returns what follows it. */
static const char *write_formula(struct pt_instance *instance, const char *dollar, const char *end,
                                 const struct pt_parameters *parameters,
                                 struct pt_formula_error *error)
{
    const char *close = closing(dollar + 2, end);
    char number[32];

    if (!close)
        return fail(error, dollar, 2, "a parenthesis is not closed");
    const struct pt_word text = {dollar + 2, (size_t)(close - dollar - 2)};
    const int64_t value = pt_formula_value(text, parameters, error);
    if (error->why)
        return NULL;
    const int length = snprintf(number, sizeof(number), "%" PRId64, value);
    write_value(instance, dollar, (struct pt_word){number, (size_t)length});
    return close + 1;
}

/* Writes the parameter or formula that a dollar begins; returns the text behind it, or NULL. */
static const char *write_parameter(struct pt_instance *instance, const char *dollar,
                                   const char *end, const struct pt_parameters *parameters,
                                   struct pt_formula_error *error)
{
    const struct pt_word name = name_at(dollar + 1, end);
    const struct pt_parameter *parameter = pt_parameter_find(parameters, name);

    if (dollar + 1 < end && dollar[1] == '(')
        return write_formula(instance, dollar, end, parameters, error);
    if (dollar + 1 < end && dollar[1] == '$') {
        copy(instance, (struct pt_word){dollar, 1});
        return dollar + 2;
    }
    if (!parameter)
        return fail(error, dollar, 1 + name.length,
                    "no parameter of that name: $NAME or $(FORMULA) stands for one, $$ for a $");
    write_value(instance, dollar, parameter->value);
    return name.text + name.length;
}

/* A line, with its end. */
static bool write_line(struct pt_instance *instance, struct pt_word line,
                       const struct pt_parameters *parameters, struct pt_formula_error *error)
{
    const char *end = line.text + line.length, *comment = memchr(line.text, '#', line.length);
    const char *last = comment ? comment : end, *next = line.text;

    while (next < last) {
        const char *dollar = memchr(next, '$', (size_t)(last - next));

        copy(instance, (struct pt_word){next, (size_t)((dollar ? dollar : last) - next)});
        next = dollar ? write_parameter(instance, dollar, last, parameters, error) : last;
        if (!next)
            return false;
    }
    copy(instance, (struct pt_word){last, (size_t)(end - last)});
    return true;
}

/* Whether a line is the name of the test. */
static bool is_name(struct pt_word line)
{
    const struct pt_word trimmed = pt_word_trim(line);
    const struct pt_word key = name_at(trimmed.text, trimmed.text + trimmed.length);
    size_t colon = key.length;

    while (colon < trimmed.length && isspace((unsigned char)trimmed.text[colon]))
        colon++;
    return pt_word_is(key, "name") && colon < trimmed.length && trimmed.text[colon] == ':';
}

/* The name's line without its end, which has the parameters' values unless it names one. */
static bool write_name(struct pt_instance *instance, struct pt_word line, const char *suffix,
                       const struct pt_parameters *parameters, struct pt_formula_error *error)
{
    const char *comment = memchr(line.text, '#', line.length);
    const struct pt_word name = pt_word_trim(
        (struct pt_word){line.text, comment ? (size_t)(comment - line.text) : line.length});

    if (!write_line(instance, name, parameters, error))
        return false;
    if (!memchr(name.text, '$', name.length)) {
        write_value(instance, name.text, (struct pt_word){" ", 1});
        write_value(instance, name.text, (struct pt_word){suffix, strlen(suffix)});
    }
    write_value(instance, name.text, (struct pt_word){"\n", 1});
    return true;
}

static bool write_lines(struct pt_instance *instance, struct pt_word body, const char *suffix,
                        const struct pt_parameters *parameters, struct pt_formula_error *error)
{
    const char *next = body.text, *end = body.text + body.length;
    bool named = false, good = true;

    while (next < end && good) {
        const char *newline = memchr(next, '\n', (size_t)(end - next));
        const struct pt_word line = {next, (size_t)((newline ? newline + 1 : end) - next)};

        next = line.text + line.length;
        named |= is_name(line);
        good = is_name(line) ? write_name(instance, line, suffix, parameters, error)
                             : write_line(instance, line, parameters, error);
    }
    if (good && !named) {
        write_value(instance, body.text, (struct pt_word){"\nname: ", 7});
        write_value(instance, body.text, (struct pt_word){suffix, strlen(suffix)});
    }
    return good;
}

bool pt_instance_write(struct pt_instance *instance, struct pt_word body,
                       const struct pt_parameters *parameters, struct pt_formula_error *error)
{
    char *suffix = pt_instance_suffix(parameters);

    instance->text.length = 0;
    instance->span_count = 0;
    error->why = NULL;
    bool good = write_lines(instance, body, suffix, parameters, error);
    free(suffix);
    return good;
}

const char *pt_instance_origin(const struct pt_instance *instance, const char *text)
{
    const char *begin = instance ? instance->text.text : NULL;

    if (!begin || text < begin || text > begin + instance->text.length || !instance->span_count)
        return text;
    size_t low = 0, high = instance->span_count; /* of the spans that begin up to the text */
    const size_t at = (size_t)(text - begin);
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;

        *(instance->spans[middle].at <= at ? &low : &high) = middle;
    }
    const struct pt_span *span = &instance->spans[low];
    return span->written ? span->from : span->from + (at - span->at);
}

void pt_instance_finish(struct pt_instance *instance)
{
    free(instance->text.text);
    free(instance->spans);
    memset(instance, 0, sizeof(*instance));
}
