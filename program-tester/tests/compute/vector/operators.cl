// SPDX-License-Identifier: MIT
/*!
# Operators work component by component, a scalar operand is widened, and comparisons give -1 or 0
# (OpenCL C 1.2, 6.3).

[config]
name: compute vector operators
kernel_name: operators

[test]
name: int4
arg_out: 0 buffer int4[8] 11 22 33 44  -9 -18 -27 -36  10 40 90 160  6 7 8 9  0 0 -1 -1  -1 0 0 0  -2 -3 -4 -5  10 20 3 4
arg_in:  1 int4 1 2 3 4
arg_in:  2 int4 10 20 30 40
!*/

kernel void operators(global int4 *out, int4 a, int4 b)
{
    out[0] = a + b;
    out[1] = a - b;
    out[2] = a * b;
    out[3] = a + 5;
    out[4] = a > 2;
    out[5] = a == (int4)(1, 3, 2, 5);
    out[6] = ~a;
    out[7] = a < 3 ? b : a;
}
