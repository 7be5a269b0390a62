// SPDX-License-Identifier: MIT
// copies.cl: asynchronous copies beside what the work-items do, that not all of them make alike, or
// that nobody waits for (OpenCL C 3.0, 6.15.11).
#include "pair.h"

//? race 'out'
//! 16:zero 16
kernel void global_write_before(global int *out, global const int *in)
{
    local int tile[8];
    tile[L] = L + 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[I] = W(1, in[I]);
    W(, barrier(CLK_GLOBAL_MEM_FENCE);)
    event_t copied = /*@*/async_work_group_copy(out + get_group_id(0) * 8, tile, 8, 0);
    wait_group_events(1, &copied);
}

//? race 'tile'
//! 16 16
kernel void local_write_before(global int *out, global const int *in)
{
    local int tile[8];
    /*@*/tile[L] = 0;
    W(, barrier(CLK_LOCAL_MEM_FENCE);)
    event_t copied = /*@*/async_work_group_copy(tile, in, 8, 0);
    wait_group_events(1, &copied);
    out[I] = tile[7 - L];
}

//? race 'tile'
//! 16 16
kernel void source_not_ready(global int *out, global const int *in)
{
    local int tile[8];
    /*@*/tile[L] = in[L];
    W(, barrier(CLK_LOCAL_MEM_FENCE);)
    event_t copied = /*@*/async_work_group_copy(out + get_group_id(0) * 8, tile, 8, 0);
    wait_group_events(1, &copied);
}

//? race 'tile'
//! 16 16
kernel void read_before_wait(global int *out, global const int *in)
{
    local int tile[8];
    event_t copied = /*@*/async_work_group_copy(tile, in, 8, 0);
    W(, wait_group_events(1, &copied);)
    out[I] = /*@*/tile[7 - L];
    W(wait_group_events(1, &copied);, )
}

// A barrier does not wait for a copy.
//? race 'tile'
//! 16 16
kernel void barrier_before_wait(global int *out, global const int *in)
{
    local int tile[8];
    event_t copied = /*@*/async_work_group_copy(tile, in, 8, 0);
    W(barrier(CLK_LOCAL_MEM_FENCE), wait_group_events(1, &copied));
    out[I] = /*@*/tile[7 - L];
    W(wait_group_events(1, &copied), barrier(CLK_LOCAL_MEM_FENCE));
}

//? race 'tile'
//! 16 16
kernel void written_before_wait(global int *out, global const int *in)
{
    local int tile[8];
    tile[L] = in[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t copied = /*@*/async_work_group_copy(out + get_group_id(0) * 8, tile, 8, 0);
    W(barrier(CLK_LOCAL_MEM_FENCE), wait_group_events(1, &copied));
    /*@*/tile[L] = 3;
    W(wait_group_events(1, &copied);, )
}

// The wait is for the other copy.
//? race 'b'
//! 16 16 16
kernel void wrong_event(global int *out, global const int *in, global const int *more)
{
    local int a[8], b[8];
    event_t first = async_work_group_copy(a, in, 8, 0);
    event_t second = /*@*/async_work_group_copy(b, more, 8, 0);
    wait_group_events(1, W(&first, &second));
    out[I] = /*@*/b[7 - L];
    wait_group_events(1, W(&second, &first));
}

//? race 'tile'
//! 16 16 16
kernel void two_copies(global int *out, global const int *in, global const int *more)
{
    local int tile[16];
    event_t copied = /*@*/async_work_group_copy(tile, in, 8, 0);
    copied = /*@*/async_work_group_copy(tile + W(4, 8), more, 8, copied);
    wait_group_events(1, &copied);
    out[I] = tile[15 - L];
}

// Groups copy into each other's part.
//? race 'out'
//! 64:zero 16
kernel void other_group(global int *out, global const int *in)
{
    local int tile[16];
    tile[L] = tile[L + 8] = I;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t copied = /*@*/async_work_group_copy(out + get_group_id(0) * W(8, 16), tile, 16, 0);
    wait_group_events(1, &copied);
}

//? alike
//! 16 16
kernel void by_one_item(global int *out, global const int *in)
{
    local int tile[8];
    event_t copied = async_work_group_copy(tile, in, 4, 0);
    if (W(L == 0, L >= 0))
        copied = /*@*/async_work_group_copy(tile + 4, in + 4, 4, copied);
    wait_group_events(1, &copied);
    out[I] = tile[7 - L];
}

//? alike
//! 16 16
kernel void count_differs(global int *out, global const int *in)
{
    local int tile[8];
    event_t copied = /*@*/async_work_group_copy(tile, in, W(L == 7 ? 7 : 8, 8), 0);
    wait_group_events(1, &copied);
    out[I] = tile[L & 3];
}

//? alike
//! 16 16
kernel void loop_differs(global int *out, global const int *in)
{
    local int tile[8];
    event_t copied = 0;
    for (int i = 0; i < 8; i++)
        copied = /*@*/async_work_group_copy(tile + i, in + W((i == 2 && L == 2 ? 0 : i), i), 1, copied);
    wait_group_events(1, &copied);
    out[I] = tile[7 - L];
}

// The second wavefront copies from somewhere else.
//? alike
//! 256 256 g=256 l=128
kernel void wavefront_differs(global int *out, global const int *in)
{
    local int tile[128];
    event_t copied = /*@*/async_work_group_copy(tile, in + W(L / 64, 1), 100, 0);
    wait_group_events(1, &copied);
    out[I] = tile[L % 100];
}

// The second wavefront makes no copy.
//? alike
//! 256 256 g=256 l=128
kernel void wavefront_without(global int *out, global const int *in)
{
    local int tile[128];
    event_t copied = async_work_group_copy(tile, in, 64, 0);
    if (W(L < 64, L < 128))
        copied = /*@*/async_work_group_strided_copy(tile + 64, in, 64, 2, copied);
    wait_group_events(1, &copied);
    out[I] = tile[L & 63];
}

//? alike
//! 16 16
kernel void events_differ(global int *out, global const int *in)
{
    local int tile[8];
    event_t events[2];
    events[0] = async_work_group_copy(tile, in, 4, 0);
    events[1] = async_work_group_copy(tile + 4, in + 4, 4, 0);
    /*@*/wait_group_events(W(1, 2), events + W((L & 1), 0));
    W(barrier(CLK_LOCAL_MEM_FENCE), out[I] = tile[L]);
    wait_group_events(2, events);
}

//? event
//! 16 16
kernel void event_of_nobody(global int *out, global const int *in)
{
    local int tile[8];
    event_t copied = 0;
    W(, copied =) async_work_group_copy(tile, in, 8, 0);
    /*@*/wait_group_events(1, &copied);
    out[I] = in[L];
}

//? event
//! 16 16
kernel void event_without_value(global int *out, global const int *in)
{
    local int tile[8];
    event_t copied;
    W(, copied =) async_work_group_copy(tile, in, 8, 0);
    /*@*/wait_group_events(1, &copied);
    out[I] = in[L];
}

//? event
//! 16 16
kernel void never_waited(global int *out, global const int *in)
{
    local int tile[8];
    event_t copied = /*@*/async_work_group_copy(tile, in, 8, 0);
    W(barrier(CLK_LOCAL_MEM_FENCE), wait_group_events(1, &copied));
    out[I] = in[L];
}

// Right: two buffers by turns.
//? race 'tiles'
//! 64 64
kernel void two_buffers(global int *out, global const int *in)
{
    local int tiles[2][8];
    event_t events[2];
    events[0] = async_work_group_copy(tiles[0], in, 8, 0);
    for (int i = 0; i < 4; i++) {
        if (i < 3)
            events[(i + 1) & 1] = /*@*/async_work_group_copy(tiles[(i + 1) & 1], in + i * 8 + 8, 8, 0);
        wait_group_events(1, &events[i & 1]);
        if (L == 7)
            out[i + get_group_id(0) * 4] = /*@*/tiles[(i + W(1, 0)) & 1][0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// Fewer elements than work-items, of which some copy none: they come to both copies all the same.
//? race 'tile'
//! 16 16 16
kernel void fewer_than_items(global int *out, global const int *in, global const int *more)
{
    local int tile[4];
    event_t copied = /*@*/async_work_group_copy(tile, in, 2, 0);
    copied = /*@*/async_work_group_copy(tile + W(1, 2), more, 2, copied);
    wait_group_events(1, &copied);
    if (L < 4)
        out[I] = tile[L];
}
