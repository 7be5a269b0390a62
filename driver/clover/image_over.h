/* SPDX-License-Identifier: MIT */
/* image_over.h: images over the memory of buffers and of other images. */
#ifndef ROOTLE_CLOVER_IMAGE_OVER_H
#define ROOTLE_CLOVER_IMAGE_OVER_H

#include "driver/clover/image_kind.h"

/* Whether images of all kinds can lie in buffers (cl_ext_image_from_buffer). */
bool clover_has_images_in_buffers(const struct pipe_caps *caps);

/* Return alignments in bytes, powers of two: of row pitches in a buffer, and of a buffer's host
 * memory where an image lies in it. */
size_t clover_row_pitch_alignment(const struct clover_image_kind *kind, size_t texel_bytes);
size_t clover_slice_pitch_alignment(const struct clover_image_kind *kind, size_t texel_bytes);
enum { CLOVER_IMAGE_BASE_ALIGNMENT = 4 };

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

#endif
