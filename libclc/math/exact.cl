// SPDX-License-Identifier: MIT
/* exact.cl: functions of float whose results are exact, or rounded once, where libclc's lose
 * denormals or signs of zero. */
#include "math/math.h"

#define WORD      uint
#define BELOW_ONE 0x1.fffffep-1f
#define TINY      0x1p-64f
#define UP        0x1p64f
#define DOWN      0x1p-32f

enum { FRACTION_BITS = 23, STRIDE = 16 };

/* In parts of eight bits, whose products with 16 bits are exact. */
struct divisor {
    float high, middle, low;
};

static struct divisor divisor_of(float x)
{
    struct divisor d;
    d.high = as_float(as_uint(x) & 0xffff0000);
    d.middle = as_float(as_uint(x - d.high) & 0xffff0000);
    d.low = x - d.high - d.middle;
    return d;
}

static float inverse_of(float x)
{
    return reciprocal(x);
}

static float rest_of(float dividend, float quotient, struct divisor d)
{
    float rest = mad(-quotient, d.middle, mad(-quotient, d.high, dividend));
    return mad(-quotient, d.low, rest);
}

#include "math/exact.h"

float OVERLOAD ldexp(float x, int n)
{
    return __builtin_ldexpf(x, n);
}

BINARY_VECTORS(ldexp, int)
BINARY_SPLATS(ldexp, int)

float OVERLOAD fmax(float x, float y)
{
    return __builtin_fmaxf(x, y);
}

BINARY_VECTORS(fmax, float)
BINARY_SPLATS(fmax, float)

float OVERLOAD fmin(float x, float y)
{
    return __builtin_fminf(x, y);
}

BINARY_VECTORS(fmin, float)
BINARY_SPLATS(fmin, float)

float OVERLOAD fdim(float x, float y)
{
    return isunordered(x, y) ? NAN : x > y ? x - y : 0.0f;
}

BINARY_VECTORS(fdim, float)

float OVERLOAD maxmag(float x, float y)
{
    float a = fabs(x), b = fabs(y);
    return a > b ? x : b > a ? y : fmax(x, y);
}

BINARY_VECTORS(maxmag, float)

float OVERLOAD minmag(float x, float y)
{
    float a = fabs(x), b = fabs(y);
    return a < b ? x : b < a ? y : fmin(x, y);
}

BINARY_VECTORS(minmag, float)

/* ---- roots ---- */

/* x^(1/n) by powr, and what the rounded 1/n lacks: 1 / n = inverse (1 + rest), where the product
 * with a leading part of `inverse` is exact for all n that are small enough to matter. */
static float root_of(float x, float n)
{
    float inverse = 1.0f / n, high = as_float(as_uint(inverse) & 0xfffff000);
    float rest = (1.0f - n * high) - n * (inverse - high);
    float change = rest * inverse * native_log(clamp(x, 0x1p-149f, FLT_MAX));
    return powr(x, inverse) * (1.0f + change);
}

float OVERLOAD rootn(float x, int n)
{
    bool odd = n & 1;
    float root = n == 1 ? fabs(x) : root_of(fabs(x), (float)n);
    if (n == 0 || isnan(x) || (x < 0.0f && !odd))
        return NAN;
    return odd ? copysign(root, x) : root;
}

BINARY_VECTORS(rootn, int)
