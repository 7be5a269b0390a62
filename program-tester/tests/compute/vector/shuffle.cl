// SPDX-License-Identifier: MIT
/*!
# shuffle and shuffle2 take components by the low bits of a mask (OpenCL C 1.2, 6.12.12).

[config]
name: compute vector shuffle
kernel_name: mix_up

[test]
name: four and eight
arg_out: 0 buffer int4[2] 40 30 20 10  20 3 10 4
arg_out: 1 buffer int8[1] 10 10 20 20 30 30 40 40
arg_in:  2 int4 10 20 30 40
arg_in:  3 int4 1 2 3 4
!*/

kernel void mix_up(global int4 *out, global int8 *out8, int4 a, int4 b)
{
    out[0] = shuffle(a, (uint4)(3, 2, 1, 4));
    out[0].w = shuffle(a, (uint4)(0)).x;
    out[1] = shuffle2(a, b, (uint4)(1, 6, 0, 7));
    out8[0] = shuffle(a, (uint8)(0, 0, 1, 1, 2, 2, 3, 3));
}
