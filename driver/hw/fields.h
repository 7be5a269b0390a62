/* SPDX-License-Identifier: MIT */
/* fields.h: bit fields of words. A list of F(WORD, FIELD, low bit, width) makes enumerators
 * HW_WORD_FIELD_LO and HW_WORD_FIELD_WIDTH; these macros take them by name. HW_GET(word, CF_WORD1,
 * COUNT) reads one, HW_SET(CF_WORD1, COUNT, value) makes its bits, HW_FITS says whether a value can
 * be encoded. */
#pragma once

#include <stdint.h>

/* The lowest `width` bits, 1 to 32; a constant expression. */
#define HW_MASK(width) (0xffffffffu >> (32 - (width)))

#define HW_GET(value, word, field)                                                                 \
    ((uint32_t)(value) >> HW_##word##_##field##_LO & HW_MASK(HW_##word##_##field##_WIDTH))
#define HW_SET(word, field, value)                                                                 \
    (((uint32_t)(value) & HW_MASK(HW_##word##_##field##_WIDTH)) << HW_##word##_##field##_LO)
#define HW_FITS(word, field, value) ((uint32_t)(value) <= HW_MASK(HW_##word##_##field##_WIDTH))
