// SPDX-License-Identifier: MIT
/*!
# Infinity and NaN follow IEEE 754 through + - * / (OpenCL 1.2, 7.2), with exact matches:
# inf - inf, 0 * inf and 0 / 0 are NaN; 1 / 0 is infinity with the sign of the zero.

[config]
name: compute arith float special
kernel_name: special

[test]
name: inf and nan
arg_out: 0 buffer float[9] nan nan nan inf -inf inf 0 nan inf
arg_in:  1 float inf
arg_in:  2 float 0
arg_in:  3 float nan
!*/

kernel void special(global float *out, float inf, float zero, float nan)
{
    out[0] = inf - inf;
    out[1] = zero * inf;
    out[2] = zero / zero;
    out[3] = 1.0f / zero;
    out[4] = 1.0f / -zero;
    out[5] = inf + 1.0f;
    out[6] = 1.0f / inf;
    out[7] = nan + 1.0f;
    out[8] = inf * inf;
}
