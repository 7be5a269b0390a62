// SPDX-License-Identifier: MIT
/*!
# shuffle and shuffle2 of other types and widths (OpenCL C 1.2, section 6.12.12), and vec_step, which counts
# a vector of three as four. A mask counts modulo the number of components it may choose from.

[config]
name: compute vector shuffle types

[test]
name: bytes
kernel_name: bytes
arg_out: 0 buffer uchar16[1] 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
arg_out: 1 buffer uchar4[1] 0 31 16 15
arg_in:  2 buffer uchar16[2] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31

[test]
name: shorts
kernel_name: shorts
arg_out: 0 buffer short2[1] -4 -2
arg_out: 1 buffer short8[1] -1 -2 -3 -4 -5 -6 -7 -8
arg_in:  2 buffer short4[2] -1 -2 -3 -4 -5 -6 -7 -8

[test]
name: floats, by a mask from memory
kernel_name: floats
arg_out: 0 buffer float2[3] 2.5 1.5  3.5 2.5  1.5 4.5
arg_in:  1 buffer float2[2] 1.5 2.5 3.5 4.5
arg_in:  2 buffer uint2[3] 3 2  2 5  0xfffffffc 7

[test]
name: longs
kernel_name: longs
arg_out: 0 buffer long4[1] 30000000000 -1 20000000000 10000000000
arg_in:  1 buffer long2[2] 10000000000 20000000000 30000000000 -1

[test]
name: steps
kernel_name: steps
arg_out: 0 buffer int[11] 1 1 2 4 4 8 16 1 2 4 4
!*/

kernel void bytes(global uchar16 *turned, global uchar4 *four, global const uchar16 *in)
{
    *turned = shuffle(in[0], (uchar16)(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    *four = shuffle2(in[0], in[1], (uchar4)(32, 31, 16, 15 + 64));
}

kernel void shorts(global short2 *two, global short8 *eight, global const short4 *in)
{
    *two = shuffle(in[0], (ushort2)(3, 5));
    *eight = shuffle2(in[0], in[1], (ushort8)(0, 1, 2, 3, 4, 5, 6, 7));
}

kernel void floats(global float2 *out, global const float2 *in, global const uint2 *masks)
{
    out[0] = shuffle(in[0], masks[0]);
    out[1] = shuffle2(in[0], in[1], masks[1]);
    out[2] = shuffle2(in[0], in[1], masks[2]);
}

kernel void longs(global long4 *out, global const long2 *in)
{
    *out = shuffle2(in[0], in[1], (ulong4)(2, 3, 1, 4));
}

kernel void steps(global int *out)
{
    float3 three = 0.0f;
    out[0] = vec_step(int);
    out[1] = vec_step(uchar);
    out[2] = vec_step(float2);
    out[3] = vec_step(short3);
    out[4] = vec_step(char4);
    out[5] = vec_step(long8);
    out[6] = vec_step(uint16);
    out[7] = vec_step(three.x);
    out[8] = vec_step(three.xy);
    out[9] = vec_step(three);
    out[10] = vec_step(convert_int3(three));
}
