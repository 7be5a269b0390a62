// SPDX-License-Identifier: MIT
// misaligned.cl: pointers that are not a multiple of the size of what they point to (OpenCL C 6.1.5).
#include "pair.h"

//? misaligned 'in'
//! 16 32
kernel void load(global int *out, global const char *in)
{
    out[I] = /*@*/*(global const int *)(in + I * 4 + W(1, 4));
}

//? misaligned 'in'
//! 16 32
kernel void load_by_two(global int *out, global const char *in)
{
    out[I] = /*@*/*(global const int *)(in + I * W(2, 4));
}

//? misaligned 'out'
//! 32 16
kernel void store(global char *out, global const int *in)
{
    /*@*/*(global int *)(out + I * 4 + W(3, 4)) = in[I];
}

//? misaligned 'in'
//! 16 32
kernel void shorts(global int *out, global const char *in)
{
    out[I] = /*@*/*(global const short *)(in + I * 4 + W(1, 2));
}

//? misaligned 'out'
//! 32 16
kernel void stored_shorts(global char *out, global const int *in)
{
    /*@*/*(global short *)(out + I * 4 + W(1, 2)) = 3;
}

//? misaligned 'in'
//! 32 64 g=8
kernel void vectors(global int4 *out, global const int *in)
{
    out[I] = /*@*/*(global const int4 *)(in + I * 4 + W(1, 4));
}

//? misaligned 'out'
//! 64 16 g=8
kernel void stored_vectors(global int *out, global const int *in)
{
    /*@*/*(global int4 *)(out + I * 4 + W(2, 4)) = (int4)(in[I]);
}

//? misaligned 'in'
//! 16 64
kernel void pairs(global int *out, global const int *in)
{
    out[I] = (int)/*@*/(*(global const float2 *)(in + I * 2 + W(1, 2))).y;
}

//? misaligned 'in'
//! 16 64
kernel void longs(global int *out, global const int *in)
{
    out[I] = (int)/*@*/*(global const long *)(in + I * 2 + W(1, 2));
}

//? misaligned 'out'
//! 32 16
kernel void atomic(global char *out, global const int *in)
{
    /*@*/atomic_inc((volatile global int *)(out + I * 4 + W(2, 4)));
}

//? misaligned 'bytes'
kernel void in_local(global int *out, global const int *in)
{
    local int bytes[16];
    bytes[L] = bytes[L + 8] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/*(local int *)((local char *)bytes + L * W(3, 4));
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
    floats[L] = floats[L + 8] = floats[L + 16] = floats[L + 24] = in[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/(*(local float4 *)(floats + L * 4 - W(L, 0))).y;
}

//? misaligned 'in'
//! 16 local:64
kernel void vector_in_argument(global int *out, local int *in)
{
    /*@*/*(local int2 *)(in + L * 2 + W(1, 2)) = (int2)(L);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = in[L * 2 + 2];
}

//? misaligned 'in'
//! 16 local:64
kernel void loaded_from_argument(global int *out, local char *in)
{
    vstore4((char4)(L), L, in), vstore4((char4)(L), L + 8, in);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/vload2(L & 1, (local int *)(in + W(L, 4))).y;
}

//? misaligned 'longs'
kernel void long_in_local(global int *out, global const int *in)
{
    local int longs[40];
    longs[L] = longs[L + 8] = longs[L + 16] = longs[L + 24] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = (int)/*@*/*(local long *)(longs + L * 2 + W(1, 2));
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
    out[I] = /*@*/*(constant int *)(in + I * 4 + W(1, 4));
}

//? misaligned 'in'
//! 16 32
kernel void halves(global float *out, global const char *in)
{
    out[I] = /*@*/vload_half(I, (global const half *)(in + W(1, 2)));
}

//? misaligned 'in'
//! 16 64 g=8
kernel void load_four(global int *out, global const char *in)
{
    out[I] = /*@*/vload4(I, (global const int *)(in + W(2, 4))).x;
}
