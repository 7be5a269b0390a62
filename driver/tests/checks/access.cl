// SPDX-License-Identifier: MIT
// access.cl: stores into memory objects that kernels may only read, loads from those that they may only write.
#include "pair.h"

//? read-only 'out'
//! 16:ro|16 16
kernel void store(global int *out, global const int *in)
{
    /*@*/out[I] = in[I];
}

//? read-only 'out'
//! 16:ro|16 16
kernel void atomic(global int *out, global const int *in)
{
    /*@*/atomic_inc(&out[I]);
}

//? read-only 'out'
//! 16:ro|16 16 g=4 l=4
kernel void vectors(global int4 *out, global const int4 *in)
{
    /*@*/out[I] = in[0];
}

//? read-only 'out'
//! 16:ro:sub|16:sub 16
kernel void sub_buffer(global int *out, global const int *in)
{
    /*@*/out[I] = in[I];
}

//? read-only 'in'
//! 16 16:ro
kernel void const_cast_away(global int *out, global const int *in)
{
    /*@*/((global int *)W(in, out))[I] = I;
}

//? read-only 'in'
//! 16 16:ro
kernel void in_a_branch(global int *out, global int *in)
{
    global int *to = I W(< 9, < 99) ? out : in;
    /*@*/to[I] = 2;
}

//? write-only 'in'
//! 16 16:wo|16
kernel void load(global int *out, global const int *in)
{
    out[I] = /*@*/in[I];
}

//? write-only 'out'
//! 16:wo|16 16
kernel void read_and_add(global int *out, global const int *in)
{
    /*@*/out[I] += in[I];
}

//? write-only 'in'
//! 16 16:wo|16
kernel void vector_load(global int *out, global const int *in)
{
    out[I] = /*@*/vload4(I & 3, in).x;
}

//? load 'in'
kernel void printed(global int *out, global const int *in)
{
    out[I] = I;
    printf("%d %d\n", I,
           /*@*/in[I W(+ 1, )]);
}

//? load 'in'
//! 16 64
kernel void printed_vector(global int *out, global const int *in)
{
    out[I] = I;
    printf("%s: %v4d\n", "four",
           /*@*/vload4(I W(* 5, ), in));
}

//? store 'out'
kernel void printed_after(global int *out, global const int *in)
{
    printf("%d %d\n", in[I],
           /*@*/out[I W(+ 1, )]++);
}

//? write-only 'out'
//! 16:wo 16 g=4 l=4
kernel void component_counted(global int4 *out, global const int *in)
{
    /*@*/out[I].y W(+=, =) in[I];
}

//? write-only 'out'
//! 16:wo 16
kernel void byte_counted(global uchar4 *out, global const int *in)
{
    /*@*/out[I].zx W(+=, =) (uchar2)(in[I], 1);
}

//? write-only 'out'
//! 16:wo 16 g=4 l=4
kernel void component_of_volatile(global volatile int4 *out, global const int *in)
{
    /*@*/out[I].wzyx W(+=, =) in[I];
}
