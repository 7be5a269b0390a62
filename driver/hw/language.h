/* SPDX-License-Identifier: MIT */
/* language.h: the extensions of OpenCL and the optional features of OpenCL C that chips carry, from
 * one table, which driver and compiler both read. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The capability that a feature requires of a chip. */
enum hw_language_needs {
    HW_LANGUAGE_NEEDS_NOTHING,
    HW_LANGUAGE_NEEDS_COMPUTE, /* kernels that are more than image programs (docs/r500.md) */
    HW_LANGUAGE_NEEDS_FP64,
    HW_LANGUAGE_NEEDS_TRANSLATOR,        /* of SPIR-V: it is a package of its own */
    HW_LANGUAGE_NEEDS_IMAGES_IN_BUFFERS, /* all chips have them, but for ROOTLE_FORMATS=minimal */
    HW_LANGUAGE_NEEDS_ANY_IMAGES_IN_BUFFERS, /* the same of images of all types; OpenCL 3.0 */
    HW_LANGUAGE_NEEDS_MIPMAPS,               /* Evergreen, but for ROOTLE_FORMATS=minimal */
    HW_LANGUAGE_NEEDS_IMAGE_PROGRAMS_ONLY,   /* to run nothing else, which programs are told */
};

struct hw_language {
    const char *name;
    uint8_t major, minor, patch;
    enum hw_language_needs needs;
};

extern const struct hw_language hw_extensions[], hw_features[];
extern const size_t hw_extension_count, hw_feature_count;

/* Whether a chip with or without double precision carries it, which runs image programs alone or
 * all kernels. */
bool hw_language_carried(const struct hw_language *row, bool fp64, bool image_programs_only);
