// SPDX-License-Identifier: MIT
/* fma.cl: fma of float for chips without the instruction, in integers: rounded once, denormals
 * included. */
#include "math/math.h"

#define SIGN     0x80000000u
#define INFINITE 0x7f800000u
#define HIDDEN   0x00800000u

enum { FRACTION_BITS = 23, BIAS = 127, MAX_EXPONENT = 255, TOP = 62, DROPPED = 40 };

/* A finite number that is not zero: mantissa * 2^exponent; the mantissa's highest bit is TOP, or one
 * below. */
struct number {
    ulong mantissa;
    int exponent;
    bool negative;
};

static struct number number_of(float x)
{
    uint bits = as_uint(x) & ~SIGN, fraction = bits & (HIDDEN - 1);
    int exponent = (int)(bits >> FRACTION_BITS);
    int shift = exponent ? 0 : (int)clz(fraction) - 8;
    fraction = exponent ? fraction | HIDDEN : fraction << shift;
    return (struct number){fraction, max(exponent, 1) - shift - BIAS - FRACTION_BITS, as_int(x) < 0};
}

/* Shifted to the right; the last bit gathers what is lost. */
static ulong gathered(ulong mantissa, int shift)
{
    int by = min(shift, 63);
    return mantissa >> by | ((mantissa & ((1UL << by) - 1)) != 0);
}

/* The sum, zero or with its highest bit anywhere. */
static struct number sum(struct number a, struct number b)
{
    int exponent = max(a.exponent, b.exponent);
    ulong x = gathered(a.mantissa, exponent - a.exponent);
    ulong y = gathered(b.mantissa, exponent - b.exponent);
    if (a.negative == b.negative)
        return (struct number){x + y, exponent, a.negative};
    return (struct number){x > y ? x - y : y - x, exponent, x > y ? a.negative : b.negative};
}

static float rounded(struct number n)
{
    int zeros = (int)clz(n.mantissa);
    ulong mantissa = n.mantissa << zeros;
    int exponent = n.exponent - zeros + BIAS + 63;
    uint sign = n.negative ? SIGN : 0;
    if (n.mantissa == 0)
        return 0.0f;
    if (exponent >= MAX_EXPONENT)
        return as_float(sign | INFINITE);
    mantissa = gathered(mantissa, max(1 - exponent, 0));
    ulong rest = mantissa & ((1UL << DROPPED) - 1), middle = 1UL << (DROPPED - 1);
    uint kept = (uint)(mantissa >> DROPPED);
    uint base = (uint)max(exponent - 1, 0) << FRACTION_BITS;
    return as_float(sign | (base + kept + (rest > middle || (rest == middle && (kept & 1)))));
}

static bool is_finite(float x)
{
    return (as_uint(x) & ~SIGN) < INFINITE;
}

float OVERLOAD fma(float x, float y, float z)
{
    if (!is_finite(x) || !is_finite(y) || x == 0.0f || y == 0.0f)
        return x * y + z;
    if (!is_finite(z) || z == 0.0f)
        return is_finite(z) ? x * y : z;
    struct number a = number_of(x), b = number_of(y), c = number_of(z);
    struct number product = {a.mantissa * b.mantissa << (TOP - 47), a.exponent + b.exponent - (TOP - 47),
                             a.negative != b.negative};
    c.mantissa <<= TOP - 1 - FRACTION_BITS;
    c.exponent -= TOP - 1 - FRACTION_BITS;
    return rounded(sum(product, c));
}

#define FMA(width)                                                                                 \
    float##width OVERLOAD fma(float##width x, float##width y, float##width z)                      \
    {                                                                                              \
        return (float##width)(fma(x.lo, y.lo, z.lo), fma(x.hi, y.hi, z.hi));                       \
    }

FMA(2)
float3 OVERLOAD fma(float3 x, float3 y, float3 z)
{
    return (float3)(fma(x.xy, y.xy, z.xy), fma(x.z, y.z, z.z));
}
FMA(4)
FMA(8)
FMA(16)
