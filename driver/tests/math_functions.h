/* SPDX-License-Identifier: MIT */
/* math_functions.h: the mathematical functions of OpenCL C, what they should give, and the errors
 * that they may have (OpenCL 1.2, tables 7.1 and 7.2). */
#ifndef ROOTLE_DRIVER_TESTS_MATH_FUNCTIONS_H
#define ROOTLE_DRIVER_TESTS_MATH_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef long double real;

/* Ranges of the values besides the special ones. SMALL are those whose exponential is a number,
 * TURNS up to 2^24. */
enum math_range { ANY, SMALL, POSITIVE, UNIT, INTEGER, TURNS };

/* Bounds: any error, but special numbers must come out; not even those; and for functions that a
 * type does not have. */
#define MATH_UNBOUNDED 1e300
#define MATH_NATIVE    INFINITY
#define MATH_MISSING   (-1)

struct math_function {
    const char *call; /* of x and y; i and f are an int and a number for second results */
    double ulp[2];    /* of float and of double */
    real (*one)(real x);
    real (*two)(real x, real y); /* if the function has two arguments */
    enum math_range x, y;
    bool any_zero; /* of either sign */
};

extern const struct math_function math_functions[];
extern const size_t math_function_count;

/* The type of the references' results, where that matters. */
extern bool math_is_double;

/* Rounded to that type. */
real math_rounded(real x);

#endif
