/* SPDX-License-Identifier: MIT */
/* math.h: what functions of float share, and the vector forms of a function of float (or REAL)
 * whose scalar form is there: a vector is two halves, one of three elements is three scalars.
 * `second` is the element type of the second argument. */
#pragma once

#define OVERLOAD __attribute__((overloadable))

#ifndef REAL
#define REAL float
#endif
#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_(a, b)
#define REALS(width) PASTE(REAL, width)

/* Within an ulp, of a number whose reciprocal is no denormal one, or does not matter then. */
static inline float reciprocal(float x)
{
#pragma clang fp reciprocal(on)
    return 1.0f / x;
}

/* 2^n, n from -126 to 127. */
static inline float power_of_two(int n)
{
    return as_float((n + 127) << 23);
}

/* x 2^n, n from -252 to 254; only the second product rounds where |x| is from 1/2 to 2^24. */
static inline float scale(float x, int n)
{
    int half_n = n >> 1;
    return x * power_of_two(half_n) * power_of_two(n - half_n);
}

#define UNARY_VECTOR(name, width)                                                                  \
    REALS(width) OVERLOAD name(REALS(width) x)                                                     \
    {                                                                                              \
        return (REALS(width))(name(x.lo), name(x.hi));                                             \
    }

#define UNARY_VECTORS(name)                                                                        \
    UNARY_VECTOR(name, 2)                                                                          \
    REALS(3) OVERLOAD name(REALS(3) x)                                                             \
    {                                                                                              \
        return (REALS(3))(name(x.x), name(x.y), name(x.z));                                        \
    }                                                                                              \
    UNARY_VECTOR(name, 4)                                                                          \
    UNARY_VECTOR(name, 8)                                                                          \
    UNARY_VECTOR(name, 16)

#define BINARY_VECTOR(name, width, second)                                                         \
    REALS(width) OVERLOAD name(REALS(width) x, PASTE(second, width) y)                             \
    {                                                                                              \
        return (REALS(width))(name(x.lo, y.lo), name(x.hi, y.hi));                                 \
    }

#define BINARY_VECTORS(name, second)                                                               \
    BINARY_VECTOR(name, 2, second)                                                                 \
    REALS(3) OVERLOAD name(REALS(3) x, PASTE(second, 3) y)                                         \
    {                                                                                              \
        return (REALS(3))(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z));                         \
    }                                                                                              \
    BINARY_VECTOR(name, 4, second)                                                                 \
    BINARY_VECTOR(name, 8, second)                                                                 \
    BINARY_VECTOR(name, 16, second)

/* With a scalar for all elements in the second argument's place. */
#define BINARY_SPLATS(name, second)                                                                \
    BINARY_SPLAT(name, 2, second)                                                                  \
    BINARY_SPLAT(name, 3, second)                                                                  \
    BINARY_SPLAT(name, 4, second)                                                                  \
    BINARY_SPLAT(name, 8, second)                                                                  \
    BINARY_SPLAT(name, 16, second)

#define BINARY_SPLAT(name, width, second)                                                          \
    REALS(width) OVERLOAD name(REALS(width) x, second y)                                           \
    {                                                                                              \
        return name(x, (PASTE(second, width))(y));                                                 \
    }
