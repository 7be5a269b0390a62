// SPDX-License-Identifier: MIT
// atomics.cl: atomic operations outside of a buffer or a __local variable.
#include "pair.h"

//? atomic 'out'
kernel void add(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/atomic_add(&out[i + W(1, 0)], in[i]);
}

//? atomic 'out'
kernel void increment_before(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/atomic_inc(&out[i - W(1, 0)]);
}

//? atomic 'out'
kernel void exchange(global int *out, global int *in)
{
    int i = get_global_id(0);
    in[i] = /*@*/atomic_xchg(&out[i * W(2, 1)], i);
}

//? atomic 'out'
kernel void compare_exchange(global int *out, global int *in)
{
    int i = get_global_id(0);
    in[i] = /*@*/atomic_cmpxchg(&out[i + W(16, 0)], 1, i);
}

//? atomic 'out'
kernel void minimum(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/atomic_min(out + W(16, 15), i);
}

//? atomic 'out'
kernel void maximum_returned(global uint *out, global uint *in)
{
    int i = get_global_id(0);
    in[i] = /*@*/atomic_max(out + i + W(1, 0), 7u);
}

//? atomic 'out'
kernel void float_exchange(global float *out, global float *in)
{
    int i = get_global_id(0);
    in[i] = /*@*/atomic_xchg(out + i + W(1, 0), 2.0f);
}

//? atomic 'counts'
kernel void local_add(global int *out, global const int *in)
{
    local int counts[8];
    int l = get_local_id(0);
    counts[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/atomic_add(&counts[l + W(1, 0)], in[l]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = counts[l];
}

//? atomic 'counts'
//! 16 16 local:8
kernel void local_argument(global int *out, global const int *in, local int *counts)
{
    int l = get_local_id(0);
    counts[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/atomic_or(&counts[l * W(2, 1)], in[l]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = counts[l];
}

//? atomic 'counts'
kernel void local_compare_exchange(global int *out, global const int *in)
{
    local int counts[8];
    int l = get_local_id(0);
    counts[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/atomic_cmpxchg(&counts[l + W(8, 0)], 0, in[l]);
}
