/* SPDX-License-Identifier: MIT */
/* number.h: reading the numbers of tests. */
#pragma once

#include "program-tester/base/value.h"

enum pt_number_error {
    PT_NUMBER_OK,
    PT_NUMBER_MALFORMED,
    PT_NUMBER_FRACTION, /* not a whole number, for an integer type */
    PT_NUMBER_OCTAL,    /* 010 */
    PT_NUMBER_OVERFLOW,
    PT_NUMBER_SIGN, /* minus, for an unsigned type */
    PT_NUMBER_ERROR_COUNT
};

/* The messages of errors, after "'word' ", e.g. "is out of range". */
extern const char *const pt_number_errors[PT_NUMBER_ERROR_COUNT];

/* Reads a number into *out, an object of the scalar's type. A signed integer may also be written as
 * the unsigned number with the same bits (255 or 0xff for a char of -1). With `piglit`, as Piglit
 * does, numbers out of range are cut to the type's bits (or become inf) and halves are rounded
 * toward zero. */
enum pt_number_error pt_number_parse(struct pt_word word, enum pt_scalar scalar, bool piglit,
                                     void *out);

/* Whether a word can only be meant as a number: digit, sign, point, or nan and inf in any case. */
bool pt_looks_like_number(struct pt_word word);
