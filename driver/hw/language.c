/* SPDX-License-Identifier: MIT */
/* language.c: the tables of language.def. */
#include "driver/hw/language.h"

#include <assert.h>

#include "driver/base/count.h"

const struct hw_language hw_extensions[] = {
#define EXTENSION(name, major, minor, patch, needs)                                                \
    {#name, major, minor, patch, HW_LANGUAGE_NEEDS_##needs},
#include "driver/hw/language.def"
};
const size_t hw_extension_count = COUNT(hw_extensions);
static_assert(COUNT(hw_extensions) <= 32, "masks of extensions have 32 bits");

const struct hw_language hw_features[] = {
#define FEATURE(name, needs) {#name, 3, 0, 0, HW_LANGUAGE_NEEDS_##needs},
#include "driver/hw/language.def"
};
const size_t hw_feature_count = COUNT(hw_features);

bool hw_language_carried(const struct hw_language *row, bool fp64, bool image_programs_only)
{
    switch (row->needs) {
    case HW_LANGUAGE_NEEDS_FP64:
        return fp64;
    case HW_LANGUAGE_NEEDS_COMPUTE:
    case HW_LANGUAGE_NEEDS_MIPMAPS:
        return !image_programs_only;
    case HW_LANGUAGE_NEEDS_IMAGE_PROGRAMS_ONLY:
        return image_programs_only;
    default:
        return true;
    }
}
