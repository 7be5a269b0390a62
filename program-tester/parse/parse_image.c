/* SPDX-License-Identifier: MIT */
/* parse_image.c: reads the image and sampler arguments, and checks that their sub-keys fit
 * together. */
#include <string.h>

#include "program-tester/base/picture.h"
#include "program-tester/parse/layout.h"
#include "program-tester/parse/sub_keys.h"

static struct pt_word *image_place(struct pt_reader *reader, const char *name)
{
    return pt_sub_key_place(reader, pt_image_keys, PT_IMAGE_KEYS, name);
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
    const char *names[PT_IMAGE_KEYS + PT_VALUE_WORDS];
    size_t count = 0;

    for (size_t i = 0; i < PT_IMAGE_KEYS; i++)
        names[count++] = pt_image_keys[i].name;
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
        if (!pt_sub_key_read(reader, pt_image_keys, PT_IMAGE_KEYS, word) &&
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
    pt_sub_keys_require(reader, pt_image_keys, PT_IMAGE_KEYS, where);
    if (!reader->failed)
        check_image(reader, where);
}

/* Both bounds, or none of them. */
static void check_lods(struct pt_reader *reader)
{
    struct pt_word low = *pt_sub_key_place(reader, pt_sampler_keys, PT_SAMPLER_KEYS, "lod_min"),
                   high = *pt_sub_key_place(reader, pt_sampler_keys, PT_SAMPLER_KEYS, "lod_max");

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
        if (!pt_sub_key_read(reader, pt_sampler_keys, PT_SAMPLER_KEYS, word)) {
            pt_fail_name(reader, word, PT_NAMES(pt_sampler_keys),
                         "'%.*s' does not belong to a sampler", PT_SHOW(word));
            return;
        }
    }
    if (!reader->failed)
        check_lods(reader);
    if (!reader->failed)
        pt_sub_keys_require(reader, pt_sampler_keys, PT_SAMPLER_KEYS, where);
    if (!reader->failed)
        check_modes(reader, where);
}
