/* SPDX-License-Identifier: MIT */
/* copy.h: moving bytes between memory objects and host memory, with boxes and pitches. */
#pragma once

#include "driver/clover/memory/memory.h"

/* How much: a box of rows of bytes. */
struct clover_extent {
    size_t bytes, rows, slices;
};

/* One end of a copy: a place in a memory object or in host memory. */
struct clover_end {
    cl_mem mem; /* NULL: host memory */
    char *host; /* first byte */
    struct pipe_box box;
    size_t row_pitch, slice_pitch; /* of host memory and buffers; an image has the driver's */
};

/* An opened end: memory that the processor can reach. */
struct clover_span {
    struct pipe_transfer *transfer; /* NULL: host memory */
    char *data;
    size_t row_pitch, slice_pitch;
};

struct clover_end clover_end_host(void *pointer, size_t row_pitch, size_t slice_pitch);
/* The extent's bytes at `offset` of a buffer; pitches as in clEnqueue*BufferRect. */
struct clover_end clover_end_buffer(cl_mem buffer, size_t offset, size_t row_pitch,
                                    size_t slice_pitch, struct clover_extent extent);
/* Origin and region as in clEnqueue*Image. A layer of a 1D array is a row to the extent. */
struct clover_end clover_end_image(cl_mem image, const size_t origin[3], const size_t region[3]);
struct clover_extent clover_extent_image(cl_mem image, const size_t region[3]);
/* Bytes from the first to the last of such memory. */
size_t clover_extent_span(struct clover_extent extent, size_t row_pitch, size_t slice_pitch);
/* Whether memory of these pitches has an end that pointers reach. A pitch that leads to no row or
 * slice, which may be any, becomes that of memory without gaps, as pointers may be moved by it. */
bool clover_extent_is_reached(struct clover_extent extent, size_t *row_pitch, size_t *slice_pitch);

/* CL_SUCCESS, or CL_OUT_OF_RESOURCES with the driver's message reported to the context. */
cl_int clover_copy(cl_context context, struct pipe_context *pipe, const struct clover_end *to,
                   const struct clover_end *from, struct clover_extent extent);
/* Ends what the context's launches do to a place that the host uses as its own (PIPE_MAP_READ), or
 * has written (PIPE_MAP_WRITE). */
cl_int clover_reach(cl_context context, struct pipe_context *pipe, const struct clover_end *end,
                    unsigned usage);
cl_int clover_fill(cl_context context, struct pipe_context *pipe, const struct clover_end *to,
                   struct clover_extent extent, const void *pattern, size_t pattern_bytes);
