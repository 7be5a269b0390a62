/* SPDX-License-Identifier: MIT */
/* test_remainders.c: fmod, remainder and remquo of float and double where long division is easily
 * wrong: quotients half way between integers and beside, divisors that are denormal, exponents as
 * far apart as they can be, numbers at the limits of the types. Expected values come from the
 * host's functions of long double: glibc 2.36's remainder() of double is wrong for some quotients
 * that are half way. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/tests/device_fixture.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 14, RANDOM_SEED = 999 };

/* Numbers of a type are mantissa * 2^exponent. */
struct type {
    const char *name;
    unsigned bits; /* of mantissas */
    int min_exponent, max_exponent;
};

static const struct type types[] = {{"float", 24, -149, 104}, {"double", 53, -1074, 971}};

/* ---- values ---- */

static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static int between(uint64_t *state, int low, int high)
{
    return low + (int)(next_random(state) % (uint64_t)(high - low + 1));
}

static double any_number(uint64_t *state, const struct type *type, int low, int high)
{
    uint64_t mantissa = next_random(state) >> between(state, 64 - (int)type->bits, 63);
    return ldexp((double)mantissa, between(state, low, high));
}

/* Some units of the last place more or less, if the type has that number. */
static double beside(uint64_t *state, const struct type *type, double x)
{
    if (type->bits == 53)
        return nextafter(x, next_random(state) & 1 ? INFINITY : -INFINITY);
    return (double)nextafterf((float)x, next_random(state) & 1 ? INFINITY : -INFINITY);
}

/* A multiple of half of the divisor, which has less than half of the mantissa's bits. */
static void fill_halves(uint64_t *state, const struct type *type, double *x, double *y)
{
    int half = (int)type->bits / 2;
    double divisor = (double)(next_random(state) >> (65 - half));
    double twice = (double)(next_random(state) >> between(state, 64 - half, 63));
    int exponent = between(state, type->min_exponent + 1, type->max_exponent - 1);

    *y = ldexp(divisor, exponent);
    *x = ldexp(divisor * twice, exponent - 1);
}

static void fill_pair(uint64_t *state, const struct type *type, double *x, double *y)
{
    int low = type->min_exponent, high = type->max_exponent;

    switch (next_random(state) % 6) {
    case 0:
        *x = any_number(state, type, low, high);
        *y = any_number(state, type, low, high);
        break;
    case 1:
        fill_halves(state, type, x, y);
        break;
    case 2:
        fill_halves(state, type, x, y);
        *x = beside(state, type, *x);
        break;
    case 3:
        *x = any_number(state, type, low, high);
        *y = any_number(state, type, low, low);
        break;
    case 4: /* quotients of about 1/2, 1 and 2 */
        *y = any_number(state, type, low + 1, high - 1);
        *x = beside(state, type, ldexp(*y, between(state, -1, 1)));
        break;
    default:
        *x = any_number(state, type, high - 2, high);
        *y = any_number(state, type, low, low + 20);
        break;
    }
}

static double sign_of(uint64_t *state)
{
    return next_random(state) & 1 ? -1 : 1;
}

/* All pairs of limits, then others. */
static void fill(const struct type *type, double *x, double *y)
{
    int low = type->min_exponent, high = type->max_exponent, bits = (int)type->bits;
    const double limits[] = {0,
                             INFINITY,
                             NAN,
                             ldexp(1, low),
                             ldexp(3, low),
                             ldexp(1, low + bits - 1),
                             ldexp(1, low + bits - 1) - ldexp(1, low),
                             1,
                             ldexp(1, bits - 1),
                             ldexp(1, high + bits - 1),
                             ldexp(ldexp(1, bits) - 1, high)};
    enum { LIMITS = COUNT(limits) };
    uint64_t state = RANDOM_SEED;

    for (int i = 0; i < COUNT; i++) {
        x[i] = limits[i % LIMITS];
        y[i] = limits[i / LIMITS % LIMITS];
        if (i >= LIMITS * LIMITS)
            fill_pair(&state, type, &x[i], &y[i]);
        x[i] *= sign_of(&state);
        y[i] *= sign_of(&state);
    }
}

/* ---- references ---- */

static double fmod_ref(double x, double y)
{
    return (double)fmodl(x, y);
}

/* IEEE 754, 5.3.1: a remainder of zero has the sign of x. */
static double remainder_ref(double x, double y)
{
    double rest = (double)remainderl(x, y);
    return rest == 0 ? copysign(0, x) : rest;
}

/* OpenCL 1.2, table 6.8: the seven lowest bits of the quotient, with its sign; here none where
 * there is no remainder. Multiples of 128 y are taken off first, which leaves those bits. */
static double quotient_ref(double x, double y)
{
    if (isnan(remainderl(x, y)) || isinf(y))
        return 0;
    long double part = fmodl(fabsl(x), 128 * fabsl(y));
    int quotient = (int)((part - remainderl(part, fabsl(y))) / fabsl(y)) & 0x7f;
    return signbit(x) == signbit(y) || quotient == 0 ? quotient : -quotient;
}

static const struct function {
    const char *call;
    double (*reference)(double x, double y);
} functions[] = {
    {"fmod(x, y)", fmod_ref},
    {"remainder(x, y)", remainder_ref},
    {"remquo(x, y, &i)", remainder_ref},
    {"(remquo(x, y, &i), i)", quotient_ref},
    /* Vectors, with other numbers before and behind. */
    {"fmod((T2)(y, x), (T2)(x, y)).y", fmod_ref},
    {"remainder((T3)(1, y, x), (T3)(3, x, y)).z", remainder_ref},
    {"(remquo((T4)(1, x, y, 5), (T4)(3, y, x, 2), &i4), i4.y)", quotient_ref},
};

/* ---- running ---- */

static void run(const struct type *type, const char *call, double *x, double *y, double *actual)
{
    const size_t global = COUNT, local = 64, bytes = COUNT * sizeof(double);
    char source[512];

    snprintf(source, sizeof source,
             "#define T %s\n#define T2 %s2\n#define T3 %s3\n#define T4 %s4\n"
             "kernel void k(global double *o, global const double *xs, global const double *ys)"
             "{ int i; int4 i4; size_t id = get_global_id(0); T x = xs[id], y = ys[id];"
             "  o[id] = %s; }",
             type->name, type->name, type->name, type->name, call);
    cl_kernel kernel = build(source);
    cl_mem buffers[] = {buffer_of(bytes, NULL), buffer_of(bytes, x), buffer_of(bytes, y)};
    launch_result(kernel, buffers, 3, global, local, actual, bytes);
}

static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : memcmp(&a, &b, sizeof a) == 0;
}

static int mistakes_of(const struct type *type, const struct function *f)
{
    static double x[COUNT], y[COUNT], actual[COUNT];
    int mistakes = 0;

    fill(type, x, y);
    run(type, f->call, x, y, actual);
    for (int i = 0; i < COUNT; i++) {
        double want = f->reference(x[i], y[i]);
        if (!same(actual[i], want) && mistakes++ < 5)
            print_message("%s of %s x = %a, y = %a: %a, expected %a\n", f->call, type->name, x[i],
                          y[i], actual[i], want);
    }
    return mistakes;
}

static void remainders_are_exact(void **state)
{
    int failed = 0;

    (void)state;
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t f = 0; f < COUNT(functions); f++)
            failed += mistakes_of(&types[t], &functions[f]) != 0;
    assert_int_equal(failed, 0);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, remainders_are_exact);
}
