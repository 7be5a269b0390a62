/* SPDX-License-Identifier: MIT */
/* requirements.h: what a device asks of images, before they are made
 * (cl_ext_image_requirements_info). */
#pragma once

#include <CL/cl_ext.h>

#include "program-tester/run/run.h"

/* An image as the calls that make one, or ask about one, are told of it. */
struct pt_image_wish {
    cl_mem_flags flags;
    cl_image_format format;
    cl_image_desc desc;
    size_t texel_bytes;
};
struct pt_image_wish pt_image_wish(const struct pt_binding *binding);

/* The function; NULL where the device does not have the extension. */
clGetImageRequirementsInfoEXT_fn pt_requirements_function(const struct pt_runner *runner);

/* The alignments of rows and slices of an image over a buffer, in bytes; 0: the device has no such
 * images. */
struct pt_pitch_alignment {
    size_t row, slice;
};
struct pt_pitch_alignment pt_pitch_alignment(const struct pt_runner *runner,
                                             const struct pt_image_wish *wish);
