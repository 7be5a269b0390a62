/* SPDX-License-Identifier: MIT */
/* parse_image.c: reads the image and sampler arguments, whose sub-keys stand in any order. */
#include <string.h>

#include "program-tester/layout.h"
#include "program-tester/reader.h"

/* A sub-key of an image or sampler and the reader of its value. */
struct sub_key {
    const char *name, *canonical;
    bool required;
    void (*read)(struct pt_reader *reader, const struct sub_key *key, struct pt_word value);
    size_t field; /* in struct pt_arg */
};

static void *sub_field(struct pt_reader *reader, const struct sub_key *key)
{
    return (char *)reader->arg + key->field;
}

static void read_extent(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    size_t *extent = sub_field(reader, key);

    if (pt_reader_size(reader, value, key->name, extent) && !*extent)
        pt_fail_at(reader, value, "%s cannot be 0", key->name);
}

static void read_image_type(struct pt_reader *reader, const struct sub_key *key,
                            struct pt_word value)
{
    const struct pt_image_kind *kind = pt_image_kind_find(value);

    (void)key;
    if (!kind)
        pt_fail_at(reader, value,
                   "there is no image type '%.*s'; known: 1d, 1d_buffer, 1d_array, 2d, "
                   "2d_array, 3d",
                   PT_SHOW(value));
    else
        reader->arg->image.type = kind->type;
}

static void read_order(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    const struct pt_order **order = sub_field(reader, key);

    *order = pt_order_find(value);
    if (!*order)
        pt_fail_at(reader, value, "there is no channel order '%.*s'", PT_SHOW(value));
}

static void read_data_type(struct pt_reader *reader, const struct sub_key *key,
                           struct pt_word value)
{
    const struct pt_data_type **type = sub_field(reader, key);

    *type = pt_data_type_find(value);
    if (!*type)
        pt_fail_at(reader, value, "there is no channel data type '%.*s'", PT_SHOW(value));
}

struct name_value {
    const char *name;
    cl_uint value;
};

static void read_name(struct pt_reader *reader, const struct sub_key *key, struct pt_word value,
                      const struct name_value *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (pt_word_is_any_case(value, names[i].name)) {
            *(cl_uint *)sub_field(reader, key) = names[i].value;
            return;
        }
    }
    pt_fail_at(reader, value, "%s cannot be '%.*s'", key->name, PT_SHOW(value));
}

static void read_addressing(struct pt_reader *reader, const struct sub_key *key,
                            struct pt_word value)
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

static void read_filter(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    static const struct name_value names[] = {{"nearest", CL_FILTER_NEAREST},
                                              {"linear", CL_FILTER_LINEAR}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

static void read_access(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    static const struct name_value names[] = {{"read", CL_MEM_READ_ONLY},
                                              {"write", CL_MEM_WRITE_ONLY},
                                              {"read_write", CL_MEM_READ_WRITE}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

static void read_normalized(struct pt_reader *reader, const struct sub_key *key,
                            struct pt_word value)
{
    static const struct name_value names[] = {
        {"1", CL_TRUE}, {"true", CL_TRUE}, {"0", CL_FALSE}, {"false", CL_FALSE}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

#define IN_IMAGE(name) offsetof(struct pt_arg, image.name)
static const struct sub_key image_keys[] = {
    {"image_type", "image_type", true, read_image_type, IN_IMAGE(type)},
    {"image_width", "image_width", true, read_extent, IN_IMAGE(width)},
    {"image_height", "image_height", false, read_extent, IN_IMAGE(height)},
    {"image_depth", "image_depth", false, read_extent, IN_IMAGE(depth)},
    {"image_array_size", "image_array_size", false, read_extent, IN_IMAGE(layers)},
    {"image_row_pitch", "image_row_pitch", false, read_extent, IN_IMAGE(row_pitch)},
    {"image_slice_pitch", "image_slice_pitch", false, read_extent, IN_IMAGE(slice_pitch)},
    {"image_access", "image_access", false, read_access, IN_IMAGE(access)},
    {"image_channel_order", "image_channel_order", true, read_order, IN_IMAGE(format.order)},
    {"image_channel_data_type", "image_channel_data_type", true, read_data_type,
     IN_IMAGE(format.type)},
    {"type", "image_type", false, read_image_type, IN_IMAGE(type)},
};

#define IN_SAMPLER(name) offsetof(struct pt_arg, sampler.name)
static const struct sub_key sampler_keys[] = {
    {"normalized_coords", "normalized_coords", true, read_normalized, IN_SAMPLER(normalized)},
    {"addressing_mode", "addressing_mode", true, read_addressing, IN_SAMPLER(addressing)},
    {"filter_mode", "filter_mode", true, read_filter, IN_SAMPLER(filter)},
};

static size_t canonical_index(const struct sub_key *keys, size_t count, const char *canonical)
{
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(keys[i].name, canonical))
            return i;
    }
    return 0;
}

static bool read_sub_key(struct pt_reader *reader, const struct sub_key *keys, size_t count,
                         struct pt_word word)
{
    for (size_t i = 0; i < count; i++) {
        if (!pt_word_is_any_case(word, keys[i].name))
            continue;
        uint64_t bit = UINT64_C(1) << canonical_index(keys, count, keys[i].canonical);
        struct pt_word value = pt_reader_next(reader);
        if (reader->seen & bit)
            pt_fail_at(reader, word, "%s was already given", keys[i].canonical);
        reader->seen |= bit;
        if (value.length)
            keys[i].read(reader, &keys[i], value);
        else
            pt_fail_at(reader, value, "the value of %s is missing", keys[i].name);
        return true;
    }
    return false;
}

static bool was_given(const struct pt_reader *reader, const struct sub_key *keys, size_t count,
                      const char *name)
{
    return reader->seen >> canonical_index(keys, count, name) & 1;
}

static void check_required(struct pt_reader *reader, const struct sub_key *keys, size_t count,
                           struct pt_word where)
{
    for (size_t i = 0; i < count; i++) {
        if (keys[i].required && !was_given(reader, keys, count, keys[i].name))
            pt_fail_at(reader, where, "%s is missing", keys[i].name);
    }
}

static void check_extent(struct pt_reader *reader, struct pt_word where, const char *name,
                         bool allowed, size_t *extent)
{
    bool given = was_given(reader, image_keys, PT_COUNT(image_keys), name);

    if (given && !allowed)
        pt_fail_at(reader, where, "a %s image has no %s",
                   pt_image_kind(reader->arg->image.type)->name, name);
    if (!given)
        *extent = 1;
}

static void check_pitches(struct pt_reader *reader, struct pt_word where)
{
    const struct pt_image *image = &reader->arg->image;
    size_t row = image->width * pt_format_size(image->format);
    size_t slice = (image->row_pitch ? image->row_pitch : row) * image->height;

    if (image->row_pitch && image->row_pitch < row)
        pt_fail_at(reader, where, "image_row_pitch is less than a row's %zu bytes", row);
    if (image->slice_pitch && image->slice_pitch < slice)
        pt_fail_at(reader, where, "image_slice_pitch is less than a slice's %zu bytes", slice);
    if (image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER && (image->row_pitch || image->slice_pitch))
        pt_fail_at(reader, where, "a 1d_buffer image has no pitch");
    if (image->row_pitch > PT_MAX_ARG_SIZE || image->slice_pitch > PT_MAX_ARG_SIZE)
        pt_fail_at(reader, where, "a pitch is larger than %zu bytes", PT_MAX_ARG_SIZE);
}

void pt_reader_check_pixel_type(struct pt_reader *reader, struct pt_word where)
{
    const struct pt_arg *arg = reader->arg;
    struct pt_format format = arg->image.format;

    if (!pt_format_valid(format))
        pt_fail_at(reader, where, "OpenCL has no image format of order %s and data type %s",
                   format.order->name, format.type->name);
    else if (arg->texels && arg->type.scalar != format.type->seen)
        pt_fail_at(reader, where, "a kernel sees %s texels of this format, not %s",
                   pt_scalars[format.type->seen].name, pt_scalars[arg->type.scalar].name);
    else if (!arg->texels &&
             (pt_type_size(arg->type) != pt_format_size(format) || arg->type.width == 3))
        pt_fail_at(reader, where, "the pixel type has %zu bytes, but a texel of %s %s has %zu",
                   (size_t)arg->type.width * pt_scalars[arg->type.scalar].size, format.order->name,
                   format.type->name, pt_format_size(format));
}

static void check_image(struct pt_reader *reader, struct pt_word where)
{
    struct pt_arg *arg = reader->arg;
    struct pt_image *image = &arg->image;
    const struct pt_image_kind *kind = pt_image_kind(image->type);

    check_extent(reader, where, "image_height", kind->has_height, &image->height);
    check_extent(reader, where, "image_depth", kind->has_depth, &image->depth);
    check_extent(reader, where, "image_array_size", kind->has_layers, &image->layers);
    if (kind->has_height && !was_given(reader, image_keys, PT_COUNT(image_keys), "image_height"))
        pt_fail_at(reader, where, "image_height is missing");
    pt_reader_check_pixel_type(reader, where);
    if (!pt_image_texels(image, &arg->count))
        pt_fail_at(reader, where, "the image is too large");
    else
        pt_reader_set_size(reader, where, pt_format_size(image->format));
    if (reader->failed)
        return;
    check_pitches(reader, where);
    pt_reader_check_lanes(reader, arg->count * (arg->texels ? 4 : arg->type.width));
}

bool pt_reader_texels(struct pt_reader *reader, struct pt_word word)
{
    struct pt_arg *arg = reader->arg;

    if (!pt_word_is_any_case(word, "values"))
        return false;
    struct pt_word type = pt_reader_next(reader);
    if (arg->fill != PT_FILL_NONE || reader->data_seen) {
        pt_fail_at(reader, word, "the argument's values were already given");
    } else if (!pt_type_parse(type, &arg->type) || arg->type.width != 1 ||
               (arg->type.scalar != PT_FLOAT && arg->type.scalar != PT_INT &&
                arg->type.scalar != PT_UINT)) {
        pt_fail_at(reader, type, "texels are float, int or uint, not '%.*s'", PT_SHOW(type));
    } else {
        arg->texels = true;
        if (!pt_reader_data(reader) || (reader->arg->fill != PT_FILL_VALUES))
            pt_fail_at(reader, type, "texels need numbers here");
        else if (arg->lane_count % 4)
            pt_fail_at(reader, reader->data,
                       "each texel needs four numbers (r g b a), but there are %zu",
                       arg->lane_count);
    }
    return true;
}

void pt_reader_image(struct pt_reader *reader, struct pt_word where)
{
    struct pt_arg *arg = reader->arg;
    struct pt_word type = pt_cursor_peek(&reader->cursor);
    bool typed = pt_type_parse(type, &arg->type);

    arg->kind = PT_ARG_IMAGE;
    if (typed)
        pt_reader_next(reader);
    if (!typed && !pt_word_is_any_case(type, "values")) {
        pt_fail_at(reader, type,
                   type.length ? "'%.*s' is not a pixel type" : "%.*sthe pixel type is missing",
                   PT_SHOW(type));
        return;
    }
    for (;;) {
        if (typed && pt_reader_data(reader))
            continue;
        struct pt_word word = pt_reader_next(reader);
        if (!word.length)
            break;
        if (!read_sub_key(reader, image_keys, PT_COUNT(image_keys), word) &&
            !pt_reader_comparison(reader, word) && !pt_reader_texels(reader, word)) {
            pt_fail_at(reader, word, "'%.*s' does not belong to an image", PT_SHOW(word));
            break;
        }
    }
    if (reader->failed)
        return;
    if (!reader->data_seen)
        pt_fail_at(reader, where, "the image's values are missing");
    else
        pt_reader_check_out(reader);
    check_required(reader, image_keys, PT_COUNT(image_keys), where);
    if (!reader->failed)
        check_image(reader, where);
}

void pt_reader_sampler(struct pt_reader *reader, struct pt_word where)
{
    struct pt_word word;

    reader->arg->kind = PT_ARG_SAMPLER;
    reader->arg->size = sizeof(cl_sampler);
    if (reader->out)
        pt_fail_at(reader, where, "only a buffer or an image can be an arg_out");
    while ((word = pt_reader_next(reader)).length) {
        if (!read_sub_key(reader, sampler_keys, PT_COUNT(sampler_keys), word)) {
            pt_fail_at(reader, word, "'%.*s' does not belong to a sampler", PT_SHOW(word));
            return;
        }
    }
    if (!reader->failed)
        check_required(reader, sampler_keys, PT_COUNT(sampler_keys), where);
}
