/* SPDX-License-Identifier: MIT */
/* parse_arg.c: reads arg_in and arg_out: values and buffers; images and samplers are in
 * parse_image.c, the numbers in parse_values.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/reader.h"

struct pt_word pt_reader_next(struct pt_reader *reader)
{
    return pt_cursor_next(&reader->cursor);
}

static bool is_null(struct pt_word word)
{
    return pt_word_is(word, "NULL") || pt_word_is(word, "null");
}

bool pt_reader_size(struct pt_reader *reader, struct pt_word word, const char *what, size_t *size)
{
    uint64_t value;
    enum pt_number_error error = pt_number_parse(word, PT_ULONG, false, &value);

    if (!word.length)
        pt_fail_at(reader, word, "%s is missing", what);
    else if (error)
        pt_fail_at(reader, word, "%s: '%.*s' %s", what, PT_SHOW(word), pt_number_errors[error]);
    else
        *size = value;
    return word.length && !error;
}

/* The index behind `texels_of`; pt_check_test looks whether it fits. */
static void read_source(struct pt_reader *reader, struct pt_word where)
{
    struct pt_arg *arg = reader->arg;
    size_t index;

    if (!reader->out || arg->kind != PT_ARG_BUFFER) {
        pt_fail_at(reader, where, "texels_of is for an arg_out that is a buffer");
        return;
    }
    arg->fill = PT_FILL_TEXELS_OF;
    if (pt_reader_size(reader, pt_reader_next(reader), "index of the image", &index))
        arg->source = index > PT_MAX_INDEX ? PT_MAX_INDEX : (unsigned)index;
}

bool pt_reader_data(struct pt_reader *reader)
{
    struct pt_word word = pt_cursor_peek(&reader->cursor);
    bool repeat = pt_word_is_any_case(word, "repeat"), random = pt_word_is_any_case(word, "random");
    bool texels_of = pt_word_is_any_case(word, "texels_of");

    if (!repeat && !random && !texels_of && !is_null(word) && !pt_looks_like_values(word))
        return false;
    if (reader->data_seen)
        pt_fail_at(reader, word, "the argument's values were already given");
    reader->data_seen = true;
    reader->data = word;
    if (repeat || random || texels_of || is_null(word))
        pt_reader_next(reader);
    if (random)
        reader->arg->fill = PT_FILL_RANDOM;
    reader->repeat = repeat;
    reader->null = is_null(word);
    if (texels_of)
        read_source(reader, word);
    else if (!random && !reader->null)
        pt_reader_values(reader);
    return true;
}

void pt_reader_check_lanes(struct pt_reader *reader, size_t needed)
{
    struct pt_arg *arg = reader->arg;

    if (!reader->failed && arg->fill == PT_FILL_VALUES && !reader->repeat &&
        arg->lane_count != needed)
        pt_fail_at(reader, reader->data, "%zu values are needed here, but there are %zu", needed,
                   arg->lane_count);
    if (!reader->failed && arg->grouped && arg->lane_count % pt_arg_value_width(arg))
        pt_fail_at(reader, reader->data, "values with (...)|(...) are whole elements of %u numbers",
                   pt_arg_value_width(arg));
}

void pt_reader_check_out(struct pt_reader *reader)
{
    if (reader->out && reader->arg->fill != PT_FILL_VALUES &&
        reader->arg->fill != PT_FILL_TEXELS_OF)
        pt_fail_at(reader, reader->data, "an arg_out needs values to compare with");
}

void pt_reader_set_size(struct pt_reader *reader, struct pt_word where, size_t element)
{
    struct pt_arg *arg = reader->arg;

    if (!arg->count)
        pt_fail_at(reader, where, "the argument has no element");
    else if (__builtin_mul_overflow(arg->count, element, &arg->size) || arg->size > PT_MAX_ARG_SIZE)
        pt_fail_at(reader, where, "the argument is larger than %zu bytes", PT_MAX_ARG_SIZE);
}

/* tolerance V [ulp | relative] */
static void read_tolerance(struct pt_reader *reader, struct pt_word keyword)
{
    struct pt_tolerance *tolerance = &reader->arg->tolerance;
    bool floating = pt_scalars[reader->arg->type.scalar].class == PT_FLOATING;
    struct pt_word value = pt_reader_next(reader), unit = pt_cursor_peek(&reader->cursor);
    bool ulp = pt_word_is_any_case(unit, "ulp"), relative = pt_word_is_any_case(unit, "relative");
    bool whole = ulp || (!floating && !relative);
    enum pt_number_error error;

    if (!reader->out)
        pt_fail_at(reader, keyword, "only an arg_out has a tolerance");
    if (ulp || relative)
        pt_reader_next(reader);
    if (ulp && !floating)
        pt_fail_at(reader, unit, "ulp is for floating types, not for %s",
                   pt_scalars[reader->arg->type.scalar].name);
    tolerance->kind = ulp ? PT_ULP : relative ? PT_RELATIVE : PT_ABSOLUTE;
    error = whole ? pt_number_parse(value, PT_ULONG, false, &tolerance->whole)
                  : pt_number_parse(value, PT_DOUBLE, false, &tolerance->value);
    if (whole) /* texels may still turn out to be seen as float */
        tolerance->value = (double)tolerance->whole;
    if (!value.length)
        pt_fail_at(reader, value, "the tolerance's value is missing");
    else if (error)
        pt_fail_at(reader, value, "tolerance: '%.*s' %s", PT_SHOW(value), pt_number_errors[error]);
    else if (!whole && !(tolerance->value >= 0 && isfinite(tolerance->value)))
        pt_fail_at(reader, value, "a tolerance cannot be '%.*s'", PT_SHOW(value));
}

bool pt_reader_comparison(struct pt_reader *reader, struct pt_word word)
{
    if (pt_word_is_any_case(word, "tolerance")) {
        if (reader->arg->tolerance.kind != PT_EXACT)
            pt_fail_at(reader, word, "the tolerance was already given");
        read_tolerance(reader, word);
        return true;
    }
    bool signed_zero = pt_word_is_any_case(word, "signed_zero");
    if (!signed_zero && !pt_word_is_any_case(word, "flushed"))
        return false;
    if (!reader->out || pt_scalars[reader->arg->type.scalar].class != PT_FLOATING)
        pt_fail_at(reader, word, "%.*s is for an arg_out of a floating type", PT_SHOW(word));
    *(signed_zero ? &reader->arg->tolerance.signed_zero : &reader->arg->tolerance.flushed) = true;
    return true;
}

static void read_value(struct pt_reader *reader, struct pt_word word)
{
    struct pt_arg *arg = reader->arg;

    if (!pt_type_parse(word, &arg->type)) {
        pt_fail_at(reader, word,
                   word.length ? "'%.*s' is not a type; known are buffer, image, sampler and "
                                 "types like int or float4"
                               : "%.*sthe argument's type is missing",
                   PT_SHOW(word));
        return;
    }
    arg->count = 1;
    arg->size = pt_type_size(arg->type);
    if (reader->out)
        pt_fail_at(reader, word, "only a buffer or an image can be an arg_out");
    if (!pt_reader_data(reader)) {
        struct pt_word here = pt_cursor_peek(&reader->cursor);
        pt_fail_at(reader, here, here.length ? "'%.*s' is not a value" : "%.*sthe value is missing",
                   PT_SHOW(here));
        return;
    }
    arg->kind = reader->null ? PT_ARG_LOCAL : PT_ARG_VALUE;
    pt_reader_check_lanes(reader, arg->type.width);
    struct pt_word rest = pt_reader_next(reader);
    if (rest.length && !reader->failed)
        pt_fail_at(reader, rest, "unexpected '%.*s' after the value", PT_SHOW(rest));
}

/* "float4[6]" */
static bool read_array_type(struct pt_reader *reader, struct pt_word word)
{
    const char *bracket = word.length ? memchr(word.text, '[', word.length) : NULL;
    struct pt_word type = {word.text, bracket ? (size_t)(bracket - word.text) : 0};

    if (!bracket || word.text[word.length - 1] != ']' || word.length < type.length + 3) {
        pt_fail_at(reader, word, "a buffer's type is written like float4[16]");
        return false;
    }
    struct pt_word count = {bracket + 1, word.length - type.length - 2};
    if (!pt_type_parse(type, &reader->arg->type)) {
        pt_fail_at(reader, type, "'%.*s' is not a type", PT_SHOW(type));
        return false;
    }
    return pt_reader_size(reader, count, "number of elements", &reader->arg->count);
}

static void read_buffer(struct pt_reader *reader)
{
    struct pt_arg *arg = reader->arg;
    struct pt_word type = pt_reader_next(reader);

    arg->kind = PT_ARG_BUFFER;
    if (!read_array_type(reader, type))
        return;
    pt_reader_set_size(reader, type, pt_type_size(arg->type));
    for (;;) {
        if (pt_reader_data(reader))
            continue;
        struct pt_word word = pt_reader_next(reader);
        if (!word.length)
            break;
        if (!pt_reader_comparison(reader, word)) {
            pt_fail_at(reader, word, "'%.*s' does not belong to a buffer", PT_SHOW(word));
            return;
        }
    }
    if (!reader->data_seen)
        pt_fail_at(reader, pt_reader_next(reader), "the buffer's values are missing");
    else
        pt_reader_check_out(reader);
    if (reader->null)
        arg->kind = PT_ARG_LOCAL;
    if (!reader->failed)
        pt_reader_check_lanes(reader, arg->count * arg->type.width);
}

bool pt_parse_arg(struct pt_parser *parser, const struct pt_entry *entry, bool out,
                  struct pt_arg *arg)
{
    struct pt_reader reader = {
        .parser = parser, .cursor = pt_cursor_start(entry), .arg = arg, .out = out};
    struct pt_word index = pt_reader_next(&reader), kind;
    size_t number = 0;

    memset(arg, 0, sizeof(*arg));
    arg->offset = (size_t)(index.text - parser->plan->text.data);
    if (pt_reader_size(&reader, index, "argument index", &number) && number > PT_MAX_INDEX)
        pt_fail_at(&reader, index, "argument index %zu is too large", number);
    arg->index = (unsigned)number;
    kind = pt_reader_next(&reader);
    if (pt_word_is(kind, "buffer"))
        read_buffer(&reader);
    else if (pt_word_is(kind, "image"))
        pt_reader_image(&reader, kind);
    else if (pt_word_is(kind, "sampler"))
        pt_reader_sampler(&reader, kind);
    else
        read_value(&reader, kind);
    if (reader.failed) {
        pt_arg_finish(arg);
    }
    return !reader.failed;
}
