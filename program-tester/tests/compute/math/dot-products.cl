// SPDX-License-Identifier: MIT
/*!
# dot, length, distance and normalize (OpenCL C 1.2, 6.12.5) of vectors near the ends of the range,
# and of infinities and NaN.

[config]
name: compute math dot products

[test]
name: dot
kernel_name: dots
arg_out: 0 buffer float[8] 11 32 70 inf nan nan -0.25 inf
arg_in:  1 float inf
arg_in:  2 float nan

[test]
name: dot of buffers
kernel_name: dots_of_buffers
global_size: 4 0 0
arg_out: 0 buffer float4[4] 30 14 5 1 30 14 5 1 inf inf inf inf nan nan nan 0
arg_in:  1 buffer float4[4] 1 2 3 4 -1 -2 -3 -4 inf 1 1 1 0 nan 0 0

[test]
name: length
kernel_name: lengths
arg_out: 0 buffer float[8] 5 3 2 0 inf 0x1p100 5e-40 0x1.4p127 tolerance 4 ulp
arg_in:  1 float 1

[test]
name: normalize
kernel_name: units
arg_out: 0 buffer float4[5] 0.6 0.8 0 0 0 0 0 0 0 0.6 0.8 0 0.5 -0.5 0.5 0.5 0.6 0 -0.8 0 tolerance 4 ulp
arg_in:  1 float 1
!*/

kernel void dots(global float *out, float inf, float nan)
{
    float one = inf == inf ? 1.0f : 2.0f;
    out[0] = dot((float2)(1, 2) * one, (float2)(3, 4));
    out[1] = dot((float3)(1, 2, 3) * one, (float3)(4, 5, 6));
    out[2] = dot((float4)(1, 2, 3, 4) * one, (float4)(5, 6, 7, 8));
    out[3] = dot((float4)(inf, 2, 3, 4), (float4)(5, 6, 7, 8));
    out[4] = dot((float4)(inf, 2, 3, 4), (float4)(0, 6, 7, 8));
    out[5] = dot((float3)(nan, 2, 3), (float3)(5, 6, 7));
    out[6] = dot((float4)(0.5f, 0.5f, -0.5f, 0.5f) * one, (float4)(-0.5f, 0.5f, 1.0f, 0.5f));
    out[7] = dot((float2)(0x1p100f, 1.0f) * one, (float2)(0x1p100f, 1.0f));
}

kernel void dots_of_buffers(global float4 *out, global const float4 *in)
{
    size_t i = get_global_id(0);
    float4 v = in[i];
    out[i] = (float4)(dot(v, v), dot(v.xyz, v.xyz), dot(v.xy, v.xy), v.x * v.x);
}

kernel void lengths(global float *out, float one)
{
    out[0] = length((float2)(3, 4) * one);
    out[1] = length((float3)(1, 2, 2) * one);
    out[2] = distance((float4)(1, 2, 3, 4) * one, (float4)(2, 3, 4, 5));
    out[3] = length((float4)(0) * one);
    out[4] = length((float3)(1, -INFINITY, 2) * one);
    out[5] = length((float4)(0x1p99f, -0x1p99f, 0x1p99f, 0x1p99f) * one);
    out[6] = length((float2)(3e-40f, 4e-40f) * one);
    out[7] = length((float2)(0x1.8p126f, 0x1p127f) * one);
}

kernel void units(global float4 *out, float one)
{
    out[0] = (float4)(normalize((float2)(3, 4) * one), 0, 0);
    out[1] = normalize((float4)(0) * one);
    out[2] = normalize((float4)(0, 0x3p-140f, 0x4p-140f, 0) * one);
    out[3] = normalize((float4)(0x1p99f, -0x1p99f, 0x1p99f, 0x1p99f) * one);
    out[4] = (float4)(normalize((float3)(3e30f, 0, -4e30f) * one), 0);
}
