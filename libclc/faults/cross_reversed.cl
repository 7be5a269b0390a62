// SPDX-License-Identifier: MIT
/* cross_reversed.cl: cross of the operands in the other order. */
#include "faults.h"

float3 OVERLOAD cross(float3 a, float3 b)
{
    return b.yzx * a.zxy - b.zxy * a.yzx;
}

float4 OVERLOAD cross(float4 a, float4 b)
{
    return (float4)(cross(a.xyz, b.xyz), 0.0f);
}
