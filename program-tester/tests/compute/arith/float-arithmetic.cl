// SPDX-License-Identifier: MIT
/*!
# float + - * are correctly rounded, / is within 2.5 ulp (OpenCL 1.2, 7.4).
# Overflow gives infinity.

[config]
name: compute arith float arithmetic
kernel_name: arith
global_size: 8 0 0

[test]
name: all operators
arg_out: 0 buffer float[8] 3.5 -1.75 4 3e+38 3 -14 0.3 16777216
arg_out: 1 buffer float[8] -0.5 -2.75 -4 3e+38 -3 0 -0.1 16777215
arg_out: 2 buffer float[8] 3 -1.125 0 inf 2.9999998e-38 49 0.020000001 16777216
arg_out: 3 buffer float[8] 0.75 -4.5 0 1.5e+38 3.333333e-39 1 0.5 16777216 tolerance 2 ulp
arg_out: 4 buffer float[8] -1.5 2.25 -0 -3e+38 -1e-38 7 -0.1 -16777216 signed_zero
arg_in:  5 buffer float[8] 1.5 -2.25 0 3e+38 1e-38 -7 0.1 16777216
arg_in:  6 buffer float[8] 2 0.5 4 2 3 -7 0.2 1
!*/

kernel void arith(global float *add, global float *sub, global float *mul, global float *quo,
                  global float *neg, global const float *a, global const float *b)
{
    size_t i = get_global_id(0);
    add[i] = a[i] + b[i];
    sub[i] = a[i] - b[i];
    mul[i] = a[i] * b[i];
    quo[i] = a[i] / b[i];
    neg[i] = -a[i];
}
