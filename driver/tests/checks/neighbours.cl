// SPDX-License-Identifier: MIT
// neighbours.cl: accesses outside of a buffer or sub-buffer that meet another live object. The large
// third argument is what they meet where buffers lie behind each other.
#include "pair.h"

//? load 'in'
//! 16 16 65536
kernel void other_load(global int *out, global const int *in, global int *other)
{
    out[I] = /*@*/in[I + W(16384, 0)];
}

//? store 'out'
//! 16 16 65536
kernel void other_store(global int *out, global const int *in, global int *other)
{
    /*@*/out[I + W(16384, 0)] = in[I];
}

//? load 'in'
//! 16 65536 16
kernel void other_load_before(global int *out, global const int *before, global const int *in)
{
    out[I] = /*@*/in[I - W(16384, 0)] + before[0];
}

//? store 'out'
//! 65536 16 16
kernel void other_store_before(global int *before, global const int *in, global int *out)
{
    /*@*/out[I - W(16384, 0)] = in[I];
}

//? atomic 'out'
//! 16 16 65536
kernel void other_atomic(global int *out, global const int *in, global int *other)
{
    /*@*/atomic_add(&out[I + W(16384, 0)], in[I]);
}

//? load 'in'
//! 16 16 65536
kernel void other_vector(global int *out, global const int *in, global int *other)
{
    out[I] = /*@*/vload4(W(4096, 0), in).y;
}

//? load 'in'
//! 16 16 65536 int:16384|int:0
kernel void other_by_argument(global int *out, global const int *in, global int *other, int by)
{
    out[I] = /*@*/in[I + by];
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
    out[I] = /*@*/at(in, I + W(16384, 0));
}

//? load 'in'
//! 16 16 65536
kernel void other_chosen(global int *out, global const int *in, global const int *other)
{
    global const int *p = in[I] ? in : other;
    out[I] = /*@*/p[I + W(16384, 0)];
}

//? store 'out'
//! 16 16 65536:zero
kernel void other_chosen_store(global int *out, global const int *in, global int *other)
{
    global int *p = in[I] ? out : other;
    /*@*/p[I + W(16384, 0)] = 5;
}

//? load 'in'
//! 16 16 65536
kernel void chosen_stepped(global int *out, global const int *in, global const int *other)
{
    global const int *p = in[I] ? in : other;
    int sum = 0;
    for (int k = 0; k < in[I] * 16; k++, p += W(2048, 1))
        sum += /*@*/*p;
    out[I] = sum;
}

//? load 'other'
//! 16 16 65536 int:3
kernel void swapped(global int *out, global const int *other, global const int *in, int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++) {
        sum += /*@*/other[I + W(k * 16384, 0)];
        global const int *last = other;
        other = in;
        in = last;
    }
    out[I] = sum;
}

//? load 'in'
//! 16 16:sub 16:sub int:1
kernel void sub_chosen(global int *out, global const int *in, global const int *other, int n)
{
    global const int *p = n ? in : other;
    out[I] = /*@*/vload3(0, p + W(I, 0))[0];
}

//? load 'in'
//! 16 16:sub
kernel void sub_load(global int *out, global const int *in)
{
    out[I] = /*@*/in[I + W(1, 0)];
}

//? store 'out'
//! 16:sub 16
kernel void sub_store(global int *out, global const int *in)
{
    /*@*/out[I + W(1, 0)] = in[I];
}

//? load 'in'
//! 16 16:sub
kernel void sub_load_before(global int *out, global const int *in)
{
    out[I] = /*@*/in[I - W(1, 0)];
}

//? store 'out'
//! 16:sub 16
kernel void sub_store_before(global int *out, global const int *in)
{
    /*@*/out[I - W(1, 0)] = in[I];
}

//? load 'in'
//! 16 16:sub
kernel void sub_vector(global int *out, global const int *in)
{
    out[I] = /*@*/vload4(0, in + 12 + W(1, 0)).w;
}

//? atomic 'out'
//! 16:sub 16
kernel void sub_atomic(global int *out, global const int *in)
{
    /*@*/atomic_inc(&out[I + W(1, 0)]);
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
