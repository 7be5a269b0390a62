// SPDX-License-Identifier: MIT
/*!
# Many shuffles of the longest vectors in one kernel (OpenCL C 1.2, section 6.12.12), with masks known to the
# compiler and not: each reverses its operand, and an even number of them gives it back.

[config]
name: compute vector many shuffles

[test]
name: 32 masks known
kernel_name: constants
arg_out: 0 buffer uchar16[1] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
arg_in:  1 buffer uchar16[2] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
arg_in:  2 buffer uchar16[1] 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0

[test]
name: 4 masks from memory
kernel_name: variables
arg_out: 0 buffer uchar16[1] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
arg_in:  1 buffer uchar16[2] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
arg_in:  2 buffer uchar16[1] 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
!*/

#define FOUR(x) x x x x
#define THIRTY_TWO(x) FOUR(FOUR(x)) FOUR(FOUR(x))

kernel void constants(global uchar16 *out, global uchar16 *in, global uchar16 *masks)
{
    uchar16 x = in[0];
    THIRTY_TWO(x = shuffle2(x, in[1], (uchar16)(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));)
    out[0] = x;
}

kernel void variables(global uchar16 *out, global uchar16 *in, global uchar16 *masks)
{
    uchar16 x = in[0];
    FOUR(x = shuffle2(x, in[1], masks[0]);)
    out[0] = x;
}
