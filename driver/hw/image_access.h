/* SPDX-License-Identifier: MIT */
/* image_access.h: which image formats the hardware converts, and which kernels do: ROOTLE_FORMATS.
 * Driver and compiler read it here, so that they cannot disagree. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct hw_image_format;

/* How kernels of a device have to access images. */
enum hw_image_access {
    HW_IMAGES_NATIVE,  /* typed: texture units and RATs convert all formats */
    HW_IMAGES_LOWERED, /* raw: images are bound as integers of 32 bits, which kernels convert */
    HW_IMAGES_MIXED,   /* either, which an image says when a kernel runs: ABI_LEVELS_LOWERED */
    HW_IMAGES_COUNT
};

enum { HW_IMAGE_FORMATS = 256 }; /* at most */

struct hw_image_choice {
    enum hw_image_access access;
    bool lowered[HW_IMAGE_FORMATS]; /* by the place of a format in the table */
};

/* Reads the value of ROOTLE_FORMATS (docs/environment.md). A list of all formats, or of none, is
 * what has a name of its own. False with a line in `why` when it is wrong; all is native then. */
bool hw_image_access_read(const char *text, struct hw_image_choice *choice, char *why, size_t room);
/* Whether kernels convert a format of the table. */
bool hw_image_is_lowered(const struct hw_image_choice *choice,
                         const struct hw_image_format *format);
