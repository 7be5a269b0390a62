/* SPDX-License-Identifier: MIT */
/* parse_arg.c: reads arg_in and arg_out: values, buffers, images and samplers. */
#include "program-tester/layout.h"
#include "program-tester/parse.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Larger arguments are taken for a mistake. */
#define MAX_ARG_SIZE ((size_t)1 << 32)

/* An argument being read. */
struct reader {
    struct pt_parser *parser;
    struct pt_cursor cursor;
    struct pt_arg *arg;
    bool out, failed;
    bool data_seen;             /* values, random or NULL */
    bool repeat, null;
    struct pt_word data;        /* where the data begins */
    size_t lane_capacity;
    uint64_t seen;              /* sub-keys, by index into their table */
};

#define fail_at(reader, word, ...)                                                                 \
    do {                                                                                           \
        pt_parse_error((reader)->parser, word, __VA_ARGS__);                                       \
        (reader)->failed = true;                                                                   \
    } while (0)

#define SHOW(word) (int)(word).length, (word).text

static struct pt_word next(struct reader *reader)
{
    return pt_cursor_next(&reader->cursor);
}

static bool is_null(struct pt_word word)
{
    return pt_word_is(word, "NULL") || pt_word_is(word, "null");
}

static bool read_size(struct reader *reader, struct pt_word word, const char *what, size_t *size)
{
    uint64_t value;
    enum pt_number_error error = pt_number_parse(word, PT_ULONG, false, &value);

    if (!word.length)
        fail_at(reader, word, "%s is missing", what);
    else if (error)
        fail_at(reader, word, "%s: '%.*s' %s", what, SHOW(word), pt_number_errors[error]);
    else
        *size = value;
    return word.length && !error;
}

/* One number, appended to the argument's lanes. */
static void read_number(struct reader *reader, struct pt_word word)
{
    struct pt_arg *arg = reader->arg;
    const struct pt_scalar_info *scalar = &pt_scalars[arg->type.scalar];
    bool piglit = reader->parser->options->piglit;

    arg->lanes = pt_grow(arg->lanes, &reader->lane_capacity, arg->lane_count + 1, scalar->size);
    enum pt_number_error error = pt_number_parse(
        word, arg->type.scalar, piglit, (char *)arg->lanes + arg->lane_count * scalar->size);
    if (error)
        fail_at(reader, word, "'%.*s' %s, for %s", SHOW(word), pt_number_errors[error],
                scalar->name);
    arg->lane_count++;
}

static void read_numbers(struct reader *reader)
{
    while (pt_looks_like_number(pt_cursor_peek(&reader->cursor)))
        read_number(reader, next(reader));
    reader->arg->fill = PT_FILL_VALUES;
    if (!reader->arg->lane_count)
        fail_at(reader, pt_cursor_peek(&reader->cursor), "a number should stand here");
}

/* VALUES, repeat VALUES, random or NULL. Returns false, having read nothing, if none of them is next. */
static bool read_data(struct reader *reader)
{
    struct pt_word word = pt_cursor_peek(&reader->cursor);
    bool repeat = pt_word_is_any_case(word, "repeat"), random = pt_word_is_any_case(word, "random");

    if (!repeat && !random && !is_null(word) && !pt_looks_like_number(word))
        return false;
    if (reader->data_seen)
        fail_at(reader, word, "the argument's values were already given");
    reader->data_seen = true;
    reader->data = word;
    if (repeat || random || is_null(word))
        next(reader);
    if (random)
        reader->arg->fill = PT_FILL_RANDOM;
    reader->repeat = repeat;
    reader->null = !repeat && !random && is_null(word);
    if (!random && !reader->null)
        read_numbers(reader);
    return true;
}

static void check_lanes(struct reader *reader, size_t needed)
{
    struct pt_arg *arg = reader->arg;

    if (!reader->failed && arg->fill == PT_FILL_VALUES && !reader->repeat &&
        arg->lane_count != needed)
        fail_at(reader, reader->data, "%zu values are needed here, but there are %zu", needed,
                arg->lane_count);
}

static void check_out_data(struct reader *reader)
{
    if (reader->out && reader->arg->fill != PT_FILL_VALUES)
        fail_at(reader, reader->data, "an arg_out needs values to compare with");
}

/* bytes = count * element, refusing what cannot be meant. */
static void set_size(struct reader *reader, struct pt_word where, size_t element)
{
    struct pt_arg *arg = reader->arg;

    if (!arg->count)
        fail_at(reader, where, "the argument has no element");
    else if (__builtin_mul_overflow(arg->count, element, &arg->size) || arg->size > MAX_ARG_SIZE)
        fail_at(reader, where, "the argument is larger than %zu bytes", MAX_ARG_SIZE);
}

/* tolerance V [ulp | relative] */
static void read_tolerance(struct reader *reader, struct pt_word keyword)
{
    struct pt_tolerance *tolerance = &reader->arg->tolerance;
    bool floating = pt_scalars[reader->arg->type.scalar].class == PT_FLOATING;
    struct pt_word value = next(reader), unit = pt_cursor_peek(&reader->cursor);
    bool ulp = pt_word_is_any_case(unit, "ulp"), relative = pt_word_is_any_case(unit, "relative");
    bool whole = ulp || (!floating && !relative);
    enum pt_number_error error;

    if (!reader->out)
        fail_at(reader, keyword, "only an arg_out has a tolerance");
    if (ulp || relative)
        next(reader);
    if (ulp && !floating)
        fail_at(reader, unit, "ulp is for floating types, not for %s",
                pt_scalars[reader->arg->type.scalar].name);
    tolerance->kind = ulp ? PT_ULP : relative ? PT_RELATIVE : PT_ABSOLUTE;
    error = whole ? pt_number_parse(value, PT_ULONG, false, &tolerance->whole)
                  : pt_number_parse(value, PT_DOUBLE, false, &tolerance->value);
    if (!value.length)
        fail_at(reader, value, "the tolerance's value is missing");
    else if (error)
        fail_at(reader, value, "tolerance: '%.*s' %s", SHOW(value), pt_number_errors[error]);
    else if (!whole && !(tolerance->value >= 0 && isfinite(tolerance->value)))
        fail_at(reader, value, "a tolerance cannot be '%.*s'", SHOW(value));
}

/* What may follow values: tolerance and signed_zero, once each. */
static bool read_comparison(struct reader *reader, struct pt_word word)
{
    if (pt_word_is_any_case(word, "tolerance")) {
        if (reader->arg->tolerance.kind != PT_EXACT)
            fail_at(reader, word, "the tolerance was already given");
        read_tolerance(reader, word);
        return true;
    }
    if (!pt_word_is_any_case(word, "signed_zero"))
        return false;
    if (!reader->out || pt_scalars[reader->arg->type.scalar].class != PT_FLOATING)
        fail_at(reader, word, "signed_zero is for an arg_out of a floating type");
    reader->arg->tolerance.signed_zero = true;
    return true;
}

static void read_value(struct reader *reader, struct pt_word word)
{
    struct pt_arg *arg = reader->arg;

    if (!pt_type_parse(word, &arg->type)) {
        fail_at(reader, word, word.length ? "'%.*s' is not a type; known are buffer, image, sampler and "
                                            "types like int or float4"
                                          : "%.*sthe argument's type is missing",
                SHOW(word));
        return;
    }
    arg->count = 1;
    arg->size = pt_type_size(arg->type);
    if (reader->out)
        fail_at(reader, word, "only a buffer or an image can be an arg_out");
    if (!read_data(reader)) {
        struct pt_word here = pt_cursor_peek(&reader->cursor);
        fail_at(reader, here, here.length ? "'%.*s' is not a value" : "%.*sthe value is missing",
                SHOW(here));
        return;
    }
    arg->kind = reader->null ? PT_ARG_LOCAL : PT_ARG_VALUE;
    check_lanes(reader, arg->type.width);
    struct pt_word rest = next(reader);
    if (rest.length && !reader->failed)
        fail_at(reader, rest, "unexpected '%.*s' after the value", SHOW(rest));
}

/* "float4[6]" */
static bool read_array_type(struct reader *reader, struct pt_word word)
{
    const char *bracket = word.length ? memchr(word.text, '[', word.length) : NULL;
    struct pt_word type = {word.text, bracket ? (size_t)(bracket - word.text) : 0};

    if (!bracket || word.text[word.length - 1] != ']' || word.length < type.length + 3) {
        fail_at(reader, word, "a buffer's type is written like float4[16]");
        return false;
    }
    struct pt_word count = {bracket + 1, word.length - type.length - 2};
    if (!pt_type_parse(type, &reader->arg->type)) {
        fail_at(reader, type, "'%.*s' is not a type", SHOW(type));
        return false;
    }
    return read_size(reader, count, "number of elements", &reader->arg->count);
}

static void read_buffer(struct reader *reader)
{
    struct pt_arg *arg = reader->arg;
    struct pt_word type = next(reader);

    if (!read_array_type(reader, type))
        return;
    set_size(reader, type, pt_type_size(arg->type));
    for (;;) {
        if (read_data(reader))
            continue;
        struct pt_word word = next(reader);
        if (!word.length)
            break;
        if (!read_comparison(reader, word)) {
            fail_at(reader, word, "'%.*s' does not belong to a buffer", SHOW(word));
            return;
        }
    }
    if (!reader->data_seen)
        fail_at(reader, next(reader), "the buffer's values are missing");
    else
        check_out_data(reader);
    arg->kind = reader->null ? PT_ARG_LOCAL : PT_ARG_BUFFER;
    if (!reader->failed)
        check_lanes(reader, arg->count * arg->type.width);
}

/* A sub-key of an image or sampler and the reader of its value. */
struct sub_key {
    const char *name, *canonical;
    bool required;
    void (*read)(struct reader *reader, const struct sub_key *key, struct pt_word value);
    size_t field; /* in struct pt_arg */
};

static void *sub_field(struct reader *reader, const struct sub_key *key)
{
    return (char *)reader->arg + key->field;
}

static void read_extent(struct reader *reader, const struct sub_key *key, struct pt_word value)
{
    size_t *extent = sub_field(reader, key);

    if (read_size(reader, value, key->name, extent) && !*extent)
        fail_at(reader, value, "%s cannot be 0", key->name);
}

static void read_image_type(struct reader *reader, const struct sub_key *key, struct pt_word value)
{
    const struct pt_image_kind *kind = pt_image_kind_find(value);

    (void)key;
    if (!kind)
        fail_at(reader, value, "there is no image type '%.*s'; known: 1d, 1d_buffer, 1d_array, 2d, "
                               "2d_array, 3d", SHOW(value));
    else
        reader->arg->image.type = kind->type;
}

static void read_order(struct reader *reader, const struct sub_key *key, struct pt_word value)
{
    const struct pt_order **order = sub_field(reader, key);

    *order = pt_order_find(value);
    if (!*order)
        fail_at(reader, value, "there is no channel order '%.*s'", SHOW(value));
}

static void read_data_type(struct reader *reader, const struct sub_key *key, struct pt_word value)
{
    const struct pt_data_type **type = sub_field(reader, key);

    *type = pt_data_type_find(value);
    if (!*type)
        fail_at(reader, value, "there is no channel data type '%.*s'", SHOW(value));
}

struct name_value {
    const char *name;
    cl_uint value;
};

static void read_name(struct reader *reader, const struct sub_key *key, struct pt_word value,
                      const struct name_value *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (pt_word_is_any_case(value, names[i].name)) {
            *(cl_uint *)sub_field(reader, key) = names[i].value;
            return;
        }
    }
    fail_at(reader, value, "%s cannot be '%.*s'", key->name, SHOW(value));
}

static void read_addressing(struct reader *reader, const struct sub_key *key, struct pt_word value)
{
    static const struct name_value names[] = {
        {"none", CL_ADDRESS_NONE},
        {"clamp_to_edge", CL_ADDRESS_CLAMP_TO_EDGE},
        {"clamp", CL_ADDRESS_CLAMP},
        {"repeat", CL_ADDRESS_REPEAT},
        {"mirrored_repeat", CL_ADDRESS_MIRRORED_REPEAT},
    };

    read_name(reader, key, value, names, PT_COUNT(names));
}

static void read_filter(struct reader *reader, const struct sub_key *key, struct pt_word value)
{
    static const struct name_value names[] = {{"nearest", CL_FILTER_NEAREST},
                                              {"linear", CL_FILTER_LINEAR}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

static void read_normalized(struct reader *reader, const struct sub_key *key, struct pt_word value)
{
    static const struct name_value names[] = {
        {"1", CL_TRUE}, {"true", CL_TRUE}, {"0", CL_FALSE}, {"false", CL_FALSE}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

#define IMAGE(name, required, reader, field) {#name, #name, required, reader, offsetof(struct pt_arg, image.field)}
static const struct sub_key image_keys[] = {
    IMAGE(image_type, true, read_image_type, type),
    IMAGE(image_width, true, read_extent, width),
    IMAGE(image_height, false, read_extent, height),
    IMAGE(image_depth, false, read_extent, depth),
    IMAGE(image_array_size, false, read_extent, layers),
    IMAGE(image_row_pitch, false, read_extent, row_pitch),
    IMAGE(image_slice_pitch, false, read_extent, slice_pitch),
    IMAGE(image_channel_order, true, read_order, format.order),
    IMAGE(image_channel_data_type, true, read_data_type, format.type),
    {"type", "image_type", false, read_image_type, offsetof(struct pt_arg, image.type)},
};
#undef IMAGE

#define SAMPLER(name, reader, field) {#name, #name, true, reader, offsetof(struct pt_arg, sampler.field)}
static const struct sub_key sampler_keys[] = {
    SAMPLER(normalized_coords, read_normalized, normalized),
    SAMPLER(addressing_mode, read_addressing, addressing),
    SAMPLER(filter_mode, read_filter, filter),
};
#undef SAMPLER

static size_t canonical_index(const struct sub_key *keys, size_t count, const char *canonical)
{
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(keys[i].name, canonical))
            return i;
    }
    return 0;
}

static bool read_sub_key(struct reader *reader, const struct sub_key *keys, size_t count,
                         struct pt_word word)
{
    for (size_t i = 0; i < count; i++) {
        if (!pt_word_is_any_case(word, keys[i].name))
            continue;
        uint64_t bit = UINT64_C(1) << canonical_index(keys, count, keys[i].canonical);
        struct pt_word value = next(reader);
        if (reader->seen & bit)
            fail_at(reader, word, "%s was already given", keys[i].canonical);
        reader->seen |= bit;
        if (value.length)
            keys[i].read(reader, &keys[i], value);
        else
            fail_at(reader, value, "the value of %s is missing", keys[i].name);
        return true;
    }
    return false;
}

static bool was_given(const struct reader *reader, const struct sub_key *keys, size_t count,
                      const char *name)
{
    return reader->seen >> canonical_index(keys, count, name) & 1;
}

static void check_required(struct reader *reader, const struct sub_key *keys, size_t count,
                           struct pt_word where)
{
    for (size_t i = 0; i < count; i++) {
        if (keys[i].required && !was_given(reader, keys, count, keys[i].name))
            fail_at(reader, where, "%s is missing", keys[i].name);
    }
}

static void check_extent(struct reader *reader, struct pt_word where, const char *name, bool allowed,
                         size_t *extent)
{
    bool given = was_given(reader, image_keys, PT_COUNT(image_keys), name);

    if (given && !allowed)
        fail_at(reader, where, "a %s image has no %s",
                pt_image_kind(reader->arg->image.type)->name, name);
    if (!given)
        *extent = 1;
}

static void check_pitches(struct reader *reader, struct pt_word where)
{
    const struct pt_image *image = &reader->arg->image;
    size_t row = image->width * pt_format_size(image->format);
    size_t slice = (image->row_pitch ? image->row_pitch : row) * image->height;

    if (image->row_pitch && image->row_pitch < row)
        fail_at(reader, where, "image_row_pitch is less than a row's %zu bytes", row);
    if (image->slice_pitch && image->slice_pitch < slice)
        fail_at(reader, where, "image_slice_pitch is less than a slice's %zu bytes", slice);
    if (image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER && (image->row_pitch || image->slice_pitch))
        fail_at(reader, where, "a 1d_buffer image has no pitch");
    if (image->row_pitch > MAX_ARG_SIZE || image->slice_pitch > MAX_ARG_SIZE)
        fail_at(reader, where, "a pitch is larger than %zu bytes", MAX_ARG_SIZE);
}

/* The type of the values against the format. */
static void check_pixel_type(struct reader *reader, struct pt_word where)
{
    const struct pt_arg *arg = reader->arg;
    struct pt_format format = arg->image.format;

    if (!pt_format_valid(format))
        fail_at(reader, where, "OpenCL has no image format of order %s and data type %s",
                format.order->name, format.type->name);
    else if (arg->texels && arg->type.scalar != format.type->seen)
        fail_at(reader, where, "a kernel sees %s texels of this format, not %s",
                pt_scalars[format.type->seen].name, pt_scalars[arg->type.scalar].name);
    else if (!arg->texels && (pt_type_size(arg->type) != pt_format_size(format) || arg->type.width == 3))
        fail_at(reader, where, "the pixel type has %zu bytes, but a texel of %s %s has %zu",
                (size_t)arg->type.width * pt_scalars[arg->type.scalar].size, format.order->name,
                format.type->name, pt_format_size(format));
}

static void check_image(struct reader *reader, struct pt_word where)
{
    struct pt_arg *arg = reader->arg;
    struct pt_image *image = &arg->image;
    const struct pt_image_kind *kind = pt_image_kind(image->type);

    check_extent(reader, where, "image_height", kind->has_height, &image->height);
    check_extent(reader, where, "image_depth", kind->has_depth, &image->depth);
    check_extent(reader, where, "image_array_size", kind->has_layers, &image->layers);
    if (kind->has_height && !was_given(reader, image_keys, PT_COUNT(image_keys), "image_height"))
        fail_at(reader, where, "image_height is missing");
    check_pixel_type(reader, where);
    if (!pt_image_texels(image, &arg->count))
        fail_at(reader, where, "the image is too large");
    else
        set_size(reader, where, pt_format_size(image->format));
    if (reader->failed)
        return;
    check_pitches(reader, where);
    check_lanes(reader, arg->count * (arg->texels ? 4 : arg->type.width));
}

/* "values TYPE" makes the numbers texels as a kernel sees them. */
static bool read_texels(struct reader *reader, struct pt_word word)
{
    struct pt_arg *arg = reader->arg;

    if (!pt_word_is_any_case(word, "values"))
        return false;
    struct pt_word type = next(reader);
    if (arg->fill != PT_FILL_NONE || reader->data_seen) {
        fail_at(reader, word, "the argument's values were already given");
    } else if (!pt_type_parse(type, &arg->type) || arg->type.width != 1 ||
               (arg->type.scalar != PT_FLOAT && arg->type.scalar != PT_INT &&
                arg->type.scalar != PT_UINT)) {
        fail_at(reader, type, "texels are float, int or uint, not '%.*s'", SHOW(type));
    } else {
        arg->texels = true;
        if (!read_data(reader) || (reader->arg->fill != PT_FILL_VALUES))
            fail_at(reader, type, "texels need numbers here");
        else if (arg->lane_count % 4)
            fail_at(reader, reader->data, "each texel needs four numbers (r g b a), but there are %zu",
                    arg->lane_count);
    }
    return true;
}

static void read_image(struct reader *reader, struct pt_word where)
{
    struct pt_arg *arg = reader->arg;
    struct pt_word type = pt_cursor_peek(&reader->cursor);
    bool typed = pt_type_parse(type, &arg->type);

    arg->kind = PT_ARG_IMAGE;
    if (typed)
        next(reader);
    if (!typed && !pt_word_is_any_case(type, "values")) {
        fail_at(reader, type, type.length ? "'%.*s' is not a pixel type" : "%.*sthe pixel type is missing",
                SHOW(type));
        return;
    }
    for (;;) {
        if (typed && read_data(reader))
            continue;
        struct pt_word word = next(reader);
        if (!word.length)
            break;
        if (!read_sub_key(reader, image_keys, PT_COUNT(image_keys), word) &&
            !read_comparison(reader, word) && !read_texels(reader, word)) {
            fail_at(reader, word, "'%.*s' does not belong to an image", SHOW(word));
            break;
        }
    }
    if (reader->failed)
        return;
    if (!reader->data_seen)
        fail_at(reader, where, "the image's values are missing");
    else
        check_out_data(reader);
    check_required(reader, image_keys, PT_COUNT(image_keys), where);
    if (!reader->failed)
        check_image(reader, where);
}

static void read_sampler(struct reader *reader, struct pt_word where)
{
    struct pt_word word;

    reader->arg->kind = PT_ARG_SAMPLER;
    reader->arg->size = sizeof(cl_sampler);
    if (reader->out)
        fail_at(reader, where, "only a buffer or an image can be an arg_out");
    while ((word = next(reader)).length) {
        if (!read_sub_key(reader, sampler_keys, PT_COUNT(sampler_keys), word)) {
            fail_at(reader, word, "'%.*s' does not belong to a sampler", SHOW(word));
            return;
        }
    }
    if (!reader->failed)
        check_required(reader, sampler_keys, PT_COUNT(sampler_keys), where);
}

bool pt_parse_arg(struct pt_parser *parser, const struct pt_entry *entry, bool out,
                  struct pt_arg *arg)
{
    struct reader reader = {
        .parser = parser, .cursor = pt_cursor_start(entry), .arg = arg, .out = out};
    struct pt_word index = next(&reader), kind;
    size_t number = 0;

    memset(arg, 0, sizeof(*arg));
    arg->offset = (size_t)(index.text - parser->plan->text.data);
    if (read_size(&reader, index, "argument index", &number) && number > 1023)
        fail_at(&reader, index, "argument index %zu is too large", number);
    arg->index = (unsigned)number;
    kind = next(&reader);
    if (pt_word_is(kind, "buffer"))
        read_buffer(&reader);
    else if (pt_word_is(kind, "image"))
        read_image(&reader, kind);
    else if (pt_word_is(kind, "sampler"))
        read_sampler(&reader, kind);
    else
        read_value(&reader, kind);
    if (reader.failed) {
        free(arg->lanes);
        arg->lanes = NULL;
    }
    return !reader.failed;
}

static bool same_image(const struct pt_image *a, const struct pt_image *b)
{
    return a->type == b->type && a->width == b->width && a->height == b->height &&
           a->depth == b->depth && a->layers == b->layers && a->format.order == b->format.order &&
           a->format.type == b->format.type && a->row_pitch == b->row_pitch &&
           a->slice_pitch == b->slice_pitch;
}

void pt_check_in_out(struct pt_parser *parser, const struct pt_arg *in, const struct pt_arg *out)
{
    if (in->kind != out->kind)
        pt_diags_add(parser->diags, out->offset,
                     "arg_in and arg_out with index %u are of different kinds", in->index);
    else if (in->kind == PT_ARG_IMAGE && !same_image(&in->image, &out->image))
        pt_diags_add(parser->diags, out->offset,
                     "arg_in and arg_out with index %u are different images", in->index);
    else if (in->size != out->size)
        pt_diags_add(parser->diags, out->offset,
                     "arg_in and arg_out with index %u differ in size: %zu and %zu bytes", in->index,
                     in->size, out->size);
}
