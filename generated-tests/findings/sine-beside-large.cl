// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.2: math functions of vectors "operate component-wise"; 7.4: sin and cos may be 4 ulp off. The sine of 1.17549435e-38 is that
# number, and its cosine is 1, whatever stands beside it. The sine of 1 is 0.841470985.

[config]
name: sine of a small number beside a large one

[test]
for: name kernel expected in \
       (sin     sines    "1.17549435e-38 0.841470985 1.17549435e-38 -0.791163439") \
       (cos     cosines  "1 0.540302306 1 -0.611604785") \
       (sincos  both     "1.17549435e-38 0.841470985 1.17549435e-38 -0.791163439")
name: $name
kernel_name: $kernel
global_size: 2 0 0
arg_out: 0 buffer float2[2] $expected tolerance 4 ulp
arg_in:  1 buffer float2[2] 1.17549435e-38 1 1.17549435e-38 1e30
!*/

kernel void sines(global float2 *out, global const float2 *in)
{
    const size_t i = get_global_id(0);
    out[i] = sin(in[i]);
}

kernel void cosines(global float2 *out, global const float2 *in)
{
    const size_t i = get_global_id(0);
    out[i] = cos(in[i]);
}

kernel void both(global float2 *out, global const float2 *in)
{
    const size_t i = get_global_id(0);
    float2 cosine;
    out[i] = sincos(in[i], &cosine);
}
