// SPDX-License-Identifier: MIT
/* arithmetic.cl: what double precision has no instruction for. The compiler puts calls of
 * these functions in the place of operations (llvm/passes/double_operations.c). Results are rounded
 * once, to nearest even, denormals included. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define SIGN     0x8000000000000000UL
#define INFINITE 0x7ff0000000000000UL
#define QUIET    0x7ff8000000000000UL
#define FRACTION 0x000fffffffffffffUL
#define HIDDEN   0x0010000000000000UL
#define ONE      0x3ff0000000000000UL

enum { FRACTION_BITS = 52, MAX_EXPONENT = 2047, BIAS = 1023, EXTRA_BITS = 2 };

static int exponent_of(ulong bits)
{
    return (int)(bits >> FRACTION_BITS) & MAX_EXPONENT;
}

static double with_sign(ulong magnitude, ulong sign)
{
    return as_double(magnitude | (sign & SIGN));
}

/* ---- taking apart and putting together ---- */

/* A positive finite number that is not zero: mantissa * 2^(exponent - BIAS), mantissa in [1, 2). */
struct parts {
    double mantissa;
    int exponent;
};

static struct parts parts_of(ulong bits)
{
    struct parts parts;
    parts.exponent = exponent_of(bits);
    if (parts.exponent == 0) {
        int shift = (int)clz(bits) - 11;
        bits <<= shift;
        parts.exponent = 1 - shift;
    }
    parts.mantissa = as_double((bits & FRACTION) | ONE);
    return parts;
}

/* The number that 55 bits of mantissa, the last two for rounding, and a biased exponent mean. */
static ulong round_and_pack(ulong mantissa, int exponent)
{
    ulong base = 0;
    if (exponent >= MAX_EXPONENT)
        return INFINITE;
    if (exponent > 0) {
        base = (ulong)(exponent - 1) << FRACTION_BITS;
    } else {
        int shift = min(1 - exponent, 56);
        mantissa = mantissa >> shift | ((mantissa & ((1UL << shift) - 1)) != 0);
    }
    ulong kept = mantissa >> EXTRA_BITS, rest = mantissa & 3;
    return base + kept + (rest > 2 || (rest == 2 && (kept & 1)));
}

/* Approximations of results in [1, 2) may be just outside. */
static double within_binade(double x)
{
    return x < 1.0 ? 1.0 : x < 2.0 ? x : 0x1.fffffffffffffp+0;
}

/* ---- division ---- */

/* An approximation of 1 / x within a few units of the last place; x is in [1, 2). */
static double reciprocal(double x)
{
    double r = (double)(1.0f / (float)x);
    r = __builtin_fma(__builtin_fma(-x, r, 1.0), r, r);
    return __builtin_fma(__builtin_fma(-x, r, 1.0), r, r);
}

/* The leading 53 bits of a / b, which is in [1, 2), and two more for rounding. Remainders of a
 * quotient that is off by a unit or two are exact. */
static ulong quotient_bits(double a, double b)
{
    double r = reciprocal(b), q = a * r;
    q = __builtin_fma(__builtin_fma(-b, q, a), r, q);
    double unit = b * 0x1p-52;
    q = within_binade(q);
    double rest = __builtin_fma(-b, q, a);
    if (rest < 0.0) {
        q -= 0x1p-52;
        rest = __builtin_fma(-b, q, a);
    }
    if (rest >= unit) {
        q += 0x1p-52;
        rest = __builtin_fma(-b, q, a);
    }
    ulong bits = (as_ulong(q) & FRACTION) | HIDDEN;
    ulong below = rest == 0.0 ? 0 : 2.0 * rest < unit ? 1 : 2.0 * rest == unit ? 2 : 3;
    return bits << EXTRA_BITS | below;
}

double __rootle_double_divide(double x, double y)
{
    ulong a = as_ulong(x) & ~SIGN, b = as_ulong(y) & ~SIGN, sign = as_ulong(x) ^ as_ulong(y);
    if (a > INFINITE || b > INFINITE)
        return as_double((a > INFINITE ? as_ulong(x) : as_ulong(y)) | QUIET);
    if (a == INFINITE || b == 0)
        return a == b || (a == 0 && b == 0) ? as_double(QUIET) : with_sign(INFINITE, sign);
    if (a == 0 || b == INFINITE)
        return with_sign(0, sign);
    struct parts n = parts_of(a), d = parts_of(b);
    int exponent = n.exponent - d.exponent + BIAS;
    if (n.mantissa < d.mantissa) {
        n.mantissa *= 2.0;
        exponent--;
    }
    return with_sign(round_and_pack(quotient_bits(n.mantissa, d.mantissa), exponent), sign);
}

/* ---- square root ---- */

/* The square root of x, which is in [1, 4). */
static double root(double x)
{
    float seed = 1.0f / sqrt((float)x);
    double g = x * (double)seed, h = 0.5 * (double)seed;
    for (int i = 0; i < 2; i++) {
        double e = __builtin_fma(-g, h, 0.5);
        g = __builtin_fma(g, e, g);
        h = __builtin_fma(h, e, h);
    }
    /* Down to the last number whose square is not above x; remainders are exact. */
    g = within_binade(g);
    if (__builtin_fma(-g, g, x) < 0.0)
        g -= 0x1p-52;
    double next = g + 0x1p-52;
    if (__builtin_fma(-next, next, x) >= 0.0)
        g = next;
    /* The middle to the next number is never a root. */
    return __builtin_fma(-g, g, x) > g * 0x1p-52 ? g + 0x1p-52 : g;
}

double __rootle_double_sqrt(double x)
{
    ulong bits = as_ulong(x);
    if (bits == SIGN || bits == 0 || bits == INFINITE)
        return x;
    if (bits > INFINITE)
        return as_double((bits & ~SIGN) > INFINITE ? bits | QUIET : QUIET);
    struct parts parts = parts_of(bits);
    int exponent = parts.exponent - BIAS;
    int odd = exponent & 1;
    double result = root(odd ? 2.0 * parts.mantissa : parts.mantissa);
    return as_double(as_ulong(result) + ((ulong)((exponent - odd) >> 1) << FRACTION_BITS));
}

double __rootle_double_rsqrt(double x)
{
    return __rootle_double_divide(1.0, __rootle_double_sqrt(x));
}

/* ---- scaling ---- */

double __rootle_double_ldexp(double x, int n)
{
    ulong bits = as_ulong(x) & ~SIGN;
    if (bits == 0 || bits >= INFINITE)
        return x;
    struct parts parts = parts_of(bits);
    ulong mantissa = (as_ulong(parts.mantissa) & FRACTION) | HIDDEN;
    int exponent = parts.exponent + clamp(n, -4 * MAX_EXPONENT, 4 * MAX_EXPONENT);
    return with_sign(round_and_pack(mantissa << EXTRA_BITS, exponent), as_ulong(x));
}

/* ---- rounding to whole numbers ---- */

double __rootle_double_trunc(double x)
{
    ulong bits = as_ulong(x);
    int whole = exponent_of(bits) - BIAS; /* bits of the fraction that are not behind the point */
    ulong kept = whole < 0 ? SIGN : whole >= FRACTION_BITS ? ~0UL : ~(FRACTION >> whole);
    return as_double(bits & kept);
}

double __rootle_double_floor(double x)
{
    double whole = __rootle_double_trunc(x);
    return whole > x ? whole - 1.0 : whole;
}

double __rootle_double_ceil(double x)
{
    double whole = __rootle_double_trunc(x);
    return whole < x ? whole + 1.0 : whole;
}

double __rootle_double_rint(double x)
{
    ulong size = as_ulong(x) & ~SIGN;
    double rounded = (as_double(size) + 0x1p52) - 0x1p52;
    return size < 0x4330000000000000UL ? with_sign(as_ulong(rounded), as_ulong(x)) : x;
}

double __rootle_double_round(double x)
{
    double whole = __rootle_double_trunc(x);
    double rest = as_double(as_ulong(x - whole) & ~SIGN);
    return rest >= 0.5 ? whole + with_sign(ONE, as_ulong(x)) : whole;
}

/* ---- the smaller and the larger: of a number and NaN, the number ---- */

double __rootle_double_min(double x, double y)
{
    return x <= y || y != y ? x : y;
}

double __rootle_double_max(double x, double y)
{
    return x >= y || y != y ? x : y;
}

/* ---- classes, by the bits of LLVM's llvm.is.fpclass ---- */

int __rootle_double_class(double x, int classes)
{
    ulong bits = as_ulong(x), size = bits & ~SIGN;
    int kind = size == 0 ? 6 : size < HIDDEN ? 7 : size < INFINITE ? 8 : 9;
    if (size > INFINITE)
        kind = size >= QUIET ? 1 : 0;
    else if (bits & SIGN)
        kind = 11 - kind;
    return classes >> kind & 1;
}

/* ---- integers: saturated, and zero of NaN, as the instructions do with floats ---- */

/* The magnitude, towards zero; the largest number for all that are above, NaN too. */
static ulong magnitude(double x)
{
    ulong bits = as_ulong(x);
    int left = exponent_of(bits) - BIAS - FRACTION_BITS;
    ulong mantissa = (bits & FRACTION) | HIDDEN;
    if (left >= 0)
        return left < 64 - FRACTION_BITS ? mantissa << left : ULONG_MAX;
    return left > -64 ? mantissa >> -left : 0;
}

ulong __rootle_double_to_ulong(double x)
{
    return x > 0.0 ? magnitude(x) : 0;
}

long __rootle_double_to_long(double x)
{
    ulong size = magnitude(x);
    long result = x > 0.0 ? (long)min(size, (ulong)LONG_MAX) : (long)-min(size, SIGN);
    return x == x ? result : 0;
}

/* The low bits of a whole number. */
static uint low_word(double x)
{
    return (uint)as_ulong(__rootle_double_trunc(x) + 0x1.8p52);
}

uint __rootle_double_to_uint(double x)
{
    uint inside = x < 0x1p32 ? low_word(x) : UINT_MAX;
    return x > 0.0 ? inside : 0;
}

int __rootle_double_to_int(double x)
{
    int inside = x < 0x1p31 ? (int)low_word(x) : INT_MAX;
    inside = x > -0x1p31 ? inside : INT_MIN;
    return x == x ? inside : 0;
}

/* ---- half ---- */

/* A float that rounds to the half that x rounds to: towards zero, its last bit set when x is not
 * exactly it ("round to odd"). */
float __rootle_double_to_odd_float(double x)
{
    float near = (float)x;
    double size = as_double(as_ulong(x) & ~SIGN);
    double back = as_double(as_ulong((double)near) & ~SIGN);
    uint bits = as_uint(near) - (back > size);
    return as_float(bits | (back != size && x == x));
}
