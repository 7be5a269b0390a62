// SPDX-License-Identifier: MIT
/*!
# Component access by xyzw, s0-sF, lo, hi, even and odd, on both sides of an assignment (OpenCL C 1.2, 6.1.7).

[config]
name: compute vector swizzle
kernel_name: swizzle

[test]
name: int4 and int8
arg_out: 0 buffer int4[4] 4 3 2 1  1 1 3 3  9 2 8 4  2 1 4 3
arg_out: 1 buffer int8[2] 1 3 5 7 2 4 6 8  5 6 7 8 1 2 3 4
arg_out: 2 buffer int2[2] 1 2 6 8
arg_in:  3 int4 1 2 3 4
arg_in:  4 int8 1 2 3 4 5 6 7 8
!*/

kernel void swizzle(global int4 *out, global int8 *out8, global int2 *out2, int4 v, int8 w)
{
    int4 t = v;
    out[0] = v.wzyx;
    out[1] = v.xxzz;
    t.xz = (int2)(9, 8);
    out[2] = t;
    out[3] = v.s1032;
    out8[0] = (int8)(w.even, w.odd);
    out8[1] = (int8)(w.hi, w.lo);
    out2[0] = w.lo.lo;
    out2[1] = w.hi.odd;
}
