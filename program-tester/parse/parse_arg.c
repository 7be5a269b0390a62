/* SPDX-License-Identifier: MIT */
/* parse_arg.c: reads arg_in and arg_out: values and buffers; images and samplers are in
 * parse_image.c, the numbers in parse_values.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/number.h"
#include "program-tester/parse/reader.h"

struct pt_word pt_reader_next(struct pt_reader *reader)
{
    return pt_cursor_next(&reader->cursor);
}

const char *const pt_value_words[PT_VALUE_WORDS] = {"repeat",    "random",      "NULL",
                                                    "tolerance", "signed_zero", "flushed"};

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
        *size =
            (size_t)value == value ? (size_t)value : SIZE_MAX; /* which is refused as too large */
    return word.length && !error;
}

void pt_reader_skip_numbers(struct pt_reader *reader)
{
    while (pt_looks_like_values(pt_cursor_peek(&reader->cursor)))
        pt_reader_next(reader);
}

/* The index behind `texels_of`; pt_check_test looks whether it fits. */
static void read_source(struct pt_reader *reader, struct pt_word where)
{
    struct pt_arg *arg = reader->arg;
    size_t index;

    if (!reader->out || arg->kind != PT_ARG_BUFFER) {
        pt_fail_at(reader, where, "texels_of is for an arg_out that is a buffer");
        pt_reader_skip_numbers(reader);
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
        pt_fail_at(reader, reader->data, "%zu value%s needed here, but there %s %zu", needed,
                   needed == 1 ? " is" : "s are", arg->lane_count == 1 ? "is" : "are",
                   arg->lane_count);
    if (!reader->failed && arg->grouped && arg->lane_count % pt_arg_value_width(arg))
        pt_fail_at(reader, reader->data, "values with (...)|(...) are whole elements of %u numbers",
                   pt_arg_value_width(arg));
}

void pt_reader_check_out(struct pt_reader *reader)
{
    if (reader->out && !reader->failed && reader->arg->fill != PT_FILL_VALUES &&
        reader->arg->fill != PT_FILL_TEXELS_OF)
        pt_fail_at(reader, reader->data,
                   "an arg_out needs values to compare with; what is in it before can be given by "
                   "an arg_in of the same index");
}

void pt_reader_set_size(struct pt_reader *reader, struct pt_word where, size_t element)
{
    struct pt_arg *arg = reader->arg;

    if (!arg->count)
        pt_fail_at(reader, where, "a buffer has at least one element");
    else if (__builtin_mul_overflow(arg->count, element, &arg->size) || arg->size > PT_MAX_ARG_SIZE)
        pt_fail_at(reader, where, "the argument is larger than %zu bytes", PT_MAX_ARG_SIZE);
}

/* The words after `tolerance`: V, V UNIT or UNIT V. */
struct tolerance_words {
    struct pt_word value, unit;
    bool ulp, relative;
};

static bool take_unit(struct pt_reader *reader, struct tolerance_words *words)
{
    struct pt_word word = pt_cursor_peek(&reader->cursor);

    words->ulp = pt_word_is_any_case(word, "ulp");
    words->relative = pt_word_is_any_case(word, "relative");
    if (!words->ulp && !words->relative)
        return false;
    words->unit = pt_reader_next(reader);
    return true;
}

static struct tolerance_words take_tolerance(struct pt_reader *reader)
{
    struct tolerance_words words = {{0}, {0}, false, false};
    bool first = take_unit(reader, &words);

    words.value = pt_reader_next(reader);
    if (!first)
        take_unit(reader, &words);
    return words;
}

static void set_tolerance(struct pt_reader *reader, const struct tolerance_words *words)
{
    struct pt_tolerance *tolerance = &reader->arg->tolerance;
    bool floating = pt_scalars[reader->arg->type.scalar].class == PT_FLOATING;
    bool whole = words->ulp || (!floating && !words->relative);
    enum pt_number_error error;

    tolerance->kind = words->ulp ? PT_ULP : words->relative ? PT_RELATIVE : PT_ABSOLUTE;
    error = whole ? pt_number_parse(words->value, PT_ULONG, false, &tolerance->whole)
                  : pt_number_parse(words->value, PT_DOUBLE, false, &tolerance->value);
    if (whole) /* texels may still turn out to be seen as float */
        tolerance->value = (double)tolerance->whole;
    if (error)
        pt_fail_at(reader, words->value, "tolerance: '%.*s' %s", PT_SHOW(words->value),
                   pt_number_errors[error]);
    else if (!whole && !(tolerance->value >= 0 && isfinite(tolerance->value)))
        pt_fail_at(reader, words->value, "a tolerance cannot be '%.*s'", PT_SHOW(words->value));
}

static void read_tolerance(struct pt_reader *reader, struct pt_word keyword)
{
    struct tolerance_words words = take_tolerance(reader);
    enum pt_scalar scalar = reader->arg->type.scalar;

    if (!reader->out && !reader->any_tolerance)
        pt_fail_at(reader, keyword,
                   "only an arg_out has a tolerance: an arg_in is what the kernel gets, and is not "
                   "compared");
    else if (!words.value.length)
        pt_fail_at(reader, words.value, "the tolerance's value is missing");
    else if (words.ulp && pt_scalars[scalar].class != PT_FLOATING)
        pt_fail_at(reader, words.unit, "ulp is for floating types, not for %s",
                   pt_scalars[scalar].name);
    else
        set_tolerance(reader, &words);
}

bool pt_reader_comparison(struct pt_reader *reader, struct pt_word word)
{
    bool floating = pt_scalars[reader->arg->type.scalar].class == PT_FLOATING;

    if (pt_word_is_any_case(word, "tolerance")) {
        if (reader->arg->tolerance.kind != PT_EXACT && !reader->failed)
            pt_fail_at(reader, word, "the tolerance was already given");
        read_tolerance(reader, word);
        return true;
    }
    bool signed_zero = pt_word_is_any_case(word, "signed_zero");
    if (!signed_zero && !pt_word_is_any_case(word, "flushed"))
        return false;
    if (!reader->out || !floating)
        pt_fail_at(reader, word, "%.*s is for an arg_out of a floating type", PT_SHOW(word));
    *(signed_zero ? &reader->arg->tolerance.signed_zero : &reader->arg->tolerance.flushed) = true;
    return true;
}

/* A word that is neither a kind of argument nor a type of values. */
static void no_such_kind(struct pt_reader *reader, struct pt_word word)
{
    static const char *const kinds[] = {"buffer", "image", "sampler"};
    const char *kind = pt_names_nearest(PT_NAMES(kinds), word);

    if (!word.length) {
        pt_fail_at(reader, word,
                   "the argument's type is missing: buffer, image, sampler, or a type like float4");
        return;
    }
    char *hint = kind ? pt_format("; did you mean '%s'?", kind) : pt_type_hint(word);
    pt_fail_at(reader, word,
               "'%.*s' is not a type%s (an argument is a buffer, an image, a sampler or a value)",
               PT_SHOW(word), hint);
    free(hint);
}

static void missing_value(struct pt_reader *reader, struct pt_word here)
{
    unsigned width = reader->arg->type.width;
    const char *scalar = pt_scalars[reader->arg->type.scalar].name, *plural = width == 1 ? "" : "s";

    if (here.length)
        pt_fail_at(reader, here, "'%.*s' is not a value of type %s: %u number%s, or NULL",
                   PT_SHOW(here), scalar, width, plural);
    else
        pt_fail_at(reader, here, "the value is missing: %u number%s of type %s, or NULL", width,
                   plural, scalar);
}

static void read_value(struct pt_reader *reader, struct pt_word word)
{
    struct pt_arg *arg = reader->arg;

    arg->count = 1;
    arg->size = pt_type_size(arg->type);
    if (reader->out) {
        pt_fail_at(reader, word,
                   "only a buffer or an image can be an arg_out: a kernel gets a copy of a value");
        return;
    }
    if (!pt_reader_data(reader)) {
        missing_value(reader, pt_cursor_peek(&reader->cursor));
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
        char *hint = pt_type_hint(type);
        pt_fail_at(reader, type, "'%.*s' is not a type%s", PT_SHOW(type), hint);
        free(hint);
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
            pt_fail_name(reader, word, PT_NAMES(pt_value_words),
                         "'%.*s' does not belong to a buffer", PT_SHOW(word));
            return;
        }
    }
    if (!reader->data_seen)
        pt_fail_at(reader, pt_reader_next(reader),
                   "the buffer's values are missing: " PT_DATA_WORDS);
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
    arg->offset = pt_parse_place(parser, index);
    if (pt_reader_size(&reader, index, "argument index", &number) && number > PT_MAX_INDEX)
        pt_fail_at(&reader, index, "argument index %zu is too large: %d is the largest", number,
                   PT_MAX_INDEX);
    arg->index = (unsigned)number;
    kind = pt_reader_next(&reader);
    if (pt_word_is(kind, "buffer"))
        read_buffer(&reader);
    else if (pt_word_is(kind, "image"))
        pt_reader_image(&reader, kind);
    else if (pt_word_is(kind, "sampler"))
        pt_reader_sampler(&reader, kind);
    else if (pt_type_parse(kind, &arg->type))
        read_value(&reader, kind);
    else
        no_such_kind(&reader, kind);
    if (reader.failed)
        pt_arg_finish(arg);
    return !reader.failed;
}
