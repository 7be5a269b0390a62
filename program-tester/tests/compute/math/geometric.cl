// SPDX-License-Identifier: MIT
/*!
# dot, cross, length, distance and normalize (OpenCL C 1.2, 6.12.5).

[config]
name: compute math geometric
kernel_name: geometry
dimensions: 1
global_size: 1 0 0

[test]
name: small vectors
arg_out: 0 buffer float[4] 32 5 13 -7 tolerance 4 ulp
arg_out: 1 buffer float4[2] -3 6 -3 0  0.6 0 0.8 0 tolerance 4 ulp
arg_in:  2 float4 1 2 3 0
arg_in:  3 float4 4 5 6 0
!*/

kernel void geometry(global float *out, global float4 *vec, float4 a, float4 b)
{
    out[0] = dot(a, b);
    out[1] = length((float2)(3.0f, 4.0f) * a.x);
    out[2] = distance(a.xy, (float2)(6.0f, 14.0f));
    out[3] = dot((float3)(a.x, -a.y, -a.z), (float3)(a.z, a.y, a.y)) + a.x - a.x;
    vec[0] = cross(a, b);
    vec[1] = normalize((float4)(a.z, 0.0f, b.x, 0.0f));
}
