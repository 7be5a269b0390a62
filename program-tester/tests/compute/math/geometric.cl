// SPDX-License-Identifier: MIT
/*!
# dot, cross, length, distance and normalize (OpenCL C 1.2, 6.12.5).

[config]
name: compute math geometric
kernel_name: geometry

[test]
name: small vectors
arg_out: 0 buffer float[4] 32 5 13 -7 tolerance 4 ulp
arg_out: 1 buffer float4[2] -3 6 -3 0  0.6 0 0.8 0 tolerance 4 ulp
arg_in:  2 float4 1 2 3 0
arg_in:  3 float4 4 5 6 0

# Neither components that are small beside the others nor squares out of range lose accuracy:
# 6 ulp. Expected values are the exact results rounded to float.
[test]
name: directions of uneven vectors
kernel_name: directions
global_size: 6 0 0
arg_out: 0 buffer float4[6] 1e+00 4.1152257e-37 -2.5666668e-33 0 \
        1e+00 2.8532284e-37 2.921707e-34 -1.2146775e-37 \
        5e-01 5e-01 5e-01 -5e-01 \
        1e+00 1e-45 3.333333e-39 -3.3333334e-19 \
        3.1622642e-01 9.4868374e-01 -4.4313e-06 0 \
        4.472136e-01 4.4721362e-11 -4.472136e-19 8.944272e-01 \
        tolerance 6 ulp
arg_in:  1 buffer float4[6] 3e+15 1.2345678e-21 -7.7e-18 0 \
        3.3776997e+15 9.637349e-22 9.868649e-19 -4.1028158e-22 \
        3.4e+38 3.4e+38 3.4e+38 -3.4e+38 \
        3e+38 5e-07 1e+00 -1e+20 \
        1e-40 3e-40 -1e-45 0 \
        1e-20 1e-30 -1e-38 2e-20
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

kernel void directions(global float4 *out, global const float4 *in)
{
    out[get_global_id(0)] = normalize(in[get_global_id(0)]);
}
