// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.2: "The built-in math functions" are there for every program.

[config]
name: programs that call math functions are built

[test]
name: sin
kernel_name: sine
arg_out: 0 buffer float[1] 0
arg_in:  1 float 0

[test]
name: remquo
kernel_name: quotient
arg_out: 0 buffer float[1] 1
arg_in:  1 float 7
!*/

kernel void sine(global float *out, float in)
{
    out[0] = sin(in);
}

kernel void quotient(global float *out, float in)
{
    int bits;
    out[0] = remquo(in, 3.0f, &bits);
}
