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

//? misaligned 'floats'
kernel void vector_in_local(global float *out, global const float *in)
{
    local float floats[64];
    int l = get_local_id(0);
    floats[l] = floats[l + 8] = floats[l + 16] = floats[l + 24] = in[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/(*(local float4 *)(floats + l * 4 - W(l, 0))).y;
}

//? misaligned 'in'
//! 16 local:64
kernel void vector_in_argument(global int *out, local int *in)
{
    int l = get_local_id(0);
    /*@*/*(local int2 *)(in + l * 2 + W(1, 2)) = (int2)(l);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = in[l * 2 + 2];
}

//? misaligned 'in'
//! 16 local:64
kernel void loaded_from_argument(global int *out, local char *in)
{
    int l = get_local_id(0);
    vstore4((char4)(l), l, in), vstore4((char4)(l), l + 8, in);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/vload2(l & 1, (local int *)(in + W(l, 4))).y;
}

//? misaligned 'longs'
kernel void long_in_local(global int *out, global const int *in)
{
    local int longs[40];
    int l = get_local_id(0);
    longs[l] = longs[l + 8] = longs[l + 16] = longs[l + 24] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = (int)/*@*/*(local long *)(longs + l * 2 + W(1, 2));
}

//? misaligned 'ints'
kernel void vector_in_private(global int *out, global const int *in)
{
    int i = get_global_id(0), ints[200];
    for (int k = 0; k < 200; k++)
        ints[k] = in[i] + k;
    out[i] = /*@*/(*(int4 *)(ints + in[i] * W(2, 4))).z;
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
