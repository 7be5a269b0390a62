/* SPDX-License-Identifier: MIT */
/* exact.h: functions of REAL whose results are exact, in one text for float and double. Whoever
 * includes it defines REAL and, before:
 * - WORD, the unsigned integer of its size; FRACTION_BITS; BELOW_ONE, the largest number less than
 *   1.
 * - STRIDE, how many bits of a quotient one step of a division gives: a power of two.
 * - TINY, UP and DOWN: numbers below TINY times UP, and all others times DOWN, are so far from the
 *   ends of the range that quotients with 2^(2 STRIDE) are in it.
 * - struct divisor and divisor_of(), what rest_of() wants to know of a number that is scaled so;
 *   inverse_of(), its reciprocal within 2^-(STRIDE + 5), infinite or NaN for zero.
 * - rest_of(dividend, quotient, divisor): what is left, exactly where that is less than the divisor
 *   and the quotient has STRIDE bits. */
#include "math/math.h"

#define AS_REAL PASTE(as_, REAL)
#define AS_WORD PASTE(as_, WORD)

REAL OVERLOAD nextafter(REAL x, REAL y)
{
    REAL next = AS_REAL((x < y) == (x > 0) ? AS_WORD(x) + 1 : AS_WORD(x) - 1);
    next = x == 0 ? copysign(AS_REAL((WORD)1), y) : next;
    return isunordered(x, y) ? (REAL)NAN : x == y ? y : next;
}

BINARY_VECTORS(nextafter, REAL)

/* ---- remainders ---- */

#define EXPONENT(n) ((WORD)(n) << FRACTION_BITS)
/* Added to a number, it leaves the nearest integer in the low bits of the sum. */
#define ROUNDER ((REAL)3 * (1UL << (FRACTION_BITS - 1)))

struct division {
    REAL divisor, rest; /* both scaled; the rest is at most about half of the divisor */
    REAL scale;         /* brings the rest back, with the dividend's sign */
    WORD quotient;      /* its STRIDE low bits */
};

/* Long division of |x| by |y|, STRIDE bits at a time, by a quotient that is rounded to nearest and
 * may be one off, as rests have signs. What goes first is less, so that there are whole steps
 * behind it. |x| is at least |y| / 2. */
static struct division divide(REAL x, REAL y)
{
    bool small_x = fabs(x) < TINY, small_y = fabs(y) < TINY;
    REAL scale_x = small_x ? UP : DOWN, scale_y = small_y ? UP : DOWN;
    REAL dividend = fabs(x) * scale_x, divisor = fabs(y) * scale_y;
    /* The difference of the exponents of 2 |x| and |y|, in place, and the carry of the
     * mantissas. */
    WORD apart =
        AS_WORD(dividend) - AS_WORD(divisor) - (AS_WORD(scale_x) - AS_WORD(scale_y)) + EXPONENT(1);
    WORD first = apart & (EXPONENT(STRIDE) - 1);
    REAL inverse = inverse_of(divisor) * (REAL)(1UL << STRIDE);
    struct divisor parts = divisor_of(divisor);
    struct division d = {.divisor = divisor, .scale = copysign(small_y ? 1 / UP : 1 / DOWN, x)};

    d.rest = AS_REAL(AS_WORD(divisor) + first - EXPONENT(STRIDE + 1));
    bool more;
    do {
        REAL sum = mad(d.rest, inverse, ROUNDER);
        d.rest = rest_of(d.rest * (REAL)(1UL << STRIDE), sum - ROUNDER, parts);
        d.quotient = AS_WORD(sum);
        more = apart >= EXPONENT(STRIDE);
        apart -= EXPONENT(STRIDE);
    } while (more);
    return d;
}

/* NaN where x is infinite; the sum changes nothing else, as its zero has the sign of x. */
static REAL scaled_back(REAL rest, REAL x, struct division d)
{
    return mad(rest, d.scale, x * 0);
}

REAL OVERLOAD fmod(REAL x, REAL y)
{
    if (fabs(x) < fabs(y))
        return x;
    struct division d = divide(x, y);
    return scaled_back(d.rest < 0 ? d.rest + d.divisor : d.rest, x, d);
}

BINARY_VECTORS(fmod, REAL)

/* The seven low bits of the quotient are all that must be told (OpenCL 1.2, table 6.8). */
static REAL remainder_and_quotient(REAL x, REAL y, private int *quotient)
{
    *quotient = 0;
    if (fabs(x) < fabs(y) - fabs(x)) /* half of y; the difference is exact from there to y */
        return x;
    struct division d = divide(x, y);
    /* The least rest that counts as more than half: half itself, if the quotient is odd. */
    REAL half_way = AS_REAL(AS_WORD(d.divisor) - EXPONENT(1) + 1 - (d.quotient & 1));
    bool beyond = fabs(d.rest) >= half_way;
    REAL rest = d.rest - (beyond ? copysign(d.divisor, d.rest) : 0);
    REAL result = scaled_back(rest, x, d);
    int low = (int)(d.quotient + (beyond ? (d.rest < 0 ? -1 : 1) : 0)) & 0x7f;
    low = isnan(result) ? 0 : low;
    *quotient = signbit(x) == signbit(y) ? low : -low;
    return result;
}

REAL OVERLOAD remainder(REAL x, REAL y)
{
    int quotient;
    return remainder_and_quotient(x, y, &quotient);
}

BINARY_VECTORS(remainder, REAL)

/* ---- functions with a second result ---- */

#define REMQUO_VECTOR(width, half, space)                                                          \
    REALS(width) OVERLOAD remquo(REALS(width) x, REALS(width) y, space int##width *q)              \
    {                                                                                              \
        int##half low, high;                                                                       \
        REALS(width) rest = (REALS(width))(remquo(x.lo, y.lo, &low), remquo(x.hi, y.hi, &high));   \
        *q = (int##width)(low, high);                                                              \
        return rest;                                                                               \
    }

#define REMQUO(space)                                                                              \
    REAL OVERLOAD remquo(REAL x, REAL y, space int *q)                                             \
    {                                                                                              \
        int quotient;                                                                              \
        REAL rest = remainder_and_quotient(x, y, &quotient);                                       \
        *q = quotient;                                                                             \
        return rest;                                                                               \
    }                                                                                              \
    REMQUO_VECTOR(2, , space)                                                                      \
    REALS(3) OVERLOAD remquo(REALS(3) x, REALS(3) y, space int3 *q)                                \
    {                                                                                              \
        int2 low;                                                                                  \
        int high;                                                                                  \
        REALS(3) rest = (REALS(3))(remquo(x.xy, y.xy, &low), remquo(x.z, y.z, &high));             \
        *q = (int3)(low, high);                                                                    \
        return rest;                                                                               \
    }                                                                                              \
    REMQUO_VECTOR(4, 2, space)                                                                     \
    REMQUO_VECTOR(8, 4, space)                                                                     \
    REMQUO_VECTOR(16, 8, space)

REMQUO(private)
REMQUO(local)
REMQUO(global)

/* ---- fractions ---- */

static REAL OVERLOAD fraction(REAL x)
{
    REAL part = fmin(x - floor(x), BELOW_ONE);
    return isnan(x) || x == 0 ? x : isinf(x) ? copysign((REAL)0, x) : part;
}

static REALS(2) OVERLOAD fraction(REALS(2) x);
static REALS(3) OVERLOAD fraction(REALS(3) x);
static REALS(4) OVERLOAD fraction(REALS(4) x);
static REALS(8) OVERLOAD fraction(REALS(8) x);
static REALS(16) OVERLOAD fraction(REALS(16) x);
UNARY_VECTORS(fraction)

#define FRACT(width, space)                                                                        \
    REALS(width) OVERLOAD fract(REALS(width) x, space REALS(width) * whole)                        \
    {                                                                                              \
        *whole = floor(x);                                                                         \
        return fraction(x);                                                                        \
    }

#define FRACTS(space)                                                                              \
    FRACT(, space)                                                                                 \
    FRACT(2, space)                                                                                \
    FRACT(3, space)                                                                                \
    FRACT(4, space)                                                                                \
    FRACT(8, space)                                                                                \
    FRACT(16, space)

FRACTS(private)
FRACTS(local)
FRACTS(global)
