/* SPDX-License-Identifier: MIT */
/* geometric.cl: R500 has the dot product as an instruction. */
#include "builtins.h"

float OVERLOAD dot(float a, float b)
{
    return a * b;
}

float OVERLOAD dot(float2 a, float2 b)
{
    return __rootle_dot((float4)(a, 0.0f, 0.0f), (float4)(b, 0.0f, 0.0f));
}

float OVERLOAD dot(float3 a, float3 b)
{
    return __rootle_dot((float4)(a, 0.0f), (float4)(b, 0.0f));
}

float OVERLOAD dot(float4 a, float4 b)
{
    return __rootle_dot(a, b);
}

float3 OVERLOAD cross(float3 a, float3 b)
{
    return a.yzx * b.zxy - a.zxy * b.yzx;
}

float4 OVERLOAD cross(float4 a, float4 b)
{
    return (float4)(cross(a.xyz, b.xyz), 0.0f);
}

float OVERLOAD length(float a)
{
    return fabs(a);
}

float OVERLOAD normalize(float a)
{
    return a < 0.0f ? -1.0f : a > 0.0f ? 1.0f : a;
}

#define DEFINE_LENGTH(type)                                                                        \
    FUNCTION(float, length, (type a), sqrt(dot(a, a)))                                             \
    FUNCTION(type, normalize, (type a), a * __rootle_rsq(dot(a, a)))
DEFINE_LENGTH(float2)
DEFINE_LENGTH(float3)
DEFINE_LENGTH(float4)

#define DEFINE_DISTANCE(type)                                                                      \
    FUNCTION(float, distance, (type a, type b), length(a - b))                                     \
    FUNCTION(float, fast_length, (type a), length(a))                                              \
    FUNCTION(float, fast_distance, (type a, type b), length(a - b))                                \
    FUNCTION(type, fast_normalize, (type a), normalize(a))
DEFINE_DISTANCE(float)
DEFINE_DISTANCE(float2)
DEFINE_DISTANCE(float3)
DEFINE_DISTANCE(float4)
