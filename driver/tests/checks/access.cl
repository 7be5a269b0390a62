// SPDX-License-Identifier: MIT
// access.cl: stores into memory objects that kernels may only read, loads from those that they may only write.
#include "pair.h"

//? read-only 'out'
//! 16:ro|16 16
kernel void store(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/out[i] = in[i];
}

//? read-only 'out'
//! 16:ro|16 16
kernel void atomic(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/atomic_inc(&out[i]);
}

//? read-only 'out'
//! 16:ro|16 16 g=4 l=4
kernel void vectors(global int4 *out, global const int4 *in)
{
    int i = get_global_id(0);
    /*@*/out[i] = in[0];
}

//? read-only 'out'
//! 16:ro:sub|16:sub 16
kernel void sub_buffer(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/out[i] = in[i];
}

//? read-only 'in'
//! 16 16:ro
kernel void const_cast_away(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/((global int *)W(in, out))[i] = i;
}

//? read-only 'in'
//! 16 16:ro
kernel void in_a_branch(global int *out, global int *in)
{
    int i = get_global_id(0);
    global int *to = i W(< 9, < 99) ? out : in;
    /*@*/to[i] = 2;
}

//? write-only 'in'
//! 16 16:wo|16
kernel void load(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/in[i];
}

//? write-only 'out'
//! 16:wo|16 16
kernel void read_and_add(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/out[i] += in[i];
}

//? write-only 'in'
//! 16 16:wo|16
kernel void vector_load(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/vload4(i & 3, in).x;
}

//? load 'in'
kernel void printed(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = i;
    printf("%d %d\n", i,
           /*@*/in[i W(+ 1, )]);
}

//? load 'in'
//! 16 64
kernel void printed_vector(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = i;
    printf("%s: %v4d\n", "four",
           /*@*/vload4(i W(* 5, ), in));
}

//? store 'out'
kernel void printed_after(global int *out, global const int *in)
{
    int i = get_global_id(0);
    printf("%d %d\n", in[i],
           /*@*/out[i W(+ 1, )]++);
}
