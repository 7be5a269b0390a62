/* SPDX-License-Identifier: MIT */
/* image_over.h: images over the memory of buffers and of other images. */
#pragma once

#include "driver/clover/memory/image_kind.h"

/* Return alignments of pitches in a buffer, in bytes, powers of two. */
size_t clover_row_pitch_alignment(const struct clover_image_kind *kind, size_t texel_bytes);
size_t clover_slice_pitch_alignment(const struct clover_image_kind *kind, size_t texel_bytes);

/* How an image of checked extents lies in a buffer, in bytes: the pitches of the description, or
 * those of memory without gaps; 0 for a slice pitch that the kind does not have. */
struct clover_image_span {
    size_t row_pitch, slice_pitch, size;
    bool valid; /* pitches hold what they must, and the size is no larger than a size_t */
};
struct clover_image_span clover_image_span(const struct clover_image_kind *kind,
                                           const cl_image_desc *desc, size_t texel_bytes);

/* Checks what a description of checked extents says of another memory object, which it may or must
 * name, and lets the image inherit that one's flags. */
cl_int clover_check_backing(cl_context context, const struct clover_image_kind *kind,
                            const cl_image_format *format, const cl_image_desc *desc,
                            cl_mem_flags *flags);
