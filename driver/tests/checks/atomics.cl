// SPDX-License-Identifier: MIT
// atomics.cl: atomic operations outside of a buffer or a __local variable.
#include "pair.h"

//? atomic 'out'
kernel void add(global int *out, global const int *in)
{
    /*@*/atomic_add(&out[I + W(1, 0)], in[I]);
}

//? atomic 'out'
kernel void increment_before(global int *out, global const int *in)
{
    /*@*/atomic_inc(&out[I - W(1, 0)]);
}

//? atomic 'out'
kernel void exchange(global int *out, global int *in)
{
    in[I] = /*@*/atomic_xchg(&out[I * W(2, 1)], I);
}

//? atomic 'out'
kernel void compare_exchange(global int *out, global int *in)
{
    in[I] = /*@*/atomic_cmpxchg(&out[I + W(16, 0)], 1, I);
}

//? atomic 'out'
kernel void minimum(global int *out, global const int *in)
{
    /*@*/atomic_min(out + W(16, 15), I);
}

//? atomic 'out'
kernel void maximum_returned(global uint *out, global uint *in)
{
    in[I] = /*@*/atomic_max(out + I + W(1, 0), 7u);
}

//? atomic 'out'
kernel void float_exchange(global float *out, global float *in)
{
    in[I] = /*@*/atomic_xchg(out + I + W(1, 0), 2.0f);
}

//? atomic 'counts'
kernel void local_add(global int *out, global const int *in)
{
    local int counts[8];
    counts[L] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/atomic_add(&counts[L + W(1, 0)], in[L]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = counts[L];
}

//? atomic 'counts'
//! 16 16 local:8
kernel void local_argument(global int *out, global const int *in, local int *counts)
{
    counts[L] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/atomic_or(&counts[L * W(2, 1)], in[L]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = counts[L];
}

//? atomic 'counts'
kernel void local_compare_exchange(global int *out, global const int *in)
{
    local int counts[8];
    counts[L] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/atomic_cmpxchg(&counts[L + W(8, 0)], 0, in[L]);
}
