// SPDX-License-Identifier: MIT
// arithmetic.cl: arithmetic that has no result, or not the one that it looks to have.
#include "pair.h"

//? division
//! 16 16:index
kernel void by_zero(global int *out, global const int *in)
{
    out[I] = /*@*/100 / (in[I] + W(0, 1));
}

//? division
//! 16 16:index
kernel void remainder(global uint *out, global const uint *in)
{
    out[I] = /*@*/100u % (in[I] W(-, +) 3u);
}

//? division
//! 16 16:index
kernel void of_vectors(global int *out, global const int *in)
{
    int4 v = (int4)(7, 8, 9, 10) /*@*// (int4)(1, in[I] + W(0, 1), 2, 3);
    out[I] = v.x + v.y + v.z + v.w;
}

//? division
//! 16 16 int:0|int:2
kernel void of_longs(global int *out, global const int *in, int n)
{
    out[I] = (int)/*@*/((long)in[I] / n);
}

//? division
//! 16 16:index
kernel void guarded_too_late(global int *out, global const int *in)
{
    int value = in[I], mean = W(/*@*/12 / value, 0);
    if (value)
        mean = 12 / value;
    out[I] = mean;
}

// Shifts are modulo the width in OpenCL C, which few mean.
//? shift
//! 16 16:index
kernel void shift_left(global int *out, global const int *in)
{
    out[I] = /*@*/1 << (in[I] + W(17, 16));
}

//? shift
//! 16 16:index
kernel void shift_right(global uint *out, global const int *in)
{
    out[I] = 0x80000000u /*@*/>> (W(15, 16) - in[I] - 1);
}

//? index
//! 16 16 int:1073741824|int:1
kernel void product(global int *out, global const int *in, int pitch)
{
    int row = I & 4;
    out[I] = in[/*@*/pitch * row];
}

//? index
//! 16 16 int:2147483647|int:2
kernel void sum(global int *out, global const int *in, int start)
{
    out[I] = in[/*@*/start + (I & 7)];
}
