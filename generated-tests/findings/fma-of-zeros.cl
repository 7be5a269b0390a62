// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.2: fma "returns the correctly rounded floating-point representation of the sum of c with the infinitely precise product of
# a and b". IEEE 754-2008, 6.3: the sum of zeros with unlike signs is +0 when rounding to nearest, with equal signs it has their sign.

[config]
name: fma of zeros

[test]
name: a negative zero plus a positive one
kernel_name: sums
global_size: 4 0 0
arg_out: 0 buffer float[4] 0.0 0.0 -0.0 0.0 signed_zero
arg_in:  1 buffer float[4] -0.5 -0.0 -0.5 0.5
arg_in:  2 buffer float[4]  0.0  3.0  0.0 0.0
arg_in:  3 buffer float[4]  0.0  0.0 -0.0 0.0

[test]
name: a positive zero plus a negative one
kernel_name: sums
global_size: 4 0 0
arg_out: 0 buffer float[4] 0.0 0.0 -0.0 0.0 signed_zero
arg_in:  1 buffer float[4]  0.5 -0.0  0.5 0.0
arg_in:  2 buffer float[4]  0.0 -3.0 -0.0 0.0
arg_in:  3 buffer float[4] -0.0 -0.0 -0.0 -0.0
!*/

kernel void sums(global float *out, global const float *a, global const float *b, global const float *c)
{
    const size_t i = get_global_id(0);
    out[i] = fma(a[i], b[i], c[i]);
}
