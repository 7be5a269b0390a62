// SPDX-License-Identifier: MIT
// misaligned.cl: pointers that are not a multiple of the size of what they point to (OpenCL C 6.1.5).
#include "pair.h"

//? misaligned 'in'
//! 16 32
kernel void load(global int *out, global const char *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/*(global const int *)(in + i * 4 + W(1, 4));
}

//? misaligned 'in'
//! 16 32
kernel void load_by_two(global int *out, global const char *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/*(global const int *)(in + i * W(2, 4));
}

//? misaligned 'out'
//! 32 16
kernel void store(global char *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/*(global int *)(out + i * 4 + W(3, 4)) = in[i];
}

//? misaligned 'in'
//! 16 32
kernel void shorts(global int *out, global const char *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/*(global const short *)(in + i * 4 + W(1, 2));
}

//? misaligned 'out'
//! 32 16
kernel void stored_shorts(global char *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/*(global short *)(out + i * 4 + W(1, 2)) = 3;
}

//? misaligned 'in'
//! 32 64 g=8
kernel void vectors(global int4 *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/*(global const int4 *)(in + i * 4 + W(1, 4));
}

//? misaligned 'out'
//! 64 16 g=8
kernel void stored_vectors(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/*(global int4 *)(out + i * 4 + W(2, 4)) = (int4)(in[i]);
}

//? misaligned 'in'
//! 16 64
kernel void pairs(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = (int)/*@*/(*(global const float2 *)(in + i * 2 + W(1, 2))).y;
}

//? misaligned 'in'
//! 16 64
kernel void longs(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = (int)/*@*/*(global const long *)(in + i * 2 + W(1, 2));
}

//? misaligned 'out'
//! 32 16
kernel void atomic(global char *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/atomic_inc((volatile global int *)(out + i * 4 + W(2, 4)));
}

//? misaligned 'bytes'
kernel void in_local(global int *out, global const int *in)
{
    local int bytes[16];
    int l = get_local_id(0);
    bytes[l] = bytes[l + 8] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/*(local int *)((local char *)bytes + l * W(3, 4));
}

//? misaligned 'bytes'
kernel void in_private(global int *out, global const int *in)
{
    int i = get_global_id(0), bytes[200];
    for (int k = 0; k < 200; k++)
        bytes[k] = in[i] + k;
    out[i] = /*@*/*(int *)((char *)bytes + i * 4 + in[i] * W(2, 4));
}

//? misaligned 'in'
//! 16 32
kernel void in_constant(global int *out, constant char *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/*(constant int *)(in + i * 4 + W(1, 4));
}

//? misaligned 'in'
//! 16 32
kernel void halves(global float *out, global const char *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/vload_half(i, (global const half *)(in + W(1, 2)));
}

//? misaligned 'in'
//! 16 64 g=8
kernel void load_four(global int *out, global const char *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/vload4(i, (global const int *)(in + W(2, 4))).x;
}
