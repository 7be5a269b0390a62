/* SPDX-License-Identifier: MIT */
/* math_values.h: numbers of a type that functions are tried with. */
#pragma once

#include <stdint.h>

#include "libclc/tests/math_functions.h"

struct type {
    const char *name, *bits;
    size_t size;
    int digits, min_exponent, max_exponent; /* numbers are below 2^max_exponent */
    double largest, least, small;           /* `small` is the range of SMALL numbers */
};

extern const struct type math_types[MATH_TYPES];

/* Numbers as a type has them in memory. */
void math_store(const struct type *type, const double *values, int count, void *data);
void math_load(const struct type *type, const void *data, int count, double *values);

/* Fills both with `count` numbers of a round: all pairs of special numbers come first, in the first
 * round; then random ones of the function's ranges. Of halves, x has every one in four rounds. */
void math_fill(const struct type *type, const struct math_function *f, uint64_t *state, int round,
               int count, double *x, double *y);
