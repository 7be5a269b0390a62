// SPDX-License-Identifier: MIT
// counters.cl: plain accesses beside atomic operations on the same place. An atomic operation does
// not hide who else came there: the work-item's own, another group's, or one that only compared.
#include "pair.h"

//? race 'out'
//! 16 16 g=8
kernel void reset_before(global int *out, global const int *in)
{
    if (I == 0)
        /*@*/out[W(0, 1)] = 5;
    /*@*/atomic_dec(out);
}

//? race 'out'
//! 16 16
kernel void reset_behind_barrier(global int *out, global const int *in)
{
    if (I == 0)
        /*@*/out[W(0, 1)] = 5;
    barrier(CLK_GLOBAL_MEM_FENCE);
    /*@*/atomic_inc(out);
}

//? race 'out'
//! 16 16 g=8
kernel void last_reads(global int *out, global const int *in)
{
    /*@*/atomic_inc(out);
    W(, barrier(CLK_GLOBAL_MEM_FENCE);)
    if (I == get_global_size(0) - 1)
        out[1] = /*@*/out[0];
}

//? race 'out'
//! 16 16 g=8
kernel void write_and_compare(global int *out, global const int *in)
{
    if (I == 0)
        /*@*/out[W(0, 1)] = 5;
    /*@*/atomic_cmpxchg(out, I, 42);
}

// A work-item that wins may read what the others only compare with.
//? race 'turn'
//! 16 16 g=8
kernel void winner_writes(global int *out, global const int *in)
{
    local int turn;
    bool done = false;
    int result = 0;
    if (L == 0)
        turn = 0;
    for (int i = 0; i < 8; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int before = turn;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!done && /*@*/atomic_cmpxchg(&turn, before, before + 1) == before) {
            done = true;
            W(/*@*/turn = before + 2, result = turn);
        }
    }
    out[I] = result;
}
