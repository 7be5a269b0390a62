/* SPDX-License-Identifier: MIT */
/* layout.c: the six image types: which extents each has, and where its texels are. */
#include "program-tester/layout.h"

#include <string.h>

static const struct pt_image_kind kinds[] = {
    {"1d", CL_MEM_OBJECT_IMAGE1D, false, false, false, 1},
    {"1d_buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, false, false, false, 1},
    {"1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, false, false, true, 2},
    {"2d", CL_MEM_OBJECT_IMAGE2D, true, false, false, 2},
    {"2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, true, false, true, 3},
    {"3d", CL_MEM_OBJECT_IMAGE3D, true, true, false, 3},
};

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

bool pt_image_texels(const struct pt_image *image, size_t *count)
{
    return !__builtin_mul_overflow(image->width, image->height, count) &&
           !__builtin_mul_overflow(*count, image->depth, count) &&
           !__builtin_mul_overflow(*count, image->layers, count);
}

void pt_image_region(const struct pt_image *image, size_t region[3])
{
    bool rows_are_layers = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;

    region[0] = image->width;
    region[1] = rows_are_layers ? image->layers : image->height;
    region[2] = rows_are_layers ? 1 : image->depth * image->layers;
}

void pt_image_coordinates(const struct pt_image *image, size_t texel, size_t position[3])
{
    size_t region[3];

    pt_image_region(image, region);
    position[0] = texel % region[0];
    position[1] = texel / region[0] % region[1];
    position[2] = texel / region[0] / region[1];
}

/* Bytes from row to row and from slice to slice. A 1D array's layers are slices. */
static void pitches(const struct pt_image *image, size_t *row, size_t *slice)
{
    size_t texel = pt_format_size(image->format);

    *row = image->row_pitch ? image->row_pitch : image->width * texel;
    *slice = image->slice_pitch ? image->slice_pitch : *row * image->height;
}

/* Where a row begins in host memory; rows are counted over all slices. */
static size_t row_start(const struct pt_image *image, size_t row_number)
{
    size_t row, slice;

    pitches(image, &row, &slice);
    return row_number / image->height * slice + row_number % image->height * row;
}

size_t pt_image_host_size(const struct pt_image *image)
{
    size_t row, slice;

    pitches(image, &row, &slice);
    return slice * image->depth * image->layers;
}

void pt_image_to_host(const struct pt_image *image, const void *texels, void *host)
{
    size_t length = image->width * pt_format_size(image->format);
    size_t rows = image->height * image->depth * image->layers;

    for (size_t i = 0; i < rows; i++)
        memcpy((char *)host + row_start(image, i), (const char *)texels + i * length, length);
}
