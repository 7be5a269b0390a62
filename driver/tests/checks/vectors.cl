// SPDX-License-Identifier: MIT
// vectors.cl: loads and stores of vectors and halves that are outside of a buffer, or partly so.
#include "pair.h"

//? load 'in'
//! 16 16 g=4 l=4
kernel void whole(global int4 *out, global const int4 *in)
{
    out[I] = /*@*/in[I + W(1, 0)];
}

//? store 'out'
//! 16 16 g=4 l=4
kernel void whole_stored(global int4 *out, global const int4 *in)
{
    /*@*/out[I + W(1, 0)] = in[I];
}

//? load 'in'
//! 16 16 g=4 l=4
kernel void load_four(global int *out, global const int *in)
{
    out[I] = /*@*/vload4(I + W(1, 0), in).y;
}

//? load 'in'
//! 16 16 g=4 l=4
kernel void load_four_partly(global int4 *out, global const int *in)
{
    out[I] = /*@*/vload4(0, in + I * 4 + W(2, 0));
}

//? store 'out'
//! 16 16 g=4 l=4
kernel void store_four_partly(global int *out, global const int4 *in)
{
    /*@*/vstore4(in[I], 0, out + I * 4 + W((I == 3) * 2, 0));
}

//? load 'in'
//! 32 16 g=5 l=5
kernel void load_three(global int *out, global const int *in)
{
    out[I] = /*@*/vload3(I + W(1, 0), in).z;
}

//? store 'out'
//! 16 16 g=5 l=5
kernel void store_three(global int *out, global const int *in)
{
    /*@*/vstore3((int3)(I), I + W(1, 0), out);
}

//? load 'in'
//! 16 12|16 g=4 l=4
kernel void three_take_four(global int *out, global const int3 *in)
{
    out[I] = /*@*/in[I].x + in[I].y + in[I].z;
}

//? load 'in'
//! 16 32 g=2 l=2
kernel void load_sixteen(global int *out, global const int16 *in)
{
    out[I] = /*@*/in[I + W(1, 0)].sf;
}

//? store 'out'
//! 16 16 g=2 l=2
kernel void store_eight(global int8 *out, global const int *in)
{
    /*@*/out[I + W(1, 0)] = (int8)(in[I]);
}

//? load 'in'
kernel void load_half(global float *out, global const half *in)
{
    out[I] = /*@*/vload_half(I * 2 + W(2, 1), in);
}

//? store 'out'
kernel void store_half(global half *out, global const int *in)
{
    /*@*/vstore_half(2.0f, I * 2 + W(2, 1), out);
}

//? load 'in'
//! 16 16 g=8
kernel void load_half_four(global float *out, global const half *in)
{
    out[I] = /*@*/vload_half4(I + W(1, 0), in).w;
}

//? load 'in'
kernel void chars(global int *out, global const uchar4 *in)
{
    out[I] = /*@*/in[I + W(1, 0)].z;
}

//? store 'out'
kernel void stored_chars(global uchar4 *out, global const int *in)
{
    /*@*/out[I + W(1, 0)] = (uchar4)(1);
}

//? load 'in'
//! 16 16 g=8
kernel void floats(global float2 *out, global const float2 *in)
{
    out[I] = /*@*/in[I ^ W(8, 7)];
}
