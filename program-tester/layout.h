/* SPDX-License-Identifier: MIT */
/* layout.h: the six image types: which extents each has, and where its texels are. */
#ifndef PT_LAYOUT_H
#define PT_LAYOUT_H

#include "program-tester/plan.h"

struct pt_image_kind {
    const char *name;
    cl_mem_object_type type;
    bool has_height, has_depth, has_layers;
    unsigned dimensions; /* of region and origin, layers included */
};

const struct pt_image_kind *pt_image_kind_find(struct pt_word name);
const struct pt_image_kind *pt_image_kind(cl_mem_object_type type);

/* Texels of the whole image; false if that overflows. */
bool pt_image_texels(const struct pt_image *image, size_t *count);

/* The region of the whole image for transfers. */
void pt_image_region(const struct pt_image *image, size_t region[3]);

/* Where a texel is, from its number in x, y, z order. Unused coordinates are 0. */
void pt_image_coordinates(const struct pt_image *image, size_t texel, size_t position[3]);

/* Host memory of an image with its row and slice pitches (those not given are tight): its size, and
 * a copy of tightly packed texels into it. */
size_t pt_image_host_size(const struct pt_image *image);
void pt_image_to_host(const struct pt_image *image, const void *texels, void *host);

#endif
