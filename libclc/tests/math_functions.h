/* SPDX-License-Identifier: MIT */
/* math_functions.h: the mathematical functions of OpenCL C, what they should give, and the errors
 * that they may have (OpenCL 1.2, tables 7.1 and 7.2; cl_khr_fp16, "relative error as ULPs"). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef long double real;

/* Ranges of the values besides the special ones. SMALL are those whose exponential is a number,
 * TURNS up to 2^24, TIES often half way between integers. QUOTIENT, of x, makes pairs whose long
 * division is easily wrong. */
enum math_range { ANY, SMALL, POSITIVE, UNIT, INTEGER, TURNS, TIES, QUOTIENT };

enum math_type { MATH_FLOAT, MATH_DOUBLE, MATH_HALF, MATH_TYPES };

/* Bounds: any error, but special numbers must come out; not even those; and for functions that a
 * type does not have. */
#define MATH_UNBOUNDED 1e300
#define MATH_NATIVE    INFINITY
#define MATH_MISSING   (-1)

struct math_function {
    const char *call; /* of x and y; i and f are an int and a number for second results */
    double ulp[MATH_TYPES];
    real (*one)(real x);
    real (*two)(real x, real y); /* if the function has two arguments */
    enum math_range x, y;
    bool any_zero; /* of either sign */
};

extern const struct math_function math_functions[];
extern const size_t math_function_count;

/* The type of the references' results, where that matters. */
extern enum math_type math_type;

/* Rounded to that type. */
real math_rounded(real x);
