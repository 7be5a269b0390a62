/* SPDX-License-Identifier: MIT */
/* image_kind.h: the kinds of image and what creation, and questions before it, check of them. */
#pragma once

#include "driver/clover/memory/memory.h"
#include "driver/clover/platform/platform.h"
#include "driver/pipe.h"

/* A kind of image, with its largest width, height and depth: each the offset of a size in struct
 * clover_device_info, or 0 for a dimension that the kind does not have. */
struct clover_image_kind {
    cl_mem_object_type type;
    enum pipe_target target;
    bool layers;
    size_t limits[3];
};

static inline bool clover_has_height(const struct clover_image_kind *kind)
{
    return kind->limits[1] != 0;
}

static inline bool clover_has_depth(const struct clover_image_kind *kind)
{
    return kind->limits[2] != 0;
}

/* Whether an image has a slice pitch: it is an array, or has depth. */
static inline bool clover_has_slices(const struct clover_image_kind *kind)
{
    return clover_has_depth(kind) || kind->layers;
}

/* The kind of a type (CL_MEM_OBJECT_IMAGE...); NULL: there is none. */
const struct clover_image_kind *clover_image_kind_find(cl_mem_object_type type);
/* All kinds: index from 0 until NULL. */
const struct clover_image_kind *clover_image_kind_at(size_t index);

/* CL_INVALID_IMAGE_DESCRIPTOR where an extent that the kind has is 0, CL_INVALID_IMAGE_SIZE where
 * one is larger than the device's limit. */
cl_int clover_check_image_size(const struct clover_image_kind *kind, const cl_image_desc *desc,
                               const struct clover_device_info *info);
/* Whether kernels can use such images as the flags say, CL_MEM_KERNEL_READ_AND_WRITE among them. */
bool clover_image_supported(cl_context context, const struct clover_image_kind *kind,
                            const cl_image_format *format, cl_mem_flags flags);
