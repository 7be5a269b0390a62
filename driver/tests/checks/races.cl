// SPDX-License-Identifier: MIT
// races.cl: two work-items at one place without order between them, one of them storing: of a group
// without a barrier, or of two groups at all. Marks stand at both parties.
#include "pair.h"

//? race 'out'
kernel void all_to_one(global int *out, global const int *in)
{
    /*@*/out[W(0, I)] = I;
}

//? race 'out'
kernel void one_of_each_group(global int *out, global const int *in)
{
    if (get_local_id(0) == 0)
        /*@*/out[get_group_id(0) W(* 0, )] = get_group_id(0);
}

//? race 'out'
kernel void neighbour_read(global int *out, global const int *in)
{
    /*@*/out[I] = I + /*@*/W(out, in)[(I + 1) & 15];
}

//? race 'out'
kernel void sum_without_atomic(global int *out, global const int *in)
{
    W(/*@*/out[0] += in[I], atomic_add(out, in[I]));
}

//? race 'out'
kernel void histogram(global int *out, global const int *in)
{
    W(/*@*/out[I & 3]++, atomic_inc(&out[I & 3]));
}

//? race 'out'
kernel void atomic_and_plain(global int *out, global const int *in)
{
    /*@*/atomic_inc(&out[0]);
    if (I == 9)
        /*@*/out[W(0, 1)] = 7;
}

//? race 'out'
kernel void barrier_is_of_one_group(global int *out, global const int *in)
{
    /*@*/out[I] = I;
    barrier(CLK_GLOBAL_MEM_FENCE);
    /*@*/out[W(15 - I, I)] += 5;
}

//? race 'out'
kernel void barrier_missing(global int *out, global const int *in)
{
    int i = get_global_id(0), l = get_local_id(0), first = get_group_id(0) * 8;
    /*@*/out[i] = i;
    W(, barrier(CLK_GLOBAL_MEM_FENCE);)
    int seen = /*@*/out[first + 7 - l];
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = seen;
}

//? race 'out'
kernel void second_barrier_missing(global int *out, global const int *in)
{
    int i = get_global_id(0), l = get_local_id(0), first = get_group_id(0) * 8;
    out[i] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    int seen = /*@*/out[first + 7 - l];
    W(, barrier(CLK_GLOBAL_MEM_FENCE);)
    /*@*/out[i] = seen;
}

//? race 'out'
//! 64 16
kernel void overlapping_vectors(global int *out, global const int *in)
{
    /*@*/vstore4((int4)(I), 0, out + I * W(3, 4));
}

//? race 'out'
kernel void overlapping_bytes(global char *out, global const int *in)
{
    /*@*/out[I W(/ 2, )] = I;
}

//? race 'in'
kernel void fence_is_no_barrier(global int *out, global int *in)
{
    int i = get_global_id(0), l = get_local_id(0), first = get_group_id(0) * 8;
    /*@*/in[i] = i;
    W(mem_fence, barrier)(CLK_GLOBAL_MEM_FENCE);
    out[i] = /*@*/in[first + 7 - l];
}

//? race 'tile'
kernel void local_neighbour(global int *out, global const int *in)
{
    local int tile[8];
    /*@*/tile[L] = in[L] + L;
    W(, barrier(CLK_LOCAL_MEM_FENCE);)
    out[get_global_id(0)] = /*@*/tile[7 - L];
}

//? race 'shared'
kernel void broadcast(global int *out, global const int *in)
{
    local int shared;
    if (!get_local_id(0))
        /*@*/shared = in[2] + 4;
    W(, barrier(CLK_LOCAL_MEM_FENCE);)
    out[get_global_id(0)] = /*@*/shared;
}

//? race 'shared'
kernel void local_scalar(global int *out, global const int *in)
{
    local int shared;
    if (L W(<, ==) in[L] + 1)
        /*@*/shared = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared;
}

//? race 'tile'
kernel void reduction(global int *out, global const int *in)
{
    local int tile[8];
    /*@*/tile[L] = in[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 4; s; s >>= 1) {
        if (L < s)
            /*@*/tile[L] += /*@*/tile[L + s];
        W(, barrier(CLK_LOCAL_MEM_FENCE);)
    }
    if (!L)
        out[get_group_id(0)] = /*@*/tile[0];
}

//? race 'tile'
kernel void tile_used_again(global int *out, global const int *in)
{
    local int tile[8];
    int l = get_local_id(0), sum = 0;
    for (int k = 0; k < in[l] * 3; k++) {
        /*@*/tile[l] = in[l] + k;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += /*@*/tile[7 - l];
        W(, barrier(CLK_LOCAL_MEM_FENCE);)
    }
    out[get_global_id(0)] = sum;
}

//? race 'tile'
kernel void scan(global int *out, global const int *in)
{
    local int tile[8];
    /*@*/tile[L] = in[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < 8; s *= 2) {
        int before = L >= s ? /*@*/tile[L - s] : 0;
        W(, barrier(CLK_LOCAL_MEM_FENCE);)
        /*@*/tile[L] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = tile[L];
}

//? race 'counts'
//! 16 16:index
kernel void local_histogram(global int *out, global const int *in)
{
    local int counts[8];
    counts[L] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    W(/*@*/counts[in[L] & 3]++, atomic_inc(&counts[in[L] & 3]));
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = counts[L];
}

//? race 'counts'
kernel void zeroed_too_late(global int *out, global const int *in)
{
    local int counts[8];
    /*@*/counts[L] = 0;
    W(, barrier(CLK_LOCAL_MEM_FENCE);)
    /*@*/atomic_inc(&counts[7 - L]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = counts[L];
}

//? race 'scratch'
//! 16 16 local:8
kernel void local_argument(global int *out, global const int *in, local int *scratch)
{
    /*@*/scratch[L] = L;
    W(, barrier(CLK_LOCAL_MEM_FENCE);)
    out[get_global_id(0)] = /*@*/scratch[L ^ 1];
}

//? race 'tile'
//! 16 16 g=4x4 l=4x4
kernel void transposition(global int *out, global const int *in)
{
    local int tile[4][4];
    int x = get_local_id(0), y = get_local_id(1);
    /*@*/tile[y][x] = in[y * 4 + x];
    W(, barrier(CLK_LOCAL_MEM_FENCE);)
    out[y * 4 + x] = /*@*/tile[x][y];
}

//? race 'tile'
kernel void copy_not_awaited(global int *out, global const int *in)
{
    local int tile[8];
    event_t copied = /*@*/async_work_group_copy(tile, in, 8, 0);
    W(, wait_group_events(1, &copied);)
    out[get_global_id(0)] = /*@*/tile[7 - get_local_id(0)];
    W(wait_group_events(1, &copied);, )
}

//? race 'tile'
kernel void in_a_branch(global int *out, global const int *in)
{
    local int tile[8];
    tile[L] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (L == 3)
        /*@*/tile[W(4, 3)] = in[L];
    out[get_global_id(0)] = /*@*/tile[L];
}

//? race 'tile'
kernel void local_bytes(global int *out, global const int *in)
{
    local char tile[8];
    /*@*/tile[L W(& 6, )] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[L & 6];
}

//? race 'out'
static void put(global int *where, int at, int what)
{
    /*@*/where[at] = what;
}

kernel void by_function(global int *out, global const int *in)
{
    /*@*/put(out, I W(>> 3, ), I);
}

//? race 'image'
//! image2d:4x4:uint 16
kernel void texels(write_only image2d_t image, global const int *in)
{
    /*@*/write_imageui(image, (int2)(I & 3, W(0, I >> 2)), (uint4)(I));
}

//? race 'image'
//! image1d:16:uint 16
kernel void texels_of_one_group(write_only image1d_t image, global const int *in)
{
    /*@*/write_imageui(image, I W(| 1, ), (uint4)(I));
}

//? race 'image'
//! image2da:4x2x2:uint 16
kernel void texels_of_slices(write_only image2d_array_t image, global const int *in)
{
    /*@*/write_imageui(image, (int4)(I & 3, I >> 2 & 1, W(0, I >> 3), 0), (uint4)(I));
}

//? race 'out'
kernel void components(global int4 *out, global const int *in)
{
    if (I % 4 == 0)
        /*@*/out[I / 4].x = I + 1;
    else if (I % 4 == 1)
        /*@*/out[I / 4].W(x, y) = I + 1;
    else if (I % 4 == 2)
        out[I / 4].z += I + 1;
    else
        out[I / 4].w = I + 1;
}

//? race 'out'
kernel void bytes_of_a_vector(global uchar4 *out, global const int *in)
{
    if (I % 4 == 0)
        /*@*/out[I / 4].x = I + 1;
    else if (I % 4 == 1)
        /*@*/out[I / 4].W(xz, wz) = I + 9;
}

//? race 'out'
kernel void component_read(global int2 *out, global const int *in)
{
    /*@*/out[I / 2][I % 2] += /*@*/W(out[I / 2].x, in[I]);
}

//? race 'l'
//! 16 16 local:16
kernel void local_components(global int *out, global const int *in, local int2 *l)
{
    uint i = get_local_id(0);
    /*@*/l[i / 2][W(0, i % 2)] = I + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[I] = l[i / 2][W(0, i % 2)];
}

// More instructions than have numbers: those of the loop share one.
//? race 'out'
//= k < 300
//! 4800 16 g=16 l=16
kernel void unrolled(global int *out, global const int *in)
{
#pragma unroll
    for (int k = 0; k < 300; k++) /*@*/out[k * 16 + I] = in[k & 15] + k;
    /*@*/out[299 * 16 + W(15 - I, I)] = 1000 + I;
}

// The flag of a loop: the work-item that clears it sets it with the others.
//? race 'changed'
kernel void flag_cleared(global int *out, global const int *in)
{
    local int changed;
    if (L == 0)
        /*@*/changed = 0;
    W(, barrier(CLK_LOCAL_MEM_FENCE);)
    if (in[L] == 1)
        /*@*/changed = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[I] = changed;
}
