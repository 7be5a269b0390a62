// SPDX-License-Identifier: MIT
// async.cl: asynchronous copies of work-groups that go outside of either end.
#include "pair.h"

//? load 'in'
//! 16 16 int:24|int:16
kernel void source_too_short(global int *out, global const int *in, int n)
{
    local int tile[64];
    event_t copied = /*@*/async_work_group_copy(tile, in, n, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = tile[3];
}

//? store 'tile'
//! 16 16 int:16|int:8
kernel void target_too_short(global int *out, global const int *in, int n)
{
    local int tile[8];
    event_t copied = /*@*/async_work_group_copy(tile, in, n, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = tile[3];
}

//? store 'out'
//! 8|16 16
kernel void out_too_short(global int *out, global const int *in)
{
    local int tile[8];
    tile[L] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t copied = /*@*/async_work_group_copy(out + get_group_id(0) * 8, tile, 8, 0);
    wait_group_events(1, &copied);
}

//? load 'tile'
//! 64 16 int:16|int:8
kernel void local_too_short(global int *out, global const int *in, int n)
{
    local int tile[8];
    tile[L] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t copied = /*@*/async_work_group_copy(out + get_group_id(0) * 32, tile, n, 0);
    wait_group_events(1, &copied);
}

//? load 'in'
//! 16 16 int:3|int:2
kernel void strided(global int *out, global const int *in, int stride)
{
    local int tile[8];
    event_t copied = /*@*/async_work_group_strided_copy(tile, in, 8, stride, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = tile[get_local_id(0)];
}

//? store 'out'
//! 32 16 int:3|int:2
kernel void strided_out(global int *out, global const int *in, int stride)
{
    local int tile[8];
    tile[L] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t copied =
        /*@*/async_work_group_strided_copy(out + get_group_id(0) * 16, tile, 8, stride, 0);
    wait_group_events(1, &copied);
}

//? load 'in'
//! 16 16
kernel void start_beyond(global int *out, global const int *in)
{
    local int tile[8];
    event_t copied = /*@*/async_work_group_copy(tile, in + get_group_id(0) * W(16, 8), 8, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = tile[get_local_id(0)];
}

//? load 'in'
//! 16 64 int:8|int:4
kernel void of_vectors(global int *out, global const int4 *in, int n)
{
    local int4 tile[16];
    event_t copied = /*@*/async_work_group_copy(tile, in + get_group_id(0) * 12, n, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = tile[get_local_id(0) & 3].y;
}
