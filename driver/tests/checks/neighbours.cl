// SPDX-License-Identifier: MIT
// neighbours.cl: accesses outside of a buffer or sub-buffer that meet another live object. The large
// third argument is what they meet where buffers lie behind each other.
#include "pair.h"

//? load 'in'
//! 16 16 65536
kernel void other_load(global int *out, global const int *in, global int *other)
{
    int i = get_global_id(0);
    out[i] = /*@*/in[i + W(16384, 0)];
}

//? store 'out'
//! 16 16 65536
kernel void other_store(global int *out, global const int *in, global int *other)
{
    int i = get_global_id(0);
    /*@*/out[i + W(16384, 0)] = in[i];
}

//? load 'in'
//! 16 65536 16
kernel void other_load_before(global int *out, global const int *before, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/in[i - W(16384, 0)] + before[0];
}

//? store 'out'
//! 65536 16 16
kernel void other_store_before(global int *before, global const int *in, global int *out)
{
    int i = get_global_id(0);
    /*@*/out[i - W(16384, 0)] = in[i];
}

//? atomic 'out'
//! 16 16 65536
kernel void other_atomic(global int *out, global const int *in, global int *other)
{
    int i = get_global_id(0);
    /*@*/atomic_add(&out[i + W(16384, 0)], in[i]);
}

//? load 'in'
//! 16 16 65536
kernel void other_vector(global int *out, global const int *in, global int *other)
{
    int i = get_global_id(0);
    out[i] = /*@*/vload4(W(4096, 0), in).y;
}

//? load 'in'
//! 16 16 65536 int:16384|int:0
kernel void other_by_argument(global int *out, global const int *in, global int *other, int by)
{
    int i = get_global_id(0);
    out[i] = /*@*/in[i + by];
}

//? load 'in'
//! 16 16 65536
kernel void other_in_loop(global int *out, global const int *in, global int *other)
{
    int sum = 0;
    for (int k = 0; k < W(32768, 16); k += W(2048, 1))
        sum += /*@*/in[k];
    out[get_global_id(0)] = sum;
}

//? load 'in'
//! 16 16 65536
static int at(global const int *p, int i)
{
    return /*@*/p[i];
}

kernel void other_inlined(global int *out, global const int *in, global int *other)
{
    int i = get_global_id(0);
    out[i] = /*@*/at(in, i + W(16384, 0));
}

//? load 'in'
//! 16 16 65536
kernel void other_chosen(global int *out, global const int *in, global const int *other)
{
    int i = get_global_id(0);
    global const int *p = in[i] ? in : other;
    out[i] = /*@*/p[i + W(16384, 0)];
}

//? load 'in'
//! 16 16:sub
kernel void sub_load(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/in[i + W(1, 0)];
}

//? store 'out'
//! 16:sub 16
kernel void sub_store(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/out[i + W(1, 0)] = in[i];
}

//? load 'in'
//! 16 16:sub
kernel void sub_load_before(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/in[i - W(1, 0)];
}

//? store 'out'
//! 16:sub 16
kernel void sub_store_before(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/out[i - W(1, 0)] = in[i];
}

//? load 'in'
//! 16 16:sub
kernel void sub_vector(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/vload4(0, in + 12 + W(1, 0)).w;
}

//? atomic 'out'
//! 16:sub 16
kernel void sub_atomic(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/atomic_inc(&out[i + W(1, 0)]);
}

//? load 'in'
//! 16 16:sub int:16
kernel void sub_loop(global int *out, global const int *in, int n)
{
    int sum = 0;
    for (int k = 0; k W(<=, <) n; k++)
        sum += /*@*/in[k];
    out[get_global_id(0)] = sum;
}
