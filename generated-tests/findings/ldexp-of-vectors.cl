// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.2: "gentype ldexp (gentype x, int k): Multiply x by 2 to the power k", for vectors of floats and doubles, too: each
# component by the same power.

[config]
name: ldexp of vectors by one exponent

[test]
name: of two components
kernel_name: two
arg_out: 0 buffer float2[1] 4 12
arg_in:  1 buffer float2[1] 1 3
arg_in:  2 int 2

[test]
name: of two components, by an exponent for each
kernel_name: two_by_two
arg_out: 0 buffer float2[1] 4 6
arg_in:  1 buffer float2[1] 1 3
arg_in:  2 buffer int2[1] 2 1
!*/

kernel void two(global float2 *out, global const float2 *in, int exponent)
{
    out[0] = ldexp(in[0], exponent);
}

kernel void two_by_two(global float2 *out, global const float2 *in, global const int2 *exponents)
{
    out[0] = ldexp(in[0], exponents[0]);
}
