// SPDX-License-Identifier: MIT
// local.cl: accesses outside of __local variables and arguments.
#include "pair.h"

//? load 'tile'
kernel void load_variable(global int *out, global const int *in)
{
    local int tile[8];
    tile[L] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/tile[L + W(1, 0)];
}

//? store 'tile'
kernel void store_variable(global int *out, global const int *in)
{
    local int tile[8];
    /*@*/tile[L * W(2, 1)] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[L & W(6, 7)];
}

//? load 'scratch'
//! 16 16 local:8
kernel void load_argument(global int *out, global const int *in, local int *scratch)
{
    scratch[L] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/scratch[L + in[L] * W(8, 0)];
}

//? store 'scratch'
//! 16 16 local:4|local:8
kernel void small_argument(global int *out, global const int *in, local int *scratch)
{
    /*@*/scratch[L] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = scratch[L & 3];
}

//? load 'tile'
kernel void before_start(global int *out, global const int *in)
{
    local int tile[8];
    tile[L] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/tile[L - W(1, 0)];
}

//? load 'first'
kernel void other_variable(global int *out, global const int *in)
{
    local int first[8], second[64];
    first[L] = L;
    for (int k = L; k < 64; k += 8)
        second[k] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/first[L + W(8, 0)] + second[L];
}

//? store 'first'
kernel void other_variable_stored(global int *out, global const int *in)
{
    local int first[8], second[64];
    for (int k = L; k < 64; k += 8)
        second[k] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/first[L + W(8, 0)] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = second[63 - L] + first[L W(& 0, )] * W(0, 1);
}

//? store 'low'
//! 16 16 local:8 local:64
kernel void other_argument(global int *out, global const int *in, local int *low, local int *high)
{
    high[L] = L;
    /*@*/low[L + W(8, 0)] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = high[L];
}

//? load 'high'
//! 16 16 local:64 local:8
kernel void other_argument_before(global int *out, global const int *in, local int *low,
                                  local int *high)
{
    for (int k = L; k < 64; k += 8)
        low[k] = k;
    high[L] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/high[L - W(8, 0)];
}

//? load 'tile'
//! 16 16 g=4x4 l=4x4
kernel void rows(global int *out, global const int *in)
{
    local int tile[4][4];
    int x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[y * 4 + x] = /*@*/tile[y + W(1, 0)][x];
}

//? store 'tile'
//! 16 16 g=8x2 l=8x2
kernel void transposed(global int *out, global const int *in)
{
    local int tile[2][8];
    int x = get_local_id(0), y = get_local_id(1);
    /*@*/tile[W(x, y)][W(y, x)] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[y * 8 + x] = tile[y][x W(& 1, )];
}

//? load 'tile'
kernel void vectors(global int *out, global const int *in)
{
    local int tile[32];
    vstore4((int4)(L), L, tile);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/vload4(L + W(1, 0), tile).w;
}

//? store 'tile'
kernel void vector_stored(global int *out, global const int *in)
{
    local int tile[32];
    /*@*/vstore4((int4)(L), L + W(1, 0), tile);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[L + 4];
}

//? load 'tile'
kernel void chars(global int *out, global const int *in)
{
    local char tile[32];
    for (int k = 0; k < 4; k++)
        tile[4 * L + k] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/tile[L + W(28, 24)];
}

//? atomic 'counts'
//! 16 16:index
kernel void histogram(global int *out, global const int *in)
{
    local int counts[8];
    counts[L] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/atomic_inc(&counts[in[L] + W(1, 0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = counts[L];
}

//? load 'tile'
kernel void reduction(global int *out, global const int *in)
{
    local int tile[8];
    tile[L] = in[L];
    for (int s = W(8, 4); s; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (L < s)
            tile[L] += /*@*/tile[L + s];
    }
    if (!L)
        out[get_group_id(0)] = tile[0];
}

//? load 'tile'
kernel void halo(global int *out, global const int *in)
{
    local int tile[10];
    tile[L + 1] = in[L];
    if (!L)
        tile[0] = tile[9] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[L] + tile[L + 1] + /*@*/tile[L + W(3, 2)];
}

//? store 'tile'
static void put(local int *where, int at, int what)
{
    /*@*/where[at] = what;
}

kernel void by_function(global int *out, global const int *in)
{
    local int tile[8];
    /*@*/put(tile, L + W(4, 0), L);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[L | W(4, 0)];
}

//? load 'tile'
//! 16 16 int:9|int:8
kernel void loop(global int *out, global const int *in, int n)
{
    local int tile[8];
    int l = get_local_id(0), sum = 0;
    tile[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; k++)
        sum += /*@*/tile[k];
    out[get_global_id(0)] = sum;
}

//? load 'tile'
kernel void global_for_local_id(global int *out, global const int *in)
{
    local int tile[8];
    tile[L] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = /*@*/tile[W(get_global_id(0), get_local_id(0))];
}
