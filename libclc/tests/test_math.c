/* SPDX-License-Identifier: MIT */
/* test_math.c: every mathematical function over many values, float and, where the device has them,
 * double and half, against the host's long double (math_functions.c). Of halves each function has
 * one half of all that there are; with ROOTLE_LONG_TESTS=1 it has all. Arguments: the number of
 * rounds of random values, and a pattern of tests to leave out. `ci/accuracy` makes a table of what
 * is printed. */
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"
#include "libclc/tests/math_functions.h"
#include "libclc/tests/math_values.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 14, RANDOM_SEED = 12345, HALF_ROUNDS = 4, BATCH = 8 };

static int rounds = 1;

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
    double worst = 0, bound = f->ulp[math_type];
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

static double storage[COUNT];

static void to_device(const struct type *type, cl_mem buffer, const double *values)
{
    math_store(type, values, COUNT, storage);
    ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, COUNT * type->size, storage, 0, NULL, NULL));
}

static void from_device(const struct type *type, cl_mem buffer, double *values)
{
    read_back(buffer, storage, COUNT * type->size);
    math_load(type, storage, COUNT, values);
}

/* Rounds have a quarter of the halves each, and the first one special pairs, too: each function has
 * that, and one of the others in turn. */
static bool is_left_out(const struct math_function *f, int round)
{
    const char *all = getenv("ROOTLE_LONG_TESTS");
    const int chosen = 1 + (int)((f - math_functions) % (HALF_ROUNDS - 1));

    return math_type == MATH_HALF && round && round != chosen && !(all && !strcmp(all, "1"));
}

/* A program of the kernels k0, k1, ... of BATCH functions from one on, those that the type has: to
 * begin a build takes as long as a function does. */
static cl_program kernels_from(const struct type *type, size_t first)
{
    char source[BATCH * 256 + 256];
    size_t length = (size_t)snprintf(
        source, sizeof source,
        "%s\n#define T %s\n#define T2 %s2\n#define T3 %s3\n#define T4 %s4\n#define U %s\n",
        math_type == MATH_HALF ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable" : "", type->name,
        type->name, type->name, type->name, type->bits);

    for (size_t i = first; i < first + BATCH && i < math_function_count; i++)
        if (math_functions[i].ulp[math_type] != MATH_MISSING)
            length += (size_t)snprintf(
                source + length, sizeof source - length,
                "kernel void k%zu(global T *o, global const T *xs, global const T *ys) { int4 i4;"
                "int id = get_global_id(0), i = id; T f, x = xs[id], y = ys[id]; o[id] = %s; }\n",
                i - first, math_functions[i].call);
    assert_true(length < sizeof source);
    return built("", source);
}

static double run(const struct type *type, const struct math_function *f, cl_kernel kernel)
{
    static double x[COUNT], y[COUNT], actual[COUNT];
    const size_t global = COUNT, local = 64, bytes = COUNT * type->size;
    uint64_t random = RANDOM_SEED;
    double worst = 0;
    const int most = math_type == MATH_HALF && rounds < HALF_ROUNDS ? HALF_ROUNDS : rounds;
    cl_mem buffers[] = {buffer_of(bytes, NULL), buffer_of(bytes, NULL), buffer_of(bytes, NULL)};
    for (cl_uint i = 0; i < 3; i++)
        set(kernel, i, sizeof buffers[i], &buffers[i]);
    for (int round = 0; round < most; round++) {
        if (is_left_out(f, round))
            continue;
        math_fill(type, f, &random, round, COUNT, x, y);
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

static void errors_are_bounded(enum math_type which)
{
    const struct type *type = &math_types[which];
    cl_program program = NULL;
    int failed = 0;
    char name[8];

    math_type = which;
    for (size_t i = 0; i < math_function_count; i++) {
        const struct math_function *f = &math_functions[i];
        if (i % BATCH == 0) {
            if (program)
                ok(clReleaseProgram(program));
            program = kernels_from(type, i);
        }
        double bound = f->ulp[math_type];
        if (bound == MATH_MISSING)
            continue;
        snprintf(name, sizeof name, "k%zu", i % BATCH);
        double worst = run(type, f, kernel_of(program, name));
        print_message("%-6s %-24s %8.3f of %g ulp\n", type->name, f->call, worst, bound);
        failed += worst > bound;
    }
    ok(clReleaseProgram(program));
    assert_int_equal(failed, 0);
}

static void if_device_has(const char *extension, enum math_type type)
{
    char extensions[1024] = "";

    ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL));
    if (!strstr(extensions, extension))
        skip();
    errors_are_bounded(type);
}

static void floats(void **state)
{
    errors_are_bounded(MATH_FLOAT);
}

static void doubles(void **state)
{
    if_device_has("cl_khr_fp64", MATH_DOUBLE);
}

static void halves(void **state)
{
    if_device_has("cl_khr_fp16", MATH_HALF);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(floats), cmocka_unit_test(doubles),
                                       cmocka_unit_test(halves)};

    rounds = argc > 1 ? atoi(argv[1]) : 1;
    if (argc > 2)
        cmocka_set_skip_filter(argv[2]);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
