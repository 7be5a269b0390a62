/* SPDX-License-Identifier: MIT */
/* test_math.c: every mathematical function over many values, float and, where the device has it,
 * double, against the host's long double (math_functions.c). An argument is the number of rounds of
 * random values; `ci/accuracy` makes a table of what is printed. */
#include "driver/base/count.h"
#include "driver/tests/device_fixture.h"
#include "driver/tests/math_functions.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 14, RANDOM_SEED = 12345 };

static const struct type {
    const char *name, *bits;
    size_t size;
    int digits, min_exponent, max_exponent; /* numbers are below 2^max_exponent */
    double largest, least, small;           /* `small` is the range of SMALL numbers */
} types[] = {{"float", "uint", sizeof(float), 24, -149, 128, FLT_MAX, FLT_MIN, 160},
             {"double", "ulong", sizeof(double), 53, -1074, 1024, DBL_MAX, DBL_MIN, 1100}};

static int rounds = 1;

/* ---- values ---- */

static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Rounded to the type. */
static double of_type(const struct type *type, double x)
{
    return type->size == sizeof(float) ? (double)(float)x : x;
}

static double any_bits(const struct type *type, uint64_t bits)
{
    double wide;
    float narrow;
    uint32_t low = (uint32_t)bits;

    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &low, sizeof narrow);
    return type->size == sizeof narrow ? (double)narrow : wide;
}

static double random_value(const struct type *type, uint64_t *state, enum math_range range)
{
    uint64_t bits = next_random(state);
    double fraction = of_type(type, (double)(int64_t)next_random(state) * 0x1p-63);

    switch (range) {
    case SMALL:
        return of_type(type, fraction * (bits & 1 ? type->small : bits & 2 ? 8 : 1));
    case UNIT:
        return bits & 1 ? fraction : ldexp(fraction, -(int)(bits >> 1 & 31));
    case INTEGER:
        return (double)((int)(bits % 301) - 150);
    case TURNS:
        return ldexp(fraction, (int)(bits % 25));
    case POSITIVE:
        return fabs(any_bits(type, bits));
    case ANY:
        break;
    }
    return any_bits(type, bits);
}

/* Both signs of these. */
static void add_specials(const struct type *type, double *values, int *count)
{
    const double unit = ldexp(1, type->digits - 1);
    /* clang-format off */
    const double sizes[] = {
        0, 1, 0.5, 1.5, 2, 2.5, 3, INFINITY, NAN, type->largest, type->least,
        ldexp(1, type->min_exponent), type->least - ldexp(1, type->min_exponent),
        1 - 0.5 / unit, 1 + 1 / unit, unit, unit + 1, 2 * unit, 0x1p31, M_PI / 2, M_PI, 88.75, 103.9,
        128, 149, 35.05, 171.5, 709.75, 745.5, 1024, 1074.5,
    };
    /* clang-format on */

    *count = 0;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        values[(*count)++] = of_type(type, sizes[i]);
        values[(*count)++] = -of_type(type, sizes[i]);
    }
}

/* All pairs of special values come first, in the first round. */
static void fill(const struct type *type, const struct math_function *f, uint64_t *state, int round,
                 double *x, double *y)
{
    double specials[64];
    int count;

    add_specials(type, specials, &count);
    for (int i = 0; i < COUNT; i++) {
        bool special = round == 0 && i < count * count;
        x[i] = special ? specials[i / count] : random_value(type, state, f->x);
        y[i] = special && f->y != INTEGER ? specials[i % count] : random_value(type, state, f->y);
    }
}

/* ---- errors ---- */

/* Infinity counts as the number after the largest, so that overflow may round either way. */
static real clamp_to_range(const struct type *type, real value)
{
    real end = ldexpl(1, type->max_exponent);
    return fabsl(value) >= end ? copysignl(end, value) : value;
}

/* The error in units in the last place; infinite when one of the two is NaN, or where a zero has
 * the wrong sign. */
static double error_of(const struct type *type, const struct math_function *f, double actual,
                       real expected)
{
    if (isnan(expected) || isnan(actual))
        return isnan(expected) && isnan(actual) ? 0 : INFINITY;
    if (expected == 0 && actual == 0)
        return f->any_zero || !signbit(actual) == !signbit(expected) ? 0 : INFINITY;
    if (isinf(expected))
        return actual == (double)expected ? 0 : INFINITY;
    real want = clamp_to_range(type, expected);
    int least = type->min_exponent + type->digits - 1, most = type->max_exponent - 1;
    int exponent = want == 0 || ilogbl(want) < least ? least : ilogbl(want);
    exponent = exponent > most ? most : exponent;
    return (double)(fabsl(clamp_to_range(type, actual) - want) /
                    ldexpl(1, exponent - type->digits + 1));
}

static real expected_of(const struct math_function *f, double bound, double x, double y)
{
    real value = f->one ? f->one(x) : f->two(x, y);
    return bound == 0 ? math_rounded(value) : value;
}

static double worst_error(const struct type *type, const struct math_function *f, const double *x,
                          const double *y, const double *actual)
{
    double worst = 0, bound = f->ulp[math_is_double];
    int shown = 0;

    for (int i = 0; i < COUNT; i++) {
        real expected = expected_of(f, bound, x[i], y[i]);
        double error = error_of(type, f, actual[i], expected);
        if (error > bound && shown++ < 3)
            print_message("%s %s: x = %a, y = %a: expected %a, got %a (%g ulp)\n", type->name,
                          f->call, x[i], y[i], (double)expected, actual[i], error);
        worst = error > worst ? error : worst;
    }
    return worst;
}

/* ---- running ---- */

static void to_device(const struct type *type, cl_mem buffer, const double *values)
{
    static float narrow[COUNT];
    const void *data = values;

    for (int i = 0; i < COUNT; i++)
        narrow[i] = (float)values[i];
    if (type->size == sizeof *narrow)
        data = narrow;
    ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, COUNT * type->size, data, 0, NULL, NULL));
}

static void from_device(const struct type *type, cl_mem buffer, double *values)
{
    static float narrow[COUNT];

    read_back(buffer, type->size == sizeof *narrow ? (void *)narrow : values, COUNT * type->size);
    for (int i = 0; i < COUNT && type->size == sizeof *narrow; i++)
        values[i] = (double)narrow[i];
}

static double run(const struct type *type, const struct math_function *f)
{
    static double x[COUNT], y[COUNT], actual[COUNT];
    const size_t global = COUNT, local = 64, bytes = COUNT * type->size;
    uint64_t random = RANDOM_SEED;
    double worst = 0;
    char source[512];

    snprintf(source, sizeof source,
             "#define T %s\n#define U %s\n"
             "kernel void k(global T *o, global const T *xs, global const T *ys)"
             "{ int id = get_global_id(0), i = id; T f, x = xs[id], y = ys[id]; o[id] = %s; }",
             type->name, type->bits, f->call);
    cl_kernel kernel = build(source);
    cl_mem buffers[] = {buffer_of(bytes, NULL), buffer_of(bytes, NULL), buffer_of(bytes, NULL)};
    for (cl_uint i = 0; i < 3; i++)
        set(kernel, i, sizeof buffers[i], &buffers[i]);
    for (int round = 0; round < rounds; round++) {
        fill(type, f, &random, round, x, y);
        to_device(type, buffers[1], x);
        to_device(type, buffers[2], y);
        ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        from_device(type, buffers[0], actual);
        worst = fmax(worst, worst_error(type, f, x, y, actual));
    }
    for (int i = 0; i < 3; i++)
        ok(clReleaseMemObject(buffers[i]));
    ok(clReleaseKernel(kernel));
    return worst;
}

static void errors_are_bounded(const struct type *type)
{
    int failed = 0;

    math_is_double = type->size == sizeof(double);
    for (size_t i = 0; i < math_function_count; i++) {
        const struct math_function *f = &math_functions[i];
        double bound = f->ulp[math_is_double];
        if (bound == MATH_MISSING)
            continue;
        double worst = run(type, f);
        print_message("%-6s %-24s %8.3f of %g ulp\n", type->name, f->call, worst, bound);
        failed += worst > bound;
    }
    assert_int_equal(failed, 0);
}

static void floats(void **state)
{
    (void)state;
    errors_are_bounded(&types[0]);
}

static void doubles(void **state)
{
    char extensions[1024] = "";

    (void)state;
    ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL));
    if (!strstr(extensions, "cl_khr_fp64"))
        skip();
    errors_are_bounded(&types[1]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(floats), cmocka_unit_test(doubles)};

    rounds = argc > 1 ? atoi(argv[1]) : 1;
    return cmocka_run_group_tests(tests, open_device, close_device);
}
