/* SPDX-License-Identifier: MIT */
/* limit.h: what the benchmark's kernels are held against: the same work as C with vectors, as a
 * person would write it for the processor alone. It stands behind the few OpenCL functions that the
 * benchmark calls (cl.c), so that inputs, clocks and checks of results are the same. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A buffer, or an image of RGBA bytes or floats, whose rows and slices have no padding. */
struct limit_memory {
    size_t width, height, depth, texel; /* 0: a buffer */
    size_t levels;                      /* each half as wide and high as the one before it */
    size_t bytes;
    void *data;
};

/* Where a level begins, in bytes; where all of them end. */
static inline size_t limit_level(const struct limit_memory *image, size_t level)
{
    size_t texels = 0;
    for (size_t i = 0; i < level; i++)
        texels += (image->width >> i) * (image->height >> i) * image->depth;
    return texels * image->texel;
}

enum { LIMIT_ARGUMENTS = 8 };

struct limit_launch {
    size_t width, height; /* work-items */
    struct limit_memory *memory[LIMIT_ARGUMENTS];
    union {
        uint32_t number;
        float real;
        int32_t pair[2];
    } value[LIMIT_ARGUMENTS];
};

/* A kernel's work, of rows first to end - 1 of a launch of several rows, else of such work-items.
 */
typedef void (*limit_fn)(const struct limit_launch *launch, size_t first, size_t end);

struct limit_kernel {
    const char *name; /* of kernels.cl or programs.cl */
    limit_fn run;
};

extern const struct limit_kernel limit_images[], limit_numbers[]; /* each ends with a NULL */
