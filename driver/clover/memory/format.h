/* SPDX-License-Identifier: MIT */
/* format.h: OpenCL image formats as the specification defines them:
 * validity, texel size, packing. */
#pragma once

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>

enum { CLOVER_MAX_TEXEL_BYTES = 16 };

/* Whether the specification allows this pair (OpenCL 3.0, 5.3.1.1). */
bool clover_format_valid(const cl_image_format *format);
/* Whether images of the type can have this valid format: depth images have two dimensions (OpenCL
 * C 3.0, image2d_depth_t and image2d_array_depth_t). */
bool clover_format_fits(const cl_image_format *format, cl_mem_object_type type);
/* Whether ROOTLE_WITHOUT_ORDERS names its order, so that no image has it. */
bool clover_format_left_out(const cl_image_format *format);
/* Bytes of a texel of a valid format. */
size_t clover_format_bytes(const cl_image_format *format);
/* Makes a texel from a fill colour: four floats, cl_ints or cl_uints as the data type asks; of
 * a depth image one float. */
void clover_format_pack(const cl_image_format *format, const void *color, void *texel);
