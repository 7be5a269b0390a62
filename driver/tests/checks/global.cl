// SPDX-License-Identifier: MIT
// global.cl: accesses outside of a buffer, where no other object has to lie.
#include "pair.h"

//? load 'in'
kernel void load_next(global int *out, global const int *in)
{
    out[I] = /*@*/in[I + W(1, 0)];
}

//? store 'out'
kernel void store_next(global int *out, global const int *in)
{
    /*@*/out[I + W(1, 0)] = in[I];
}

//? load 'in'
kernel void load_before(global int *out, global const int *in)
{
    out[I] = /*@*/in[I - W(1, 0)];
}

//? store 'out'
kernel void store_before(global int *out, global const int *in)
{
    /*@*/out[I - W(1, 0)] = in[I];
}

//? load 'in'
kernel void load_far(global int *out, global const int *in)
{
    out[I] = /*@*/in[I + W(1 << 26, 0)];
}

//? store 'out'
kernel void store_far(global int *out, global const int *in)
{
    /*@*/out[I + W(1 << 26, 0)] = in[I];
}

//? store 'out'
//! 16 16 int:16 g=24
kernel void guard(global int *out, global const int *in, int n)
{
    if (I W(<=, <) n)
        /*@*/out[I] = 5;
}

//? store 'out'
//! 16 16 g=24
kernel void no_guard(global int *out, global const int *in)
{
    if (I < W(24, 16))
        /*@*/out[I] = 5;
}

//? load 'in'
//! 16 16 int:16
kernel void loop_bound(global int *out, global const int *in, int n)
{
    int sum = 0;
    for (int k = 0; k W(<=, <) n; k++)
        sum += /*@*/in[k];
    out[get_global_id(0)] = sum;
}

//? load 'in'
//! 16 16 int:15
kernel void loop_down(global int *out, global const int *in, int n)
{
    int sum = 0;
    for (int k = n; k >= W(-1, 0); k--)
        sum += /*@*/in[k];
    out[get_global_id(0)] = sum;
}

//? load 'in'
kernel void stride(global int *out, global const int *in)
{
    out[I] = /*@*/in[I * W(2, 1)];
}

//? store 'out'
//! 16 16 g=4x4 l=4x2
kernel void pitch(global int *out, global const int *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    /*@*/out[y * W(5, 4) + x] = in[y * 4 + x];
}

//? load 'in'
//! 16 16 g=8x2 l=4x2
kernel void transposed(global int *out, global const int *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * 8 + x] = /*@*/in[W(x, y) * 8 + W(y, x)];
}

//? load 'in'
//! 16 16:index
kernel void gather(global int *out, global const int *in)
{
    out[I] = /*@*/in[in[I] + W(1, 0)];
}

//? store 'out'
//! 16 16:index
kernel void scatter(global int *out, global const int *in)
{
    /*@*/out[in[I] W(+ 16, )] = I;
}

//? load 'in'
kernel void unsigned_below_zero(global int *out, global const int *in)
{
    uint i = get_global_id(0);
    out[i] = /*@*/in[i - W(1u, 0u)];
}

//? load 'in'
//! 16 16 int:-3
kernel void negative_remainder(global int *out, global const int *in, int shift)
{
    out[I] = /*@*/in[(I + shift) W(% 16, & 15)];
}

//? load 'in'
//! 16 256
kernel void signed_char_index(global int *out, global const int *in)
{
    W(char, uchar) at = I * 16;
    out[I] = /*@*/in[at];
}

//? load 'in'
kernel void pointer_moved(global int *out, global const int *in)
{
    global const int *p = in + I;
    p += W(16, 0);
    out[I] = /*@*/*p;
}

//? load 'in'
//! 16 16 int:16
kernel void pointer_walks(global int *out, global const int *in, int n)
{
    int sum = 0;
    for (global const int *p = in; p W(<=, <) in + n; p++)
        sum += /*@*/*p;
    out[get_global_id(0)] = sum;
}

//? load 'in'
//! 16 16:index int:99
kernel void search(global int *out, global const int *in, int wanted)
{
    int k = 0;
    while (W(, k < 16 &&) /*@*/in[k] != wanted W(&& k < 20, ))
        k++;
    out[get_global_id(0)] = k;
}

typedef struct {
    int a, b;
} two;

//? load 'in'
//! 16 16 g=8
kernel void structs(global int *out, global const two *in)
{
    out[I] = /*@*/in[I + W(1, 0)].b;
}

//? store 'out'
//! 16 16 g=8
kernel void struct_member(global two *out, global const int *in)
{
    /*@*/out[I W(* 2, )].a = in[I];
}

//? load 'in'
kernel void chars(global int *out, global const char *in)
{
    out[I] = /*@*/in[I * 4 + W(4, 3)];
}

//? store 'out'
kernel void stored_chars(global char *out, global const int *in)
{
    /*@*/out[I * 4 + W(4, 3)] = 7;
}

//? store 'out'
kernel void stored_shorts(global short *out, global const int *in)
{
    /*@*/out[I * 2 + W(2, 1)] = 7;
}

//? load 'in'
//! 16 16 g=8
kernel void longs(global int *out, global const long *in)
{
    out[I] = (int)/*@*/in[I + W(1, 0)];
}

//? load 'in'
kernel void wrapped_load(global int *out, global const int *in)
{
    out[I] = /*@*/in[(size_t)I + W(0x40000000u, 0)];
}

//? store 'out'
kernel void wrapped_store(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    /*@*/out[i * W(0x40000001u, 1)] = in[i];
}

//? load 'in'
//! 16 null|16
kernel void null_load(global int *out, global const int *in)
{
    out[I] = /*@*/in[I];
}

//? store 'out'
//! null|16 16
kernel void null_store(global int *out, global const int *in)
{
    /*@*/out[I] = 3;
}

//? load 'in'
kernel void one_item_only(global int *out, global const int *in)
{
    out[I] = /*@*/in[I W(+ (I == 13) * 9, )];
}

//? load 'in'
kernel void in_a_branch(global int *out, global const int *in)
{
    int i = get_global_id(0), sum = 0;
    if (i > 10)
        sum = /*@*/in[i + W(2, -2)];
    out[i] = sum;
}

//? store 'out'
//! 16 16 g=8
kernel void last_of_loop(global int *out, global const int *in)
{
    for (int k = 0; k < W(3, 2); k++)
        /*@*/out[I * 2 + k] = I;
}

//? load 'in'
kernel void ternary(global int *out, global const int *in)
{
    out[I] = I < W(16, 15) ? /*@*/in[I + 1] : 0;
}

//? load 'in'
kernel void offset_by_size(global int *out, global const int *in)
{
    out[I] = /*@*/in[I + get_global_size(0) * W(1, 0)];
}

//? store 'out'
kernel void group_for_item(global int *out, global const int *in)
{
    int l = get_local_id(0), group = get_group_id(0);
    /*@*/out[group * W(16, 8) + l] = in[l];
}
