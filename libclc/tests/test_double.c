/* SPDX-License-Identifier: MIT */
/* test_double.c: double precision against the host's: operations and conversions bit by bit, over
 * random bits and limits. test_math.c has the functions. */
#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 12, RANDOM_SEED = 4321 };

/* ---- exact references: of x, y, z as bits, giving bits ---- */

typedef uint64_t exact_reference(uint64_t x, uint64_t y, uint64_t z);

#define EXACT(name, expression)                                                                    \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c)                                       \
    {                                                                                              \
        double x = bits_double(a), y = bits_double(b), z = bits_double(c);                         \
        (void)x, (void)y, (void)z;                                                                 \
        return (uint64_t)(expression);                                                             \
    }

EXACT(add, double_bits(x + y))
EXACT(subtract, double_bits(x - y))
EXACT(multiply, double_bits(x *y))
EXACT(fused, double_bits(fma(x, y, z)))
EXACT(negative, double_bits(-x))
EXACT(quarter, double_bits(x / 4))
EXACT(of_small_power, double_bits(x / -0x1p-1023))
EXACT(of_large_power, double_bits(x / 0x1p1023))
EXACT(of_smallest, double_bits(x / 0x1p-1074))
EXACT(equal, x == y)
EXACT(not_equal, x != y)
EXACT(less, x < y)
EXACT(less_equal, x <= y)
EXACT(greater, x > y)
EXACT(greater_equal, x >= y)
EXACT(unordered, x != x || y != y)
EXACT(ordered, x == x && y == y)
EXACT(is_finite, isfinite(x) != 0)
EXACT(is_infinite, isinf(x) != 0)
EXACT(is_nan, isnan(x) != 0)
EXACT(is_normal, isnormal(x) != 0)
EXACT(sign_bit, a >> 63)
EXACT(to_float, float_bits((float)x))
EXACT(from_float, double_bits((double)(float)x))
EXACT(from_int, double_bits((double)(int32_t)a))
EXACT(from_uint, double_bits((double)(uint32_t)a))
EXACT(from_short, double_bits((double)(int16_t)a))
EXACT(from_uchar, double_bits((double)(uint8_t)a))

/* A function whose operation rounds in a mode. */
#define IN_MODE(name, answer, from, to, operation, bits)                                           \
    static answer name(int mode, from value)                                                       \
    {                                                                                              \
        int old = fegetround();                                                                    \
        fesetround(mode);                                                                          \
        volatile from operand = value;                                                             \
        volatile to result = operation(operand);                                                   \
        fesetround(old);                                                                           \
        return bits(result);                                                                       \
    }
IN_MODE(round_in, double, double, double, nearbyint, )
IN_MODE(narrow_in, uint64_t, double, float, (float), float_bits)
IN_MODE(long_in, uint64_t, int64_t, double, (double), double_bits)

/* Half of it, the lost bit kept, rounds the same way. */
static uint64_t ulong_in(int mode, uint64_t value)
{
    bool high = value >> 63;
    double part = bits_double(long_in(mode, (int64_t)(high ? value >> 1 | (value & 1) : value)));
    return double_bits(high ? 2 * part : part);
}

static uint64_t saturate(double whole, double low, double high, bool is_signed)
{
    if (isnan(whole))
        return 0;
    if (whole <= low)
        return (uint64_t)(int64_t)low;
    if (whole >= high)
        return high == 0x1p63 ? INT64_MAX : high == 0x1p64 ? UINT64_MAX : (uint64_t)high;
    return is_signed ? (uint64_t)(int64_t)whole : (uint64_t)whole;
}

#define TO_INTEGERS(suffix, mode)                                                                  \
    EXACT(sat_char##suffix, saturate(round_in(mode, x), -128, 127, true))                          \
    EXACT(sat_uchar##suffix, saturate(round_in(mode, x), 0, 255, false))                           \
    EXACT(sat_short##suffix, saturate(round_in(mode, x), INT16_MIN, INT16_MAX, true))              \
    EXACT(sat_ushort##suffix, saturate(round_in(mode, x), 0, UINT16_MAX, false))                   \
    EXACT(sat_int##suffix, saturate(round_in(mode, x), INT32_MIN, INT32_MAX, true))                \
    EXACT(sat_uint##suffix, saturate(round_in(mode, x), 0, UINT32_MAX, false))                     \
    EXACT(sat_long##suffix, saturate(round_in(mode, x), -0x1p63, 0x1p63, true))                    \
    EXACT(sat_ulong##suffix, saturate(round_in(mode, x), 0, 0x1p64, false))                        \
    EXACT(narrow##suffix, narrow_in(mode, x))                                                      \
    EXACT(of_long##suffix, long_in(mode, (int64_t)a))                                              \
    EXACT(of_ulong##suffix, ulong_in(mode, a))
TO_INTEGERS(_rte, FE_TONEAREST)
TO_INTEGERS(_rtz, FE_TOWARDZERO)
TO_INTEGERS(_rtp, FE_UPWARD)
TO_INTEGERS(_rtn, FE_DOWNWARD)

/* Halves are rounded from an exact number of quarters of their last place. */
static uint64_t half_in(int mode, double x)
{
    uint64_t sign = double_bits(x) >> 63 << 15;
    double size = fabs(x);
    if (isnan(x))
        return 0x7e00;
    int exponent = size < 0x1p-14 ? -14 : ilogb(size);
    if (isinf(x))
        return sign | 0x7c00;
    double whole =
        fabs(round_in(mode, copysign(size < 0x1p16 ? ldexp(size, 10 - exponent) : 2047.75, x)));
    if (size >= 0x1p16)
        exponent = 15;
    uint64_t bits = (uint64_t)whole + ((uint64_t)(exponent + 14) << 10);
    return sign | (bits > 0x7c00 ? 0x7c00 : bits);
}
EXACT(half_rte, half_in(FE_TONEAREST, x))
EXACT(half_rtz, half_in(FE_TOWARDZERO, x))
EXACT(half_rtp, half_in(FE_UPWARD, x))
EXACT(half_rtn, half_in(FE_DOWNWARD, x))

enum result { DOUBLE, FLOAT, HALF, INTEGER };

static const struct exact {
    const char *expression; /* of doubles x, y, z or of their bits, longs a, b, c */
    exact_reference *reference;
    enum result result;
} exacts[] = {
    {"x + y", add, DOUBLE},
    {"x - y", subtract, DOUBLE},
    {"x * y", multiply, DOUBLE},
    {"fma(x, y, z)", fused, DOUBLE},
    {"-x", negative, DOUBLE},
    {"x / 4", quarter, DOUBLE},
    {"x / -0x1p-1023", of_small_power, DOUBLE},
    {"x / 0x1p1023", of_large_power, DOUBLE},
    {"x / 0x1p-1074", of_smallest, DOUBLE},
    {"x == y", equal, INTEGER},
    {"x != y", not_equal, INTEGER},
    {"x < y", less, INTEGER},
    {"x <= y", less_equal, INTEGER},
    {"x > y", greater, INTEGER},
    {"x >= y", greater_equal, INTEGER},
    {"isunordered(x, y)", unordered, INTEGER},
    {"isordered(x, y)", ordered, INTEGER},
    {"isfinite(x)", is_finite, INTEGER},
    {"isinf(x)", is_infinite, INTEGER},
    {"isnan(x)", is_nan, INTEGER},
    {"isnormal(x)", is_normal, INTEGER},
    {"signbit(x)", sign_bit, INTEGER},
    {"(float)x", to_float, FLOAT},
    {"(double)(float)x", from_float, DOUBLE},
    {"(double)(int)a", from_int, DOUBLE},
    {"(double)(uint)a", from_uint, DOUBLE},
    {"(double)(short)a", from_short, DOUBLE},
    {"(double)(uchar)a", from_uchar, DOUBLE},
    {"(double)a", of_long_rte, DOUBLE},
    {"(double)(ulong)a", of_ulong_rte, DOUBLE},
    {"half_of(x, )", half_rte, HALF},
#define MODE(suffix)                                                                               \
    {"convert_char_sat" #suffix "(x)", sat_char##suffix, INTEGER},                                 \
        {"convert_uchar_sat" #suffix "(x)", sat_uchar##suffix, INTEGER},                           \
        {"convert_short_sat" #suffix "(x)", sat_short##suffix, INTEGER},                           \
        {"convert_ushort_sat" #suffix "(x)", sat_ushort##suffix, INTEGER},                         \
        {"convert_int_sat" #suffix "(x)", sat_int##suffix, INTEGER},                               \
        {"convert_uint_sat" #suffix "(x)", sat_uint##suffix, INTEGER},                             \
        {"convert_long_sat" #suffix "(x)", sat_long##suffix, INTEGER},                             \
        {"convert_ulong_sat" #suffix "(x)", sat_ulong##suffix, INTEGER},                           \
        {"convert_float" #suffix "(x)", narrow##suffix, FLOAT},                                    \
        {"convert_double" #suffix "(a)", of_long##suffix, DOUBLE},                                 \
        {"convert_double" #suffix "((ulong)a)", of_ulong##suffix, DOUBLE},                         \
        {"half_of(x, " #suffix ")", half##suffix, HALF},
    MODE(_rte) MODE(_rtz) MODE(_rtp) MODE(_rtn)
#undef MODE
        {"convert_int_sat(x)", sat_int_rtz, INTEGER},
    {"convert_ulong_sat(x)", sat_ulong_rtz, INTEGER},
    /* Implementation-defined out of range (6.2.3.3); ours are the same as with _sat, as they are
     * of floats, and built-in functions index tables with them. */
    {"(int)x", sat_int_rtz, INTEGER},
    {"(uint)x", sat_uint_rtz, INTEGER},
    {"(long)x", sat_long_rtz, INTEGER},
    {"(ulong)x", sat_ulong_rtz, INTEGER},
};

/* ---- values ---- */

static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static const double limits[] = {
    0.0,
    1.0,
    0.5,
    1.5,
    2.5,
    0x1.fffffffffffffp-2,
    0x1.fffffffffffffp-1,
    0x1.0000000000001p0,
    127.5,
    128.0,
    255.5,
    256.0,
    32767.5,
    65535.5,
    0x1.fffffffdp30,
    0x1p31,
    0x1.fffffffep31,
    0x1.ffffffffp31,
    0x1p32,
    0x1p52,
    0x1.0000000000001p52,
    0x1p53,
    0x1.fffffffffffffp62,
    0x1p63,
    0x1.fffffffffffffp63,
    0x1p64,
    0x1.ffffffp127,
    0x1.fffffffp127,
    FLT_MAX,
    FLT_MIN,
    0x1p-149,
    0x1.8p-150,
    0x1p-150,
    0x1.0000001p-150,
    0x1p-151,
    65504.0,
    65519.999,
    65520.0,
    0x1p-24,
    0x1p-25,
    0x1.0000000000001p-25,
    0x1.002p-14,
    0x1.0020000000001p0,
    0x1.0060000000001p0,
    DBL_MAX,
    DBL_MIN,
    0x1p-1074,
    0x1.fffffffffffffp-1023,
    INFINITY,
    NAN,
};

enum { LIMITS = COUNT(limits) };

/* Limits, any bits, and numbers of ordinary sizes, which meet in the middle. */
static uint64_t any_value(uint64_t *state)
{
    uint64_t pick = next_random(state), bits = next_random(state);

    switch (pick % 5) {
    case 4: /* limits of integers */
        return (UINT64_C(1) << bits % 64) - (pick / 5 & 1) + (pick / 10 & 1);
    case 0:
        return double_bits(limits[pick / 4 % LIMITS]) | bits >> 63 << 63;
    case 1:
        return double_bits(ldexp((double)(int64_t)bits, -(int)(pick / 4 % 80)));
    case 2:
        return double_bits((double)(int16_t)bits / 2);
    default:
        return isnan(bits_double(bits)) ? double_bits(NAN) : bits;
    }
}

/* ---- running ---- */

static uint64_t x[COUNT], y[COUNT], z[COUNT], actual[COUNT];

/* o[i] = the bits of the expression's value, or the value of an integer one. */
static void run(const char *expression, enum result result)
{
    static const char *const stores[] = {"as_ulong(%s)", "as_uint(%s)", "%s", "(long)(%s)"};
    const size_t global = COUNT, local = 64, bytes = sizeof x;
    char store[256], source[1024];

    snprintf(store, sizeof store, stores[result], expression);
    snprintf(source, sizeof source,
             "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
             "#define half_of(v, mode) (vstore_half##mode(v, 0, (private half *)&h), h)\n"
             "kernel void k(global ulong *o, global const long *xs, global const long *ys,"
             "              global const long *zs)"
             "{ ushort h; size_t id = get_global_id(0); long a = xs[id], b = ys[id],"
             "  c = zs[id]; double x = as_double(a), y = as_double(b), z = as_double(c);"
             "  o[id] = %s; }",
             store);
    cl_kernel kernel = build(source);
    cl_mem buffers[] = {buffer_of(bytes, NULL), buffer_of(bytes, x), buffer_of(bytes, y),
                        buffer_of(bytes, z)};
    launch_result(kernel, buffers, 4, global, local, actual, bytes);
}

/* NaNs are all the same. */
static bool same(const struct exact *e, uint64_t got, uint64_t want)
{
    if (got == want)
        return true;
    if (e->result == DOUBLE)
        return isnan(bits_double(got)) && isnan(bits_double(want));
    if (e->result == FLOAT)
        return (got & INT32_MAX) > 0x7f800000 && (want & INT32_MAX) > 0x7f800000;
    return e->result == HALF && (got & 0x7fff) > 0x7c00 && (want & 0x7fff) > 0x7c00;
}

static int mistakes_of(const struct exact *e)
{
    int mistakes = 0;

    for (int i = 0; i < COUNT; i++) {
        uint64_t want = e->reference(x[i], y[i], z[i]);
        if (same(e, actual[i], want))
            continue;
        if (mistakes++ < 3)
            print_message("%s of %#lx (%a), %#lx, %#lx: %#lx, not %#lx\n", e->expression, x[i],
                          bits_double(x[i]), y[i], z[i], actual[i], want);
    }
    return mistakes;
}

static void operations_are_exact(void **state)
{
    uint64_t random = RANDOM_SEED;
    int failed = 0;

    for (size_t n = 0; n < COUNT(exacts); n++) {
        for (int i = 0; i < COUNT; i++) {
            x[i] = any_value(&random);
            y[i] = any_value(&random);
            z[i] = any_value(&random);
        }
        run(exacts[n].expression, exacts[n].result);
        failed += mistakes_of(&exacts[n]) != 0;
    }
    assert_int_equal(failed, 0);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, operations_are_exact);
}
