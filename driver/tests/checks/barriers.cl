// SPDX-License-Identifier: MIT
// barriers.cl: barriers, and functions of work-groups, that not all work-items of a group reach, or with the
// wrong fence.
#include "pair.h"

//? barrier
kernel void half_of_group(global int *out, global const int *in)
{
    if (L < W(4, 8))
        /*@*/barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = L;
}

//? barrier
kernel void after_return(global int *out, global const int *in)
{
    if (L == in[L] * W(3, 9))
        return;
    /*@*/barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = L;
}

//? barrier
kernel void loop(global int *out, global const int *in)
{
    for (int k = 0; k < W(L, 5); k++)
        /*@*/barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = L;
}

//? barrier
kernel void left_loop(global int *out, global const int *in)
{
    int l = get_local_id(0), k;
    for (k = 0; k < 5; k++) {
        if (k == W(l, 3))
            break;
        /*@*/barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = k;
}

//? barrier
kernel void two_barriers(global int *out, global const int *in)
{
    if (L < W(4, 8)) {
        out[get_global_id(0)] = L;
        /*@*/barrier(CLK_LOCAL_MEM_FENCE);
    } else {
        /*@*/barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = in[L];
    }
}

//? barrier
kernel void in_a_case(global int *out, global const int *in)
{
    switch (W(L & 1, get_group_id(0))) {
    case 0:
        out[get_global_id(0)] = 5;
        /*@*/barrier(CLK_LOCAL_MEM_FENCE);
        break;
    default:
        out[get_global_id(0)] = in[L];
    }
}

//? barrier
kernel void by_value(global int *out, global const int *in)
{
    if (in[I] + W(I, 3) > 6)
        return;
    /*@*/barrier(CLK_GLOBAL_MEM_FENCE);
    out[I] = I;
}

//? barrier
static int all_wait(int l)
{
    /*@*/barrier(CLK_LOCAL_MEM_FENCE);
    return l * 3;
}

kernel void by_function(global int *out, global const int *in)
{
    int l = get_local_id(0), value = l;
    if (l & W(1, 8))
        value = 2;
    else
        value = /*@*/all_wait(l);
    out[get_global_id(0)] = value;
}

//? barrier
//! 16 16 g=4x4 l=4x2
kernel void of_two_dimensions(global int *out, global const int *in)
{
    int x = get_local_id(0), y = get_local_id(1);
    if (y < W(1, 2))
        /*@*/barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(1) * 4 + x] = x;
}

//? barrier
kernel void nested(global int *out, global const int *in)
{
    if (in[L] == 1) {
        for (int k = 0; k < 2; k++)
            if (L != W(k, 9))
                /*@*/barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = L;
}

//? barrier
kernel void copy_by_half(global int *out, global const int *in)
{
    local int tile[8];
    tile[L] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (L < W(4, 8)) {
        event_t copied = /*@*/async_work_group_copy(tile, in, 8, 0);
        /*@*/wait_group_events(1, &copied);
    }
    out[get_global_id(0)] = tile[L];
}

//? barrier
//! 128 128 g=128 l=128
kernel void one_wavefront_of_two(global int *out, global const int *in)
{
    if (L < W(64, 128))
        /*@*/barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = L;
}

//? barrier
//! 128 128 g=128 l=128
kernel void last_item_returns(global int *out, global const int *in)
{
    if (L >= W(127, 128))
        return;
    out[L] = L;
    /*@*/barrier(CLK_GLOBAL_MEM_FENCE);
    out[L] = in[L];
}

//? fence 'out'
kernel void local_fence_for_global(global int *out, global const int *in)
{
    int i = get_global_id(0), l = get_local_id(0), first = get_group_id(0) * 8;
    /*@*/out[i] = i;
    /*@*/barrier(W(CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE));
    int seen = /*@*/out[first + 7 - l];
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = seen;
}

//? fence 'tile'
kernel void global_fence_for_local(global int *out, global const int *in)
{
    local int tile[8];
    /*@*/tile[L] = in[L];
    /*@*/barrier(W(CLK_GLOBAL_MEM_FENCE, CLK_LOCAL_MEM_FENCE));
    out[get_global_id(0)] = /*@*/tile[7 - L];
}
