// SPDX-License-Identifier: MIT
// released.cl: accesses by a pointer that an earlier kernel kept, whose buffer is released by now,
// and which no buffer that was made since may have the place of. The earlier kernel (launch.c) calls it 'buffer'.
#include "pair.h"

#define KEPT ((global int *)(uintptr_t)*link)

//? load 'buffer'
//= of a buffer that was released (64 bytes, created as clCreateBuffer #
//! 16 link:16:gone|link:16
kernel void kept(global int *out, global const ulong *link)
{
    out[I] = /*@*/KEPT[I];
}

//? load 'buffer'
//= of a buffer that was released (64 bytes, created as clCreateBuffer #
//! 16 link:16:gone|link:16 16 16
kernel void kept_while_others_come(global int *out, global const ulong *link, global const int *a,
                                   global const int *b)
{
    out[I] = /*@*/KEPT[I] + a[I] + b[I];
}

//? store 'buffer'
//= of a buffer that was released (64 bytes, created as clCreateBuffer #
//! link:16:gone|link:16 16
kernel void stored(global const ulong *link, global const int *in)
{
    /*@*/KEPT[I] = in[I];
}

//? atomic 'buffer'
//= of a buffer that was released (64 bytes, created as clCreateBuffer #
//! link:16:gone|link:16 16
kernel void added(global const ulong *link, global const int *in)
{
    /*@*/atomic_add(&KEPT[I], in[I]);
}
