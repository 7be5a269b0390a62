/* SPDX-License-Identifier: MIT */
/* common.cl: the common functions, and those of integers. */
#include "builtins.h"

#define DEFINE_FLOAT(type)                                                                         \
    type OVERLOAD fabs(type x)                                                                     \
    {                                                                                              \
        return __builtin_elementwise_abs(x);                                                       \
    }                                                                                              \
    type OVERLOAD fmin(type x, type y)                                                             \
    {                                                                                              \
        return __builtin_elementwise_min(x, y);                                                    \
    }                                                                                              \
    type OVERLOAD fmax(type x, type y)                                                             \
    {                                                                                              \
        return __builtin_elementwise_max(x, y);                                                    \
    }                                                                                              \
    type OVERLOAD min(type x, type y)                                                              \
    {                                                                                              \
        return __builtin_elementwise_min(x, y);                                                    \
    }                                                                                              \
    type OVERLOAD max(type x, type y)                                                              \
    {                                                                                              \
        return __builtin_elementwise_max(x, y);                                                    \
    }                                                                                              \
    type OVERLOAD clamp(type x, type low, type high)                                               \
    {                                                                                              \
        return min(max(x, low), high);                                                             \
    }                                                                                              \
    type OVERLOAD mad(type x, type y, type z)                                                      \
    {                                                                                              \
        return x * y + z;                                                                          \
    }                                                                                              \
    type OVERLOAD fma(type x, type y, type z)                                                      \
    {                                                                                              \
        return x * y + z;                                                                          \
    }                                                                                              \
    type OVERLOAD mix(type x, type y, type a)                                                      \
    {                                                                                              \
        return (y - x) * a + x;                                                                    \
    }                                                                                              \
    type OVERLOAD degrees(type x)                                                                  \
    {                                                                                              \
        return x * 57.295779513f;                                                                  \
    }                                                                                              \
    type OVERLOAD radians(type x)                                                                  \
    {                                                                                              \
        return x * 0.017453292520f;                                                                \
    }                                                                                              \
    type OVERLOAD smoothstep(type low, type high, type x)                                          \
    {                                                                                              \
        type t = clamp((x - low) / (high - low), (type)0.0f, (type)1.0f);                          \
        return t * t * (3.0f - 2.0f * t);                                                          \
    }
FOR_EACH_FLOAT(DEFINE_FLOAT)

#define DEFINE_WITH_SCALAR(type)                                                                   \
    type OVERLOAD fmin(type x, float y)                                                            \
    {                                                                                              \
        return fmin(x, (type)y);                                                                   \
    }                                                                                              \
    type OVERLOAD fmax(type x, float y)                                                            \
    {                                                                                              \
        return fmax(x, (type)y);                                                                   \
    }                                                                                              \
    type OVERLOAD min(type x, float y)                                                             \
    {                                                                                              \
        return min(x, (type)y);                                                                    \
    }                                                                                              \
    type OVERLOAD max(type x, float y)                                                             \
    {                                                                                              \
        return max(x, (type)y);                                                                    \
    }                                                                                              \
    type OVERLOAD clamp(type x, float low, float high)                                             \
    {                                                                                              \
        return clamp(x, (type)low, (type)high);                                                    \
    }                                                                                              \
    type OVERLOAD mix(type x, type y, float a)                                                     \
    {                                                                                              \
        return mix(x, y, (type)a);                                                                 \
    }                                                                                              \
    type OVERLOAD smoothstep(float low, float high, type x)                                        \
    {                                                                                              \
        return smoothstep((type)low, (type)high, x);                                               \
    }                                                                                              \
    type OVERLOAD step(float edge, type x)                                                         \
    {                                                                                              \
        return step((type)edge, x);                                                                \
    }

BY_ELEMENT_2(step, y < x ? 0.0f : 1.0f)
BY_ELEMENT_1(sign, x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : x)

DEFINE_WITH_SCALAR(float2)
DEFINE_WITH_SCALAR(float3)
DEFINE_WITH_SCALAR(float4)

#define DEFINE_INTEGER(type)                                                                       \
    type OVERLOAD min(type x, type y)                                                              \
    {                                                                                              \
        return __builtin_elementwise_min(x, y);                                                    \
    }                                                                                              \
    type OVERLOAD max(type x, type y)                                                              \
    {                                                                                              \
        return __builtin_elementwise_max(x, y);                                                    \
    }                                                                                              \
    type OVERLOAD clamp(type x, type low, type high)                                               \
    {                                                                                              \
        return min(max(x, low), high);                                                             \
    }                                                                                              \
    type OVERLOAD mul24(type x, type y)                                                            \
    {                                                                                              \
        return x * y;                                                                              \
    }                                                                                              \
    type OVERLOAD mad24(type x, type y, type z)                                                    \
    {                                                                                              \
        return x * y + z;                                                                          \
    }
FOR_EACH_INT(DEFINE_INTEGER)
FOR_EACH_UINT(DEFINE_INTEGER)

#define DEFINE_ABS(n)                                                                              \
    uint##n OVERLOAD abs(int##n x)                                                                 \
    {                                                                                              \
        return __builtin_astype(__builtin_elementwise_max(x, -x), uint##n);                        \
    }
DEFINE_ABS()
DEFINE_ABS(2)
DEFINE_ABS(3)
DEFINE_ABS(4)

#define DEFINE_CONVERT(n)                                                                          \
    float##n OVERLOAD convert_float##n(int##n x)                                                   \
    {                                                                                              \
        return __builtin_convertvector(x, float##n);                                               \
    }                                                                                              \
    float##n OVERLOAD convert_float##n(uint##n x)                                                  \
    {                                                                                              \
        return __builtin_convertvector(x, float##n);                                               \
    }                                                                                              \
    int##n OVERLOAD convert_int##n(float##n x)                                                     \
    {                                                                                              \
        return __builtin_convertvector(x, int##n);                                                 \
    }                                                                                              \
    int##n OVERLOAD convert_int##n(uint##n x)                                                      \
    {                                                                                              \
        return __builtin_astype(x, int##n);                                                        \
    }                                                                                              \
    int##n OVERLOAD convert_int##n##_rtn(float##n x)                                               \
    {                                                                                              \
        return __builtin_convertvector(floor(x), int##n);                                          \
    }                                                                                              \
    uint##n OVERLOAD convert_uint##n(float##n x)                                                   \
    {                                                                                              \
        return __builtin_convertvector(x, uint##n);                                                \
    }                                                                                              \
    uint##n OVERLOAD convert_uint##n(int##n x)                                                     \
    {                                                                                              \
        return __builtin_astype(x, uint##n);                                                       \
    }
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
    int OVERLOAD name(float x, float y)                                                            \
    {                                                                                              \
        return x operator y;                                                                       \
    }                                                                                              \
    int2 OVERLOAD name(float2 x, float2 y)                                                         \
    {                                                                                              \
        return x operator y;                                                                       \
    }                                                                                              \
    int3 OVERLOAD name(float3 x, float3 y)                                                         \
    {                                                                                              \
        return x operator y;                                                                       \
    }                                                                                              \
    int4 OVERLOAD name(float4 x, float4 y)                                                         \
    {                                                                                              \
        return x operator y;                                                                       \
    }
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
    float##n OVERLOAD select(float##n x, float##n y, int##n c)                                     \
    {                                                                                              \
        return c < 0 ? y : x;                                                                      \
    }
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
