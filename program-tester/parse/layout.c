/* SPDX-License-Identifier: MIT */
/* layout.c: the six image types: which extents each has, and where its texels are. */
#include "program-tester/parse/layout.h"

#include <string.h>

static const struct pt_image_kind kinds[] = {
    {"1d", CL_MEM_OBJECT_IMAGE1D, false, false, false, 1},
    {"1d_buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, false, false, false, 1},
    {"1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, false, false, true, 2},
    {"2d", CL_MEM_OBJECT_IMAGE2D, true, false, false, 2},
    {"2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, true, false, true, 3},
    {"3d", CL_MEM_OBJECT_IMAGE3D, true, true, false, 3},
};

struct pt_names pt_image_kinds(void)
{
    return PT_NAMES(kinds);
}

const struct pt_image_kind *pt_image_kind_find(struct pt_word name)
{
    for (size_t i = 0; i < PT_COUNT(kinds); i++) {
        if (pt_word_is_any_case(name, kinds[i].name))
            return &kinds[i];
    }
    return NULL;
}

const struct pt_image_kind *pt_image_kind(cl_mem_object_type type)
{
    for (size_t i = 0; i < PT_COUNT(kinds); i++) {
        if (kinds[i].type == type)
            return &kinds[i];
    }
    return NULL;
}

static size_t halved(size_t size, size_t level)
{
    return level < 63 && size >> level ? size >> level : 1;
}

struct pt_image pt_image_level(const struct pt_image *image, size_t level)
{
    struct pt_image made = *image;

    made.levels = 0;
    made.width = halved(image->width, level);
    made.height = halved(image->height, level);
    made.depth = halved(image->depth, level);
    return made;
}

size_t pt_image_most_levels(const struct pt_image *image)
{
    size_t largest = image->width > image->height ? image->width : image->height, levels = 0;

    for (largest = image->depth > largest ? image->depth : largest; largest; largest /= 2)
        levels++;
    return levels;
}

void pt_image_set_level(const struct pt_image *image, size_t level, size_t origin[4])
{
    if (image->levels > 1)
        origin[pt_image_kind(image->type)->dimensions] = level;
}

static bool level_texels(const struct pt_image *image, size_t *count)
{
    return !__builtin_mul_overflow(image->width, image->height, count) &&
           !__builtin_mul_overflow(*count, image->depth, count) &&
           !__builtin_mul_overflow(*count, image->layers, count);
}

bool pt_image_texels(const struct pt_image *image, size_t *count)
{
    bool fits = level_texels(image, count);

    for (size_t level = 1; fits && level < image->levels; level++) {
        struct pt_image part = pt_image_level(image, level);
        size_t texels;

        fits = level_texels(&part, &texels) && !__builtin_add_overflow(*count, texels, count);
    }
    return fits;
}

void pt_image_shape(const struct pt_image *image, size_t shape[3])
{
    pt_image_region(image, shape);
    if (image->levels <= 1)
        return;
    pt_image_texels(image, &shape[0]);
    shape[1] = shape[2] = 1;
}

void pt_image_region(const struct pt_image *image, size_t region[3])
{
    bool rows_are_layers = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;

    region[0] = image->width;
    region[1] = rows_are_layers ? image->layers : image->height;
    region[2] = rows_are_layers ? 1 : image->depth * image->layers;
}

size_t pt_image_coordinates(const struct pt_image *image, size_t texel, size_t position[3])
{
    struct pt_image part = *image;
    size_t region[3], level = 0, texels;

    while (level + 1 < image->levels && level_texels(&part, &texels) && texel >= texels) {
        texel -= texels;
        part = pt_image_level(image, ++level);
    }
    pt_image_region(&part, region);
    position[0] = texel % region[0];
    position[1] = texel / region[0] % region[1];
    position[2] = texel / region[0] / region[1];
    return level;
}

/* Pitches of 0 are tight ones. */
static struct pt_layout layout(size_t row, size_t rows, size_t slices, size_t row_pitch,
                               size_t slice_pitch)
{
    struct pt_layout made = {row, rows, slices, row_pitch ? row_pitch : row, slice_pitch};

    if (!slice_pitch)
        made.slice_pitch = made.row_pitch * rows;
    return made;
}

struct pt_layout pt_image_layout(const struct pt_image *image)
{
    /* A 1D array's layers are slices. */
    return layout(image->width * pt_format_size(image->format), image->height,
                  image->depth * image->layers, image->row_pitch, image->slice_pitch);
}

struct pt_layout pt_step_layout(const struct pt_step *step)
{
    const size_t *region = step->box.region;
    bool image = step->contents.kind == PT_ARG_IMAGE;
    bool layers = image && step->contents.image.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    size_t element = image ? pt_format_size(step->contents.image.format) : 1;

    return layout(region[0] * element, layers ? 1 : region[1], layers ? region[1] : region[2],
                  step->host_row_pitch, step->host_slice_pitch);
}

size_t pt_layout_size(const struct pt_layout *layout)
{
    return layout->slice_pitch * layout->slices;
}

static size_t row_start(const struct pt_layout *layout, size_t slice, size_t row)
{
    return slice * layout->slice_pitch + row * layout->row_pitch;
}

void pt_layout_scatter(const struct pt_layout *layout, const void *packed, void *host)
{
    const char *from = packed;

    for (size_t z = 0; z < layout->slices; z++) {
        for (size_t y = 0; y < layout->rows; y++, from += layout->row)
            memcpy((char *)host + row_start(layout, z, y), from, layout->row);
    }
}

void pt_layout_gather(const struct pt_layout *layout, const void *host, void *packed)
{
    char *to = packed;

    for (size_t z = 0; z < layout->slices; z++) {
        for (size_t y = 0; y < layout->rows; y++, to += layout->row)
            memcpy(to, (const char *)host + row_start(layout, z, y), layout->row);
    }
}

void pt_arg_extents(const struct pt_arg *arg, size_t extents[3])
{
    extents[0] = arg->size;
    extents[1] = extents[2] = 1;
    if (arg->kind == PT_ARG_IMAGE)
        pt_image_region(&arg->image, extents);
}
