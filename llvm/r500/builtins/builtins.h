/* SPDX-License-Identifier: MIT */
/* builtins.h: what R500's builtins are made of: operations that llvm/r500/select knows by name, and
 * macros that define a function for scalars and vectors.
 *
 * R500 has floats alone. Integers are floats, exact up to 2^24 (docs/r500-compiler.md). */
#pragma once

#define OVERLOAD __attribute__((overloadable))
#define PURE     __attribute__((const, nomerge))
#define CONST    __attribute__((const))

float CONST __rootle_rsq(float x); /* 1 / sqrt(|x|) */
float CONST __rootle_rcp(float x);
float CONST __rootle_frc(float x);       /* x - floor(x) */
float CONST __rootle_sin_turns(float x); /* sin(2 pi x), for 0 <= x < 1 */
float CONST __rootle_cos_turns(float x);
float CONST __rootle_dot(float4 a, float4 b);
/* The global id, a number for each dimension that the rectangle has. */
uint CONST __rootle_global_id(uint dimension);

/* DO(type) for float and its vectors; FOR_EACH_INT likewise. */
#define FOR_EACH_FLOAT(DO) DO(float) DO(float2) DO(float3) DO(float4) DO(float8) DO(float16)
#define FOR_EACH_INT(DO)   DO(int) DO(int2) DO(int3) DO(int4) DO(int8) DO(int16)
#define FOR_EACH_UINT(DO)  DO(uint) DO(uint2) DO(uint3) DO(uint4) DO(uint8) DO(uint16)

/* A function that is one expression. */
#define FUNCTION(result, name, parameters, ...)                                                    \
    result OVERLOAD name parameters                                                                \
    {                                                                                              \
        return __VA_ARGS__;                                                                        \
    }

/* A function of one float by element: name(x) is `operation`, of the float `x`. */
#define BY_ELEMENT_1(name, operation)                                                              \
    FUNCTION(float, name, (float x), operation)                                                    \
    FUNCTION(float2, name, (float2 x), (float2)(name(x.x), name(x.y)))                             \
    FUNCTION(float3, name, (float3 x), (float3)(name(x.x), name(x.y), name(x.z)))                  \
    FUNCTION(float4, name, (float4 x), (float4)(name(x.x), name(x.y), name(x.z), name(x.w)))

#define BY_ELEMENT_2(name, operation)                                                              \
    FUNCTION(float, name, (float x, float y), operation)                                           \
    FUNCTION(float2, name, (float2 x, float2 y), (float2)(name(x.x, y.x), name(x.y, y.y)))         \
    FUNCTION(float3, name, (float3 x, float3 y),                                                   \
             (float3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z)))                             \
    FUNCTION(float4, name, (float4 x, float4 y),                                                   \
             (float4)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z), name(x.w, y.w)))
