/* SPDX-License-Identifier: MIT */
/* test_half.c: cl_khr_fp16: all halves, or many pairs and triples of them, through arithmetic and
 * conversions. Exact results come from integers of 128 bits, which hold sums of products of halves,
 * and from double. test_math.c has the functions. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HALVES = 1 << 16, MANTISSA = 0x3ff, INFINITE = 0x7c00, SIGN = 0x8000 };

static uint16_t all[HALVES], second[HALVES], third[HALVES];

static double value_of(uint16_t bits)
{
    _Float16 half;

    memcpy(&half, &bits, sizeof half);
    return (double)half;
}

static bool is_nan(uint16_t bits)
{
    return (bits & (SIGN - 1)) > INFINITE;
}

/* ---- rounding ---- */

enum mode { TO_EVEN, TO_ZERO, UP, DOWN };

/* A magnitude of `units` of 2^-48, and whether there is more behind them, as a half. */
static uint16_t round_units(unsigned __int128 units, bool negative, enum mode mode)
{
    const bool away = (mode == UP && !negative) || (mode == DOWN && negative);
    int exponent = 1; /* of numbers without leading bit; a unit in the last place is 2^-24 then */
    unsigned __int128 unit = (unsigned __int128)1 << 24;

    while (units / unit >= 2 * (MANTISSA + 1)) {
        unit *= 2;
        exponent++;
    }
    uint32_t places = (uint32_t)(units / unit);
    const unsigned __int128 rest = units % unit;
    if (mode == TO_EVEN)
        places += rest > unit / 2 || (rest == unit / 2 && places % 2);
    else
        places += away && rest;
    /* A carry goes on into the exponent. */
    uint32_t bits = ((uint32_t)(exponent - 1) << 10) + places;
    if (bits >= INFINITE)
        bits = mode == TO_EVEN || away ? INFINITE : INFINITE - 1;
    return (uint16_t)(bits | (negative ? SIGN : 0));
}

static __int128 units_of(uint16_t bits)
{
    return (__int128)ldexp(value_of(bits), 24) * (1 << 24);
}

/* The half nearest to a * b + c; all are finite. */
static uint16_t exact_fma(uint16_t a, uint16_t b, uint16_t c)
{
    const __int128 product = (__int128)ldexp(value_of(a), 24) * (__int128)ldexp(value_of(b), 24);
    const __int128 sum = product + units_of(c);
    const bool negative = (a ^ b) & SIGN;

    if (sum == 0) /* -0 of two that are negative, or of nothing at all */
        return negative && (c & SIGN) && product == 0 ? SIGN
               : product == 0 && units_of(c) == 0     ? (negative && (c & SIGN) ? SIGN : 0)
                                                      : 0;
    return round_units((unsigned __int128)(sum < 0 ? -sum : sum), sum < 0, TO_EVEN);
}

/* The half of a number that a double holds with at least 24 bits to spare: quotients and roots of
 * halves are as good as exact for rounding. */
static uint16_t nearest(double x)
{
    _Float16 half = (_Float16)x;
    uint16_t bits;

    memcpy(&bits, &half, sizeof bits);
    return bits;
}

/* ---- running ---- */

#define ENABLE "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"

/* Runs kernel `name` on three arrays of halves; results of `size` bytes each. */
static void *run(cl_program program, const char *name, size_t size)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    const size_t global = HALVES;
    void *results = calloc(HALVES, size);

    ok(error);
    cl_mem out = buffer_of(HALVES * size, NULL),
           in[] = {buffer_of(sizeof all, all), buffer_of(sizeof second, second),
                   buffer_of(sizeof third, third)};
    set(kernel, 0, sizeof out, &out);
    for (cl_uint i = 0; i < 3; i++)
        set(kernel, i + 1, sizeof in[i], &in[i]);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    read_back(out, results, HALVES * size);
    ok(clReleaseMemObject(out));
    for (cl_uint i = 0; i < 3; i++)
        ok(clReleaseMemObject(in[i]));
    ok(clReleaseKernel(kernel));
    return results;
}

#define KERNEL(name, type, expression)                                                             \
    "kernel void " name "(global " type " *o, global const half *a, global const half *b,"         \
    " global const half *c) { size_t i = get_global_id(0); half x = a[i], y = b[i], z = c[i];"     \
    " o[i] = " expression "; }\n"

/* All halves in each of the first arguments; the others by steps that meet all, with neighbours of
 * what cancels among them. */
static int fill(void **state)
{
    uint32_t random = 1;

    for (uint32_t i = 0; i < HALVES; i++) {
        random = random * 1664525u + 1013904223u;
        all[i] = (uint16_t)i;
        second[i] = (uint16_t)(i % 3 ? random >> 16 : (i ^ SIGN) + random % 5);
        third[i] =
            (uint16_t)(i % 5 ? random >> 8
                             : nearest(-value_of(all[i]) * value_of(second[i])) + random % 3);
    }
    return open_device(state);
}

static void check(const char *name, uint32_t i, uint16_t got, uint16_t expected)
{
    if (got != expected && !(is_nan(got) && is_nan(expected)))
        fail_msg("%s of %#x, %#x, %#x: %#x, expected %#x", name, all[i], second[i], third[i], got,
                 expected);
}

/* ---- arithmetic ---- */

static bool all_finite(uint32_t i, bool with_third)
{
    return isfinite(value_of(all[i])) && isfinite(value_of(second[i])) &&
           (!with_third || isfinite(value_of(third[i])));
}

static void arithmetic(void **state)
{
    static const char source[] = ENABLE KERNEL("add", "half", "x + y")
        KERNEL("sub", "half", "x - y") KERNEL("mul", "half", "x * y") KERNEL("div", "half", "x / y")
            KERNEL("neg", "half", "-x") KERNEL("root", "half", "sqrt(x)")
                KERNEL("fused", "half", "fma(x, y, z)") KERNEL("apart", "half", "x * y + z");
    const uint16_t one = 0x3c00;
    cl_program program = built("", source);
    uint16_t *add = run(program, "add", 2), *sub = run(program, "sub", 2),
             *mul = run(program, "mul", 2), *div = run(program, "div", 2),
             *neg = run(program, "neg", 2), *root = run(program, "root", 2),
             *fused = run(program, "fused", 2), *apart = run(program, "apart", 2);

    for (uint32_t i = 0; i < HALVES; i++) {
        const double x = value_of(all[i]), y = value_of(second[i]), z = value_of(third[i]);
        const bool finite = all_finite(i, false);
        check("x + y", i, add[i], finite ? exact_fma(all[i], one, second[i]) : nearest(x + y));
        check("x - y", i, sub[i],
              finite ? exact_fma(all[i], one, second[i] ^ SIGN) : nearest(x - y));
        check("x * y", i, mul[i], nearest(x * y)); /* exact as double */
        check("x / y", i, div[i], nearest(x / y));
        check("-x", i, neg[i], all[i] ^ SIGN);
        check("sqrt(x)", i, root[i], nearest(sqrt(x)));
        check("fma(x, y, z)", i, fused[i],
              all_finite(i, true) ? exact_fma(all[i], second[i], third[i]) : nearest(x * y + z));
        /* Rounded after each operation, or once. */
        if (all_finite(i, true) && isfinite(value_of(mul[i])) &&
            apart[i] != exact_fma(all[i], second[i], third[i]))
            check("x * y + z", i, apart[i], exact_fma(mul[i], one, third[i]));
    }
    free(add), free(sub), free(mul), free(div), free(neg), free(root), free(fused), free(apart);
    ok(clReleaseProgram(program));
}

static void comparisons(void **state)
{
    static const char source[] = ENABLE KERNEL(
        "operators", "int",
        "(x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x >= y) << 4 | (x > y) << 5")
        KERNEL("functions", "int",
               "isless(x, y) | islessequal(x, y) << 1 | isequal(x, y) << 2 |"
               "isnotequal(x, y) << 3 | isgreaterequal(x, y) << 4 | isgreater(x, y) << 5 |"
               "isordered(x, y) << 6 | isfinite(x) << 7 | isinf(x) << 8 | isnan(x) << 9 |"
               "isnormal(x) << 10 | signbit(x) << 11")
            KERNEL("vectors", "short", "isless((half4)(x, y, x, y), (half4)(y, x, y, x)).z");
    cl_program program = built("", source);
    int *operators = run(program, "operators", 4), *functions = run(program, "functions", 4);
    int16_t *vectors = run(program, "vectors", 2);

    for (uint32_t i = 0; i < HALVES; i++) {
        const double x = value_of(all[i]), y = value_of(second[i]);
        const int both =
            (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x >= y) << 4 | (x > y) << 5;
        const bool normal = isfinite(x) && fabs(x) >= 0x1p-14;
        const int tests = (isunordered(x, y) ? 0 : 1) << 6 | (isfinite(x) != 0) << 7 |
                          (isinf(x) != 0) << 8 | (isnan(x) != 0) << 9 | normal << 10 |
                          (all[i] >> 15) << 11;
        assert_int_equal(operators[i], both);
        assert_int_equal(functions[i], both | tests);
        assert_int_equal(vectors[i], x < y ? -1 : 0);
    }
    free(operators), free(functions), free(vectors);
    ok(clReleaseProgram(program));
}

/* ---- conversions ---- */

static const struct {
    const char *suffix;
    enum mode mode;
    int host;
} modes[] = {{"", TO_EVEN, FE_TONEAREST},
             {"_rte", TO_EVEN, FE_TONEAREST},
             {"_rtz", TO_ZERO, FE_TOWARDZERO},
             {"_rtp", UP, FE_UPWARD},
             {"_rtn", DOWN, FE_DOWNWARD}};

static double host_round(double x, int mode)
{
    fesetround(mode);
    const double whole = nearbyint(x);
    fesetround(FE_TONEAREST);
    return whole;
}

/* From half, saturated, by scalars and vectors. Without a mode it is towards zero. */
static void check_saturated(const char *type, double least, double most, size_t m)
{
    const int mode = m ? modes[m].host : FE_TOWARDZERO;
    char source[512];

    snprintf(source, sizeof source,
             ENABLE "kernel void k(global long *o, global const half *a, global const half *b,"
                    " global const half *c) { size_t i = get_global_id(0);"
                    " o[i] = i & 1 ? (long)convert_%s_sat%s(a[i])"
                    " : (long)convert_%s2_sat%s((half2)(b[i], a[i])).y; }",
             type, modes[m].suffix, type, modes[m].suffix);
    cl_program program = built("", source);
    int64_t *got = run(program, "k", 8);
    for (uint32_t i = 0; i < HALVES; i++) {
        const double x = host_round(value_of(all[i]), mode);
        const int64_t expected =
            isnan(x) ? 0
            : x >= most
                ? (most >= 0x1p63 ? (int64_t)(most > 0x1p63 ? -1 : INT64_MAX) : (int64_t)most)
            : x <= least ? (int64_t)least
                         : (int64_t)x;
        if (got[i] != expected)
            fail_msg("convert_%s_sat%s of %#x: %ld, expected %ld", type, modes[m].suffix, i,
                     (long)got[i], (long)expected);
    }
    free(got);
    ok(clReleaseProgram(program));
}

/* To half from whole numbers of many sizes, and from floats between halves. */
static void check_to_half(size_t m)
{
    static const char form[] = ENABLE
        "#define KERNEL(name, value) kernel void name(global half *o, global const half *a,"
        " global const half *b, global const half *c) { size_t i = get_global_id(0);"
        " o[i] = value; }\n"
        "KERNEL(shorts, convert_half%1$s((short)i))\n"
        "KERNEL(uints, convert_half%1$s((uint)i * 97u >> i %% 23))\n"
        "KERNEL(longs, convert_half2%1$s((long2)(1, (long)i * -0x123456789abL >> i %% 61)).y)\n"
        "KERNEL(floats, convert_half%1$s((float)a[i] * (1.0f + (float)((int)(i %% 7) - 3) *"
        " 0x1p-20f)))\n";
    char source[1024];

    snprintf(source, sizeof source, form, modes[m].suffix);
    cl_program program = built("", source);
    uint16_t *shorts = run(program, "shorts", 2), *uints = run(program, "uints", 2),
             *longs = run(program, "longs", 2), *floats = run(program, "floats", 2);
    for (uint32_t i = 0; i < HALVES; i++) {
        const int16_t s = (int16_t)i;
        const int64_t n = (int64_t)((uint64_t)i * (uint64_t)-0x123456789ab) >> i % 61;
        const float f = (float)value_of(all[i]) * (1.0f + (float)((int)(i % 7) - 3) * 0x1p-20f);
        const enum mode mode = modes[m].mode;
        check("a short", i, shorts[i], round_units((unsigned __int128)abs(s) << 48, s < 0, mode));
        check("an uint", i, uints[i],
              round_units((unsigned __int128)(i * 97u >> i % 23) << 48, false, mode));
        check("a long", i, longs[i],
              round_units((unsigned __int128)(n < 0 ? -n : n) << 48, n < 0, mode));
        check("a float", i, floats[i],
              isfinite(f) ? round_units((unsigned __int128)ldexp(fabsf(f), 48), signbit(f), mode)
                          : nearest(f));
    }
    free(shorts), free(uints), free(longs), free(floats);
    ok(clReleaseProgram(program));
}

static void conversions(void **state)
{
    for (size_t m = 0; m < COUNT(modes); m++) {
        check_saturated("char", -128, 127, m);
        check_saturated("ushort", 0, 65535, m);
        check_saturated("int", INT32_MIN, INT32_MAX, m);
        check_saturated("ulong", 0, 0x1p64, m);
        check_to_half(m);
    }
}

int main(void)
{
    return RUN_TESTS_BETWEEN(fill, close_device, cmocka_unit_test, arithmetic, comparisons,
                             conversions);
}
