/* SPDX-License-Identifier: MIT */
/* parse_image.c: reads the image and sampler arguments, whose sub-keys stand in any order. */
#include <string.h>

#include "program-tester/base/error.h"
#include "program-tester/base/picture.h"
#include "program-tester/parse/layout.h"
#include "program-tester/parse/reader.h"

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

static void read_level(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    pt_reader_size(reader, value, key->name, sub_field(reader, key));
}

static void read_image_type(struct pt_reader *reader, const struct sub_key *key,
                            struct pt_word value)
{
    const struct pt_image_kind *kind = pt_image_kind_find(value);

    (void)key;
    if (!kind)
        pt_fail_name(reader, value, pt_image_kinds(), "there is no image type '%.*s'",
                     PT_SHOW(value));
    else
        reader->arg->image.type = kind->type;
}

static void read_order(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    const struct pt_order **order = sub_field(reader, key);
    const char *why = pt_order_refused(value);

    *order = pt_order_find(value);
    if (why)
        pt_fail_at(reader, value, "the channel order '%.*s' is not for tests: %s", PT_SHOW(value),
                   why);
    else if (!*order)
        pt_fail_name(reader, value, pt_orders(), "there is no channel order '%.*s'",
                     PT_SHOW(value));
}

static void read_data_type(struct pt_reader *reader, const struct sub_key *key,
                           struct pt_word value)
{
    const struct pt_data_type **type = sub_field(reader, key);
    const char *why = pt_data_type_refused(value);

    *type = pt_data_type_find(value);
    if (why)
        pt_fail_at(reader, value, "the channel data type '%.*s' is not for tests: %s",
                   PT_SHOW(value), why);
    else if (!*type)
        pt_fail_name(reader, value, pt_data_types(), "there is no channel data type '%.*s'",
                     PT_SHOW(value));
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
    pt_fail_name(reader, value, ((struct pt_names){names, count, sizeof(*names)}),
                 "%s cannot be '%.*s'", key->name, PT_SHOW(value));
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
        {"invalid", PT_NO_SUCH_MODE},
    };

    read_name(reader, key, value, names, PT_COUNT(names));
}

static void read_filter(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    static const struct name_value names[] = {
        {"nearest", CL_FILTER_NEAREST}, {"linear", CL_FILTER_LINEAR}, {"invalid", PT_NO_SUCH_MODE}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

static void read_lod(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    enum pt_number_error error = pt_number_parse(value, PT_FLOAT, false, sub_field(reader, key));

    if (error != PT_NUMBER_OK)
        pt_fail_at(reader, value, "%s is a number, not '%.*s'", key->name, PT_SHOW(value));
}

static void read_access(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    static const struct name_value names[] = {{"read", CL_MEM_READ_ONLY},
                                              {"write", CL_MEM_WRITE_ONLY},
                                              {"read_write", CL_MEM_READ_WRITE},
                                              {"kernel_read_write", CL_MEM_KERNEL_READ_AND_WRITE}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

static void read_host_access(struct pt_reader *reader, const struct sub_key *key,
                             struct pt_word value)
{
    static const struct name_value names[] = {{"read", CL_MEM_HOST_READ_ONLY},
                                              {"write", CL_MEM_HOST_WRITE_ONLY},
                                              {"none", CL_MEM_HOST_NO_ACCESS}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

/* pt_check_test looks whether the argument fits. */
static void read_over(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    size_t index;

    if (!pt_reader_size(reader, value, key->name, &index))
        return;
    reader->arg->image.shares = true;
    reader->arg->image.over = index > PT_MAX_INDEX ? PT_MAX_INDEX : (unsigned)index;
}

static void read_error(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    cl_int *error = sub_field(reader, key);

    if (pt_word_is(value, "any")) {
        *error = PT_ANY_ERROR;
        return;
    }
    *error = pt_cl_error_find(value);
    if (!*error)
        pt_fail_name(reader, value, pt_cl_error_names(), "'%.*s' is not an error's name",
                     PT_SHOW(value));
}

/* It stands for the numbers of the argument. The file is read when all of the test is (load.c). */
static void read_from(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    struct pt_arg *arg = reader->arg;

    (void)key;
    if (reader->data_seen) {
        pt_fail_at(reader, value, "the argument's values were already given");
        return;
    }
    arg->picture = pt_copy(value.text, value.length);
    arg->fill = PT_FILL_VALUES;
    reader->data_seen = true;
    reader->data = value;
}

static void read_native(struct pt_reader *reader, const struct sub_key *key, struct pt_word value)
{
    char **word = sub_field(reader, key);

    if (pt_plan_language(reader->parser->plan)->api != PT_VULKAN)
        pt_fail_at(reader, value, "%s is for tests of Vulkan (.vk.comp, .vk.spvasm)", key->name);
    free(*word);
    *word = pt_copy(value.text, value.length);
}

static void read_normalized(struct pt_reader *reader, const struct sub_key *key,
                            struct pt_word value)
{
    static const struct name_value names[] = {
        {"1", CL_TRUE}, {"true", CL_TRUE}, {"0", CL_FALSE}, {"false", CL_FALSE}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

#define NATIVE(name, which) {name, name, false, read_native, offsetof(struct pt_arg, native[which])}
#define IN_IMAGE(name)      offsetof(struct pt_arg, image.name)
static const struct sub_key image_keys[] = {
    {"image_type", "image_type", true, read_image_type, IN_IMAGE(type)},
    {"image_width", "image_width", true, read_extent, IN_IMAGE(width)},
    {"image_height", "image_height", false, read_extent, IN_IMAGE(height)},
    {"image_depth", "image_depth", false, read_extent, IN_IMAGE(depth)},
    {"image_array_size", "image_array_size", false, read_extent, IN_IMAGE(layers)},
    {"image_mip_levels", "image_mip_levels", false, read_extent, IN_IMAGE(levels)},
    {"image_bound_level", "image_bound_level", false, read_level, IN_IMAGE(bound_level)},
    {"image_row_pitch", "image_row_pitch", false, read_extent, IN_IMAGE(row_pitch)},
    {"image_slice_pitch", "image_slice_pitch", false, read_extent, IN_IMAGE(slice_pitch)},
    {"image_access", "image_access", false, read_access, IN_IMAGE(access)},
    {"image_host_access", "image_host_access", false, read_host_access, IN_IMAGE(host_access)},
    {"image_channel_order", "image_channel_order", true, read_order, IN_IMAGE(format.order)},
    {"image_channel_data_type", "image_channel_data_type", true, read_data_type,
     IN_IMAGE(format.type)},
    {"image_over", "image_over", false, read_over, IN_IMAGE(over)},
    {"image_from", "image_from", false, read_from, IN_IMAGE(type)},
    {"image_error", "image_error", false, read_error, IN_IMAGE(error)},
    {"type", "image_type", false, read_image_type, IN_IMAGE(type)},
    NATIVE("vk_format", PT_NATIVE_FORMAT),
    NATIVE("vk_view", PT_NATIVE_VIEW),
    NATIVE("vk_aspect", PT_NATIVE_ASPECT),
    NATIVE("vk_swizzle", PT_NATIVE_SWIZZLE),
    NATIVE("vk_samples", PT_NATIVE_SAMPLES),
    NATIVE("vk_tiling", PT_NATIVE_TILING),
};

#define IN_SAMPLER(name) offsetof(struct pt_arg, sampler.name)
static const struct sub_key sampler_keys[] = {
    {"normalized_coords", "normalized_coords", true, read_normalized, IN_SAMPLER(normalized)},
    {"addressing_mode", "addressing_mode", true, read_addressing, IN_SAMPLER(addressing)},
    {"filter_mode", "filter_mode", true, read_filter, IN_SAMPLER(filter)},
    {"mip_filter_mode", "mip_filter_mode", false, read_filter, IN_SAMPLER(mip_filter)},
    {"lod_min", "lod_min", false, read_lod, IN_SAMPLER(lod_min)},
    {"lod_max", "lod_max", false, read_lod, IN_SAMPLER(lod_max)},
    {"sampler_error", "sampler_error", false, read_error, IN_SAMPLER(error)},
    NATIVE("vk_addressing", PT_NATIVE_ADDRESSING),
    NATIVE("vk_border", PT_NATIVE_BORDER),
    NATIVE("vk_compare", PT_NATIVE_COMPARE),
    NATIVE("vk_reduction", PT_NATIVE_REDUCTION),
    NATIVE("vk_lod_bias", PT_NATIVE_BIAS),
};

_Static_assert(PT_COUNT(image_keys) <= PT_MAX_SUB_KEYS, "a reader has a place for each key");

static size_t key_index(const struct sub_key *keys, size_t count, struct pt_word name)
{
    size_t i = 0;

    while (i < count && !pt_word_is_any_case(name, keys[i].name))
        i++;
    return i;
}

/* Where a sub-key of that canonical name was given; an empty word if it was not. */
static struct pt_word *place_of(struct pt_reader *reader, const struct sub_key *keys, size_t count,
                                const char *name)
{
    return &reader->places[key_index(keys, count, (struct pt_word){name, strlen(name)})];
}

static bool read_sub_key(struct pt_reader *reader, const struct sub_key *keys, size_t count,
                         struct pt_word word)
{
    size_t i = key_index(keys, count, word);

    if (i == count)
        return false;
    struct pt_word *place = place_of(reader, keys, count, keys[i].canonical);
    struct pt_word value = pt_reader_next(reader);
    if (place->length)
        pt_fail_at(reader, word, "%s was already given", keys[i].canonical);
    else if (value.length)
        keys[i].read(reader, &keys[i], value);
    else
        pt_fail_at(reader, value, "the value of %s is missing", keys[i].name);
    *place = word;
    return true;
}

static struct pt_word *image_place(struct pt_reader *reader, const char *name)
{
    return place_of(reader, image_keys, PT_COUNT(image_keys), name);
}

/* All keys that are missing are one error. */
static void check_required(struct pt_reader *reader, const struct sub_key *keys, size_t count,
                           struct pt_word where)
{
    struct pt_string missing = {0};
    bool several = false;

    for (size_t i = 0; i < count; i++) {
        if (!keys[i].required || reader->places[i].length)
            continue;
        several = missing.length;
        pt_string_add(&missing, "%s%s", several ? ", " : "", keys[i].name);
    }
    if (missing.length)
        pt_fail_at(reader, where, "%s %s missing", missing.text, several ? "are" : "is");
    free(missing.text);
}

static void check_extent(struct pt_reader *reader, const char *name, bool allowed, size_t *extent)
{
    struct pt_word place = *image_place(reader, name);

    if (place.length && !allowed)
        pt_fail_at(reader, place, "a %s image has no %s",
                   pt_image_kind(reader->arg->image.type)->name, name);
    if (!place.length)
        *extent = 1;
}

/* An image that must not be made may ask for anything. */
static void check_levels(struct pt_reader *reader)
{
    const struct pt_image *image = &reader->arg->image;
    struct pt_word place = *image_place(reader, "image_mip_levels");

    if (image->levels > PT_MAX_LEVELS ||
        (!image->error && image->levels > pt_image_most_levels(image)))
        pt_fail_at(reader, place, "an image of this size has %zu levels at most",
                   pt_image_most_levels(image));
    else if (image->levels && reader->arg->picture)
        pt_fail_at(reader, place, "a picture has no levels");
    else if (image->bound_level && image->bound_level >= image->levels)
        pt_fail_at(reader, *image_place(reader, "image_bound_level"), "the image has no level %zu",
                   image->bound_level);
}

static void check_pitch(struct pt_reader *reader, const char *name, size_t pitch, size_t least,
                        const char *what)
{
    struct pt_word place = *image_place(reader, name);

    if (!pitch)
        return;
    if (reader->arg->image.type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        pt_fail_at(reader, place, "a 1d_buffer image has no pitch");
    else if (pitch < least && !reader->arg->image.error)
        pt_fail_at(reader, place, "%s is less than a %s's %zu bytes", name, what, least);
    else if (pitch > PT_MAX_ARG_SIZE)
        pt_fail_at(reader, place, "a pitch is larger than %zu bytes", PT_MAX_ARG_SIZE);
}

static void check_pitches(struct pt_reader *reader)
{
    const struct pt_image *image = &reader->arg->image;
    size_t row = image->width * pt_format_size(image->format);
    size_t slice = (image->row_pitch ? image->row_pitch : row) * image->height;

    check_pitch(reader, "image_row_pitch", image->row_pitch, row, "row");
    if (!reader->failed)
        check_pitch(reader, "image_slice_pitch", image->slice_pitch, slice, "slice");
}

static void no_such_format(struct pt_reader *reader, struct pt_word where, struct pt_format format)
{
    const struct pt_names types = pt_data_types();
    struct pt_string good = {0};

    for (size_t i = 0; i < types.count; i++) {
        const char *name = pt_names_at(types, i);
        struct pt_word word = {name, strlen(name)};

        if (pt_format_valid((struct pt_format){format.order, pt_data_type_find(word)}))
            pt_string_add(&good, "%s%s", good.length ? ", " : "", name);
    }
    pt_fail_at(reader, where,
               "OpenCL has no image format of order %s and data type %s; %s goes with %s",
               format.order->name, format.type->name, format.order->name, good.text);
    free(good.text);
}

void pt_reader_check_pixel_type(struct pt_reader *reader, struct pt_word where)
{
    const struct pt_arg *arg = reader->arg;
    struct pt_format format = arg->image.format;

    if (!pt_format_valid(format))
        no_such_format(reader, where, format);
    else if (arg->texels && arg->type.scalar != format.type->seen)
        pt_fail_at(reader, where, "a kernel sees %s texels of this format, not %s",
                   pt_scalars[format.type->seen].name, pt_scalars[arg->type.scalar].name);
    else if (!arg->texels &&
             (pt_type_size(arg->type) != pt_format_size(format) || arg->type.width == 3))
        pt_fail_at(
            reader, where,
            "the pixel type has %zu bytes, but a texel of %s %s has %zu (and 'values %s' are "
            "what a kernel sees)",
            (size_t)arg->type.width * pt_scalars[arg->type.scalar].size, format.order->name,
            format.type->name, pt_format_size(format), pt_scalars[format.type->seen].name);
}

/* Checks that a picture can be the image. */
static void check_picture(struct pt_reader *reader)
{
    const struct pt_arg *arg = reader->arg;
    const struct pt_word place = *image_place(reader, "image_from");
    char *why = pt_picture_refuses(arg->image.format);

    if (arg->image.type != CL_MEM_OBJECT_IMAGE2D)
        pt_fail_at(reader, place, "a picture is a 2d image");
    else if (why)
        pt_fail_at(reader, place, "%s", why);
    else if (arg->type.scalar != PT_UCHAR)
        pt_fail_at(reader, place, "texels of a picture are uchar or a vector of it");
    free(why);
}

static void check_image(struct pt_reader *reader, struct pt_word where)
{
    struct pt_arg *arg = reader->arg;
    struct pt_image *image = &arg->image;
    const struct pt_image_kind *kind = pt_image_kind(image->type);

    check_extent(reader, "image_height", kind->has_height, &image->height);
    check_extent(reader, "image_depth", kind->has_depth, &image->depth);
    check_extent(reader, "image_array_size", kind->has_layers, &image->layers);
    if (kind->has_height && !image_place(reader, "image_height")->length)
        pt_fail_at(reader, where, "image_height is missing");
    check_levels(reader);
    pt_reader_check_pixel_type(reader, *image_place(reader, "image_channel_data_type"));
    if (reader->failed)
        return;
    if (!pt_image_texels(image, &arg->count))
        pt_fail_at(reader, where, "the image is too large");
    else
        pt_reader_set_size(reader, where, pt_format_size(image->format));
    if (reader->failed)
        return;
    if (image->host_access && (image->shares || image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER))
        pt_fail_at(reader, *image_place(reader, "image_host_access"),
                   "what the host may do with an image over a buffer is the buffer's");
    if (image->shares && arg->fill != PT_FILL_NONE)
        pt_fail_at(reader, where,
                   "an image over an argument is an arg_in, and NULL: it has what is there");
    check_pitches(reader);
    if (arg->picture)
        check_picture(reader);
    else
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
        pt_reader_skip_numbers(reader);
    } else if (!pt_type_parse(type, &arg->type) || arg->type.width != 1 ||
               (arg->type.scalar != PT_FLOAT && arg->type.scalar != PT_INT &&
                arg->type.scalar != PT_UINT)) {
        pt_fail_at(reader, type, "texels are float, int or uint, not '%.*s'", PT_SHOW(type));
        pt_reader_skip_numbers(reader);
        reader->data_seen = true;
    } else {
        arg->texels = true;
        if (!pt_reader_data(reader) || (reader->arg->fill != PT_FILL_VALUES))
            pt_fail_at(reader, type, "texels need numbers here");
        else if (arg->lane_count % 4 && !reader->failed)
            pt_fail_at(reader, reader->data,
                       "each texel needs four numbers (r g b a), but there are %zu",
                       arg->lane_count);
    }
    return true;
}

/* The pixel type, unless `values` gives it. */
static bool read_pixel_type(struct pt_reader *reader, bool *typed)
{
    struct pt_word type = pt_cursor_peek(&reader->cursor);

    *typed = pt_type_parse(type, &reader->arg->type);
    if (*typed)
        pt_reader_next(reader);
    if (*typed || pt_word_is_any_case(type, "values"))
        return true;
    if (!type.length) {
        pt_fail_at(reader, type,
                   "the pixel type is missing: a type like uchar4, or 'values float'");
        return false;
    }
    char *hint = pt_type_hint(type);
    pt_fail_at(reader, type, "'%.*s' is not a pixel type%s", PT_SHOW(type), hint);
    free(hint);
    return false;
}

/* A word that is none of what an image has. */
static void not_of_image(struct pt_reader *reader, struct pt_word word)
{
    const char *names[PT_COUNT(image_keys) + PT_VALUE_WORDS];
    size_t count = 0;

    for (size_t i = 0; i < PT_COUNT(image_keys); i++)
        names[count++] = image_keys[i].name;
    for (size_t i = 0; i < PT_VALUE_WORDS; i++)
        names[count++] = pt_value_words[i];
    pt_fail_name(reader, word, PT_NAMES(names), "'%.*s' does not belong to an image",
                 PT_SHOW(word));
}

static void read_image_words(struct pt_reader *reader, bool typed)
{
    for (;;) {
        if (typed && pt_reader_data(reader))
            continue;
        struct pt_word word = pt_reader_next(reader);
        if (!word.length)
            return;
        if (!read_sub_key(reader, image_keys, PT_COUNT(image_keys), word) &&
            !pt_reader_comparison(reader, word) && !pt_reader_texels(reader, word)) {
            not_of_image(reader, word);
            return;
        }
    }
}

void pt_reader_image(struct pt_reader *reader, struct pt_word where)
{
    bool typed;

    reader->arg->kind = PT_ARG_IMAGE;
    reader->any_tolerance = true;
    if (!read_pixel_type(reader, &typed))
        return;
    read_image_words(reader, typed);
    if (reader->failed)
        return;
    if (!reader->data_seen)
        pt_fail_at(reader, where, "the image's values are missing: " PT_DATA_WORDS);
    else
        pt_reader_check_out(reader);
    check_required(reader, image_keys, PT_COUNT(image_keys), where);
    if (!reader->failed)
        check_image(reader, where);
}

/* Both bounds, or none of them. */
static void check_lods(struct pt_reader *reader)
{
    struct pt_word low = *place_of(reader, sampler_keys, PT_COUNT(sampler_keys), "lod_min"),
                   high = *place_of(reader, sampler_keys, PT_COUNT(sampler_keys), "lod_max");

    reader->arg->sampler.bounded = low.length;
    if (!low.length != !high.length)
        pt_fail_at(reader, low.length ? low : high, "lod_min and lod_max go together");
}

static void check_modes(struct pt_reader *reader, struct pt_word where)
{
    const struct pt_sampler *sampler = &reader->arg->sampler;

    if (!sampler->error &&
        (sampler->addressing == PT_NO_SUCH_MODE || sampler->filter == PT_NO_SUCH_MODE ||
         sampler->mip_filter == PT_NO_SUCH_MODE))
        pt_fail_at(reader, where, "a mode that is invalid needs a sampler_error");
}

void pt_reader_sampler(struct pt_reader *reader, struct pt_word where)
{
    struct pt_word word;

    reader->arg->kind = PT_ARG_SAMPLER;
    reader->arg->size = sizeof(cl_sampler);
    while ((word = pt_reader_next(reader)).length) {
        if (!read_sub_key(reader, sampler_keys, PT_COUNT(sampler_keys), word)) {
            pt_fail_name(reader, word, PT_NAMES(sampler_keys),
                         "'%.*s' does not belong to a sampler", PT_SHOW(word));
            return;
        }
    }
    if (!reader->failed)
        check_lods(reader);
    if (!reader->failed)
        check_required(reader, sampler_keys, PT_COUNT(sampler_keys), where);
    if (!reader->failed)
        check_modes(reader, where);
}
