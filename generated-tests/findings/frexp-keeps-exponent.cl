// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.2: frexp stores the exponent in *exp, whatever was there.

[config]
name: exponents that frexp stores

[test]
name: where another number was
kernel_name: other
arg_out: 0 buffer int[1] 4
arg_in:  1 float 8

[test]
name: of a vector
kernel_name: vector
arg_out: 0 buffer int2[1] 1 4
arg_in:  1 float2 1 8
!*/

kernel void other(global int *out, float x)
{
    int exponent = 70;
    frexp(x, &exponent);
    out[0] = exponent;
}

kernel void vector(global int2 *out, float2 x)
{
    int2 exponent;
    frexp(x, &exponent);
    out[0] = exponent;
}
