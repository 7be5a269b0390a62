// SPDX-License-Identifier: MIT
// constant.cl: accesses outside of program-scope constants and of __constant arguments.
#include "pair.h"

constant int table[8] = {2, 3, 5, 7, 11, 13, 17, 19};
constant int squares[4] = {0, 1, 4, 9};
constant char letters[] = "letters";
constant float4 colours[3] = {(float4)(1, 0, 0, 1), (float4)(0, 1, 0, 1), (float4)(0, 0, 1, 1)};

//? load 'table'
kernel void past_end(global int *out, global const int *in)
{
    out[I] = /*@*/table[(I & 7) + in[I] * W(5000, 0)];
}

//? load 'table'
kernel void next(global int *out, global const int *in)
{
    out[I] = /*@*/table[(I & 7) + in[I] * W(1, 0)];
}

//? load 'table'
kernel void before_start(global int *out, global const int *in)
{
    out[I] = /*@*/table[(I & 7) - in[I] * W(8, 0)];
}

//? load 'squares'
kernel void other_table(global int *out, global const int *in)
{
    out[I] = /*@*/squares[(I & 3) + in[I] * W(4, 0)] + table[I & 7];
}

//? load 'letters'
kernel void string(global int *out, global const int *in)
{
    out[I] = /*@*/letters[(I & 7) + in[I] * W(1, 0)];
}

//? load 'colours'
kernel void vectors(global int *out, global const int *in)
{
    out[I] = (int)/*@*/colours[I % W(4, 3)].z;
}

//? load 'in'
kernel void argument(global int *out, constant int *in)
{
    out[I] = /*@*/in[I + W(1, 0)];
}

//? load 'in'
kernel void argument_before(global int *out, constant int *in)
{
    out[I] = /*@*/in[I - W(1, 0)];
}

//? load 'in'
//! 16 16 int:16
kernel void argument_loop(global int *out, constant int *in, int n)
{
    int sum = 0;
    for (int k = 0; k W(<=, <) n; k++)
        sum += /*@*/in[k];
    out[get_global_id(0)] = sum;
}

//? load 'in'
kernel void argument_vector(global int *out, constant int4 *in)
{
    out[I] = /*@*/in[I & W(7, 3)].w;
}

//? load 'in'
//! 16 16 65536
kernel void argument_other(global int *out, constant int *in, global int *other)
{
    out[I] = /*@*/in[I + W(8192, 0)];
}

constant int NUMBERS[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

//? constant 'in'
//! 16 16
kernel void store_to_argument(global int *out, constant int *in)
{
    global int *to = W((global int *)(size_t)in, out);
    /*@*/to[I] = 1 + in[I];
}

//? constant 'NUMBERS'
//! 16 int:3
kernel void store_to_program(global int *out, int n)
{
    global int *to = W((global int *)(size_t)NUMBERS, out);
    /*@*/to[n] = n;
    out[n + 1] = NUMBERS[n];
}
