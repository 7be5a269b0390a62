// SPDX-License-Identifier: MIT
/* arc.cl: the inverse trigonometric functions of float, by one polynomial each where libclc's divide
 * several times (OpenCL 1.2, sections 7.4 and 7.5.1). Polynomials are Chebyshev fits. */
#include "math/math.h"

/* ---- arc tangent ---- */

/* atan z, z in [0, 1]. Even and odd terms go side by side. */
static float atan_part(float z)
{
    float s = z * z, q = s * s;
    float even = -0x1.40b9f2p-9f, odd = 0x1.c28ec6p-7f;
    even = mad(even, q, -0x1.291ec4p-5f);
    odd = mad(odd, q, 0x1.0167b2p-4f);
    even = mad(even, q, -0x1.634078p-4f);
    odd = mad(odd, q, 0x1.c41daap-4f);
    even = mad(even, q, -0x1.246fa8p-3f);
    odd = mad(odd, q, 0x1.999860p-3f);
    even = mad(even, q, -0x1.555554p-2f);
    return mad(z * s, mad(odd, s, even), z);
}

float OVERLOAD atan(float x)
{
    float size = fabs(x);
    bool large = size > 1.0f;
    float part = atan_part(large ? reciprocal(size) : size);
    return copysign(large ? M_PI_2_F - part : part, x);
}

UNARY_VECTORS(atan)

/* The smaller one over the larger, which is 1 for infinities and 0 for zeros. */
float OVERLOAD atan2(float y, float x)
{
    float a = fabs(y), b = fabs(x);
    float low = fmin(a, b), high = fmax(a, b);
    float z = high == 0.0f ? 0.0f : low == INFINITY ? 1.0f : low / high;
    float angle = atan_part(z);
    angle = a > b ? M_PI_2_F - angle : angle;
    angle = signbit(x) ? M_PI_F - angle : angle;
    return isunordered(x, y) ? NAN : copysign(angle, y);
}

BINARY_VECTORS(atan2, float)

/* ---- arc sine ---- */

/* asin t, t in [0, 1/2], with its square. */
static float asin_part(float t, float s)
{
    float p = 0x1.38fce6p-5f;
    p = mad(p, s, 0x1.b214dep-6f);
    p = mad(p, s, 0x1.70ba4cp-5f);
    p = mad(p, s, 0x1.3326b6p-4f);
    p = mad(p, s, 0x1.55555ep-3f);
    return mad(t * s, p, t);
}

/* asin |x|, by the half angle where that is more than 1/2: asin of the root of (1 - |x|) / 2, which
 * is also half of acos |x|. */
static float half_angle(float size)
{
    float s = size > 0.5f ? mad(size, -0.5f, 0.5f) : size * size;
    return asin_part(size > 0.5f ? sqrt(s) : size, s);
}

float OVERLOAD asin(float x)
{
    float size = fabs(x), part = half_angle(size);
    return copysign(size > 0.5f ? mad(part, -2.0f, M_PI_2_F) : part, x);
}

UNARY_VECTORS(asin)

float OVERLOAD acos(float x)
{
    float size = fabs(x), part = half_angle(size);
    float twice = 2.0f * part;
    float near_one = x < 0.0f ? M_PI_F - twice : twice;
    return size > 0.5f ? near_one : M_PI_2_F - copysign(part, x);
}

UNARY_VECTORS(acos)
