/* SPDX-License-Identifier: MIT */
/* layout.h: the six image types: which extents each has, and where its texels are. */
#pragma once

#include "program-tester/parse/plan.h"

struct pt_image_kind {
    const char *name;
    cl_mem_object_type type;
    bool has_height, has_depth, has_layers;
    unsigned dimensions; /* of region and origin, layers included */
};

/* The rows of the table of types. */
struct pt_names pt_image_kinds(void);
const struct pt_image_kind *pt_image_kind_find(struct pt_word name);
const struct pt_image_kind *pt_image_kind(cl_mem_object_type type);

/* A level of a mipmapped image, as an image of its own. */
struct pt_image pt_image_level(const struct pt_image *image, size_t level);
/* Levels that an image can have at most. */
size_t pt_image_most_levels(const struct pt_image *image);
/* Puts a level where origins of transfers say it (cl_khr_mipmap_image). */
void pt_image_set_level(const struct pt_image *image, size_t level, size_t origin[4]);

/* Texels of the whole image, all levels; false if that overflows. */
bool pt_image_texels(const struct pt_image *image, size_t *count);

/* The region of the whole image for transfers. */
void pt_image_region(const struct pt_image *image, size_t region[3]);

/* The extents of its contents, to be shown: those of all levels are a line. */
void pt_image_shape(const struct pt_image *image, size_t shape[3]);

/* Where a texel is, in its level, which is returned, from its number in x, y, z order. Unused
 * coordinates are 0. */
size_t pt_image_coordinates(const struct pt_image *image, size_t texel, size_t position[3]);

/* Rows in host memory, in bytes. */
struct pt_layout {
    size_t row, rows, slices; /* bytes of a row, rows of a slice */
    size_t row_pitch, slice_pitch;
};

/* Returns the layout of an image with its row and slice pitches (those not given are tight). */
struct pt_layout pt_image_layout(const struct pt_image *image);
/* Returns the layout of the memory that a step reads or writes, with its host pitches. */
struct pt_layout pt_step_layout(const struct pt_step *step);

/* Host memory in that layout: its size, and copies of tightly packed rows into it and out of it. */
size_t pt_layout_size(const struct pt_layout *layout);
void pt_layout_scatter(const struct pt_layout *layout, const void *packed, void *host);
void pt_layout_gather(const struct pt_layout *layout, const void *host, void *packed);

/* The whole of a buffer or image: texels, or bytes, 1, 1. */
void pt_arg_extents(const struct pt_arg *arg, size_t extents[3]);
