// SPDX-License-Identifier: MIT
// programs.cl: mistakes as they are made in programs: sizes of groups that are taken for granted, rows that are
// not there, queues without an end, sorts of several groups.
#include "pair.h"

// A reduction that assumes a group of 64, launched with 32.
//? uninitialised 'part'
//! 4 128 local:64 g=64|g=128 l=32|l=64
kernel void reduce_assumes_size(global int *out, global const int *in, local int *part)
{
    /*@*/part[L] = in[I];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 32; s > 0; s >>= 1) {
        if (L < s)
            /*@*/part[L] += /*@*/part[L + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (L == 0)
        /*@*/out[get_group_id(0)] = /*@*/part[0];
}

// The unrolled tail of a reduction, without barriers, as CUDA's warps had it.
//? race 'part'
//! 4 128 local:64 g=128 l=64
kernel void reduce_warp_tail(global int *out, global const int *in, local int *part)
{
    part[L] = in[I];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 32; s > W(8, 0); s >>= 1) {
        if (L < s)
            /*@*/part[L] += part[L + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#ifdef WRONG
    if (L < 8) {
        /*@*/part[L] += /*@*/part[L + 8];
        /*@*/part[L] += /*@*/part[L + 4];
        /*@*/part[L] += /*@*/part[L + 2];
        /*@*/part[L] += /*@*/part[L + 1];
    }
#endif
    if (L == 0)
        out[get_group_id(0)] = part[0];
}

// A bitonic sort of global memory by one launch of several groups.
//? race 'data'
//! 64:index 64 g=32|g=8
kernel void bitonic_many_groups(global int *data, global const int *unused)
{
    for (int k = 2; k <= get_global_size(0) * 2; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            int i = (I / j) * j * 2 + I % j;
            int a = /*@*/data[i], b = /*@*/data[i + j];
            if ((a > b) == !(i & k)) {
                /*@*/data[i] = b;
                /*@*/data[i + j] = a;
            }
            barrier(CLK_GLOBAL_MEM_FENCE);
        }
}

// Two elements of a rank sort that are equal.
//? race 'out'
//! 16:zero 16
kernel void rank_of_equal(global int *out, global const int *in)
{
    int rank = 0;
    for (int i = 0; i < 16; i++)
        rank += in[i] < in[I] W(, || (in[i] == in[I] && i < I));
    /*@*/out[rank] = I;
}

// A queue that is filled by an atomic counter, without a limit.
//? store 'queue'
//! 8 16:index 1:zero int:8|int:4
kernel void queue_overflows(global int *queue, global const int *in, global int *count, int odd)
{
    if (in[I] % 16 >= W(0, 8)) {
        int at = atomic_inc(count);
        /*@*/queue[at] = in[I];
    }
}

// A sparse matrix: the row pointer of the row behind the last one.
//? load 'rows'
//! 16 16:index|17:index 32
kernel void sparse_rows(global int *out, global const int *rows, global const int *values)
{
    int sum = 0;
    for (int k = rows[I]; k < /*@*/rows[I + 1]; k++)
        sum += values[k];
    out[I] = sum;
}

#include "pair.h"
const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// A double buffered copy of rows, the next row not there.
//? load 'in'
//! 32 32 int:4
kernel void rows_ahead(global int *out, global const int *in, int rows)
{
    local int tiles[2][8];
    event_t events[2];
    events[0] = async_work_group_copy(tiles[0], in, 8, 0);
    for (int r = 0; r < rows; r++) {
        if (W(1, r + 1 < rows))
            events[(r + 1) & 1] = /*@*/async_work_group_copy(tiles[(r + 1) & 1], in + (r + 1) * 8, 8, 0);
        wait_group_events(1, &events[r & 1]);
        int v = tiles[r & 1][7 - L];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_group_id(0) == 0)
            out[r * 8 + L] = v;
    }
    W(wait_group_events(1, &events[rows & 1]);, )
}

struct particle {
    float4 position, speed;
};

// Particles by structures: a neighbour's position is read while it is moved.
//? race 'particles'
//! 128 128
kernel void particles_moved(global struct particle *particles, global struct particle *next)
{
    float4 force = (float4)(0);
    for (int i = 0; i < 16; i++)
        force += /*@*/particles[i].position - particles[I].position;
    struct particle p = particles[I];
    p.speed += force;
    p.position += p.speed * 0.5f;
    /*@*/W(particles, next)[I] = p;
}

// A mandelbrot's loop that stores only where it escapes.
//? uninitialised 'row'
//! 16 16
kernel void escapes_only(global int *out, global const int *in)
{
    int row[4];
    for (int k = 0; k < 4; k++) {
        int n = 0, z = k + I;
        while (n < 10 && z < 50) {
            z = z * z + 1;
            n++;
        }
        if (W(z < 1000, 1))
            row[k] = n;
    }
    /*@*/out[I] = /*@*/row[0] + row[1] + row[2] + row[3];
}

// A tile for groups of 16, launched with 8.
//? uninitialised 'tile'
//= tile[15] of int tile[16]: the work-group has 8 work-items
//! 16 16 l=8|l=16
kernel void tile_assumes_size(global int *out, global const int *in)
{
    local int tile[16];
    tile[L] = in[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[I] = /*@*/tile[15 - L];
}
