/* SPDX-License-Identifier: MIT */
/* common.cl: the common functions, and those of integers. */
#include "builtins.h"

#define DEFINE_LIMITS(type)                                                                        \
    FUNCTION(type, min, (type x, type y), __builtin_elementwise_min(x, y))                         \
    FUNCTION(type, max, (type x, type y), __builtin_elementwise_max(x, y))                         \
    FUNCTION(type, clamp, (type x, type low, type high), min(max(x, low), high))

#define DEFINE_FLOAT(type)                                                                         \
    FUNCTION(type, fabs, (type x), __builtin_elementwise_abs(x))                                   \
    FUNCTION(type, fmin, (type x, type y), __builtin_elementwise_min(x, y))                        \
    FUNCTION(type, fmax, (type x, type y), __builtin_elementwise_max(x, y))                        \
    DEFINE_LIMITS(type)                                                                            \
    FUNCTION(type, mad, (type x, type y, type z), x * y + z)                                       \
    FUNCTION(type, fma, (type x, type y, type z), x * y + z)                                       \
    FUNCTION(type, mix, (type x, type y, type a), (y - x) * a + x)                                 \
    FUNCTION(type, degrees, (type x), x * 57.295779513f)                                           \
    FUNCTION(type, radians, (type x), x * 0.017453292520f)                                         \
    type OVERLOAD smoothstep(type low, type high, type x)                                          \
    {                                                                                              \
        type t = clamp((x - low) / (high - low), (type)0.0f, (type)1.0f);                          \
        return t * t * (3.0f - 2.0f * t);                                                          \
    }
FOR_EACH_FLOAT(DEFINE_FLOAT)

#define DEFINE_WITH_SCALAR(type)                                                                   \
    FUNCTION(type, fmin, (type x, float y), fmin(x, (type)y))                                      \
    FUNCTION(type, fmax, (type x, float y), fmax(x, (type)y))                                      \
    FUNCTION(type, min, (type x, float y), min(x, (type)y))                                        \
    FUNCTION(type, max, (type x, float y), max(x, (type)y))                                        \
    FUNCTION(type, clamp, (type x, float low, float high), clamp(x, (type)low, (type)high))        \
    FUNCTION(type, mix, (type x, type y, float a), mix(x, y, (type)a))                             \
    FUNCTION(type, smoothstep, (float low, float high, type x),                                    \
             smoothstep((type)low, (type)high, x))                                                 \
    FUNCTION(type, step, (float edge, type x), step((type)edge, x))

BY_ELEMENT_2(step, y < x ? 0.0f : 1.0f)
BY_ELEMENT_1(sign, x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : x)

DEFINE_WITH_SCALAR(float2)
DEFINE_WITH_SCALAR(float3)
DEFINE_WITH_SCALAR(float4)

#define DEFINE_INTEGER(type)                                                                       \
    DEFINE_LIMITS(type)                                                                            \
    FUNCTION(type, mul24, (type x, type y), x * y)                                                 \
    FUNCTION(type, mad24, (type x, type y, type z), x * y + z)
FOR_EACH_INT(DEFINE_INTEGER)
FOR_EACH_UINT(DEFINE_INTEGER)

#define DEFINE_ABS(n)                                                                              \
    FUNCTION(uint##n, abs, (int##n x), __builtin_astype(__builtin_elementwise_max(x, -x), uint##n))
DEFINE_ABS()
DEFINE_ABS(2)
DEFINE_ABS(3)
DEFINE_ABS(4)

#define DEFINE_CONVERT(n)                                                                          \
    FUNCTION(float##n, convert_float##n, (int##n x), __builtin_convertvector(x, float##n))         \
    FUNCTION(float##n, convert_float##n, (uint##n x), __builtin_convertvector(x, float##n))        \
    FUNCTION(int##n, convert_int##n, (float##n x), __builtin_convertvector(x, int##n))             \
    FUNCTION(int##n, convert_int##n, (uint##n x), __builtin_astype(x, int##n))                     \
    FUNCTION(int##n, convert_int##n##_rtn, (float##n x), __builtin_convertvector(floor(x), int##n))\
    FUNCTION(uint##n, convert_uint##n, (float##n x), __builtin_convertvector(x, uint##n))          \
    FUNCTION(uint##n, convert_uint##n, (int##n x), __builtin_astype(x, uint##n))
DEFINE_CONVERT(2)
DEFINE_CONVERT(3)
DEFINE_CONVERT(4)

float OVERLOAD convert_float(int x)
{
    return x;
}

float OVERLOAD convert_float(uint x)
{
    return x;
}

int OVERLOAD convert_int(float x)
{
    return x;
}

int OVERLOAD convert_int_rtn(float x)
{
    return floor(x);
}

#define DEFINE_RELATION(name, operator)                                                            \
    FUNCTION(int, name, (float x, float y), x operator y)                                          \
    FUNCTION(int2, name, (float2 x, float2 y), x operator y)                                       \
    FUNCTION(int3, name, (float3 x, float3 y), x operator y)                                       \
    FUNCTION(int4, name, (float4 x, float4 y), x operator y)
DEFINE_RELATION(isequal, ==)
DEFINE_RELATION(isnotequal, !=)
DEFINE_RELATION(isless, <)
DEFINE_RELATION(islessequal, <=)
DEFINE_RELATION(isgreater, >)
DEFINE_RELATION(isgreaterequal, >=)

float OVERLOAD select(float x, float y, int c)
{
    return c ? y : x;
}

#define DEFINE_SELECT(n)                                                                           \
    FUNCTION(float##n, select, (float##n x, float##n y, int##n c), c < 0 ? y : x)
DEFINE_SELECT(2)
DEFINE_SELECT(3)
DEFINE_SELECT(4)

int OVERLOAD any(int2 x)
{
    return x.x < 0 || x.y < 0;
}

int OVERLOAD any(int3 x)
{
    return x.x < 0 || x.y < 0 || x.z < 0;
}

int OVERLOAD any(int4 x)
{
    return x.x < 0 || x.y < 0 || x.z < 0 || x.w < 0;
}

int OVERLOAD all(int2 x)
{
    return x.x < 0 && x.y < 0;
}

int OVERLOAD all(int3 x)
{
    return x.x < 0 && x.y < 0 && x.z < 0;
}

int OVERLOAD all(int4 x)
{
    return x.x < 0 && x.y < 0 && x.z < 0 && x.w < 0;
}
