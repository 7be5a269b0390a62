/* SPDX-License-Identifier: MIT */
/* device_versions.h: what OpenCL 2.0 to 3.0 ask of platform and device. */
#pragma once

#include "driver/clover/object/info.h"
#include "driver/clover/platform/platform.h"

/* Whether platform and device have OpenCL 3.0 (ROOTLE_CL), else 1.2. */
bool clover_is_new(void);
/* CL_PLATFORM_VERSION and CL_DEVICE_VERSION. */
const char *clover_version_text(void);
/* Returns the rows of hw_extensions that a device with these capabilities lists, 1 << row each.
 * Programs find them as macros. */
uint32_t clover_extensions(const struct pipe_caps *caps);
/* Whether a device has mipmapped images (cl_khr_mipmap_image), and images of all kinds in buffers
 * (cl_ext_image_from_buffer), for the version of OpenCL that it answers with. */
bool clover_has_mipmaps(const struct pipe_caps *caps);
bool clover_has_images_in_buffers(const struct pipe_caps *caps);
/* The alignment in bytes of a buffer's host memory where an image lies in it. */
enum { CLOVER_IMAGE_BASE_ALIGNMENT = 4 };
/* CL_DEVICE_EXTENSIONS: their names. */
void clover_extensions_describe(const struct pipe_caps *caps, char text[CLOVER_EXTENSIONS_SIZE]);
/* Answers to the queries that OpenCL 1.2 does not know; CL_INVALID_VALUE for another name, or for
 * all if the version is 1.2. */
cl_int clover_device_answer_new(cl_device_id device, cl_device_info name, struct clover_answer to);
cl_int clover_platform_answer_new(cl_platform_info name, struct clover_answer to);
