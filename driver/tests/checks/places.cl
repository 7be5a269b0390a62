// SPDX-License-Identifier: MIT
/*!
[config]
name: a store past the end
build_options: -D WRONG -I driver/tests/checks/include
kernel_name: store_past_end

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// places.cl: reports word by word: the column, the function, how far it is from what. Numbers of buffers are those of this file's launches.
#include "pair.h"

//? load 'out'
//! 16
//@ before_start
//= bytes before the start of argument 0 'out' (64 bytes, created as clCreateBuffer #1)
kernel void before_start(global int *out)
{
    int i = get_global_id(0);
    out[i - W(1000, 0)] /*@*/+= 1;
}

//? load 'in'
//@ load_past_end
//= load of 4 bytes
//= bytes past the end of argument 1 'in' (64 bytes, created as clCreateBuffer #3)
kernel void load_past_end(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/in[i + W(16, 0)] * 2;
}

//? store 'out'
//@ store_past_end
//= store of 4 bytes
//= past the end of argument 0 'out'
kernel void store_past_end(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i + W(1024 * 1024, 0)] /*@*/= in[i];
}

// the second of two stores
//? store 'out'
//@ two_stores
kernel void two_stores(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = in[i] + 5;
    out[W(i * 5000 + 5000, i)] /*@*/= in[i];
}

//? atomic 'out'
//! 16
//@ atomic
kernel void atomic(global int *out)
{
    int i = get_global_id(0);
    /*@*/atomic_add(out + i * W(1000, 1), 2);
}

//? load 'in'
//! 16 16 int:48|int:16 l=16
//@ async_copy
kernel void async_copy(global int *out, global const int *in, int n)
{
    local int tile[64];
    event_t copied = /*@*/async_work_group_copy(tile, in, n, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = tile[3];
}

// on one side of a branch
//? store 'out'
//@ branch
//= global id (7, 0, 0)
kernel void branch(global int *out, global const int *in)
{
    int i = get_global_id(0);
    if (i == 7) {
        for (int k = 0; k < in[i] * 3; k++)
            out[i + k * W(100, 0)] /*@*/= in[k];
    } else {
        out[i] = in[i];
    }
}

// in a case of a switch
//? load 'in'
//@ cases
kernel void cases(global int *out, global const int *in)
{
    int i = get_global_id(0), value = 0;
    switch (i & 3) {
    case 0:
        value = in[i];
        break;
    case 2:
        value = /*@*/in[i * W(700, 1) + W(100, 0)];
        break;
    default:
        value = in[i] * 3 + i;
    }
    out[i] = value;
}

// in a late turn of a loop
//? load 'in'
//! 16 16 int:6|int:4 g=1 l=1
//@ loop
//= 0 bytes past the end of argument 1 'in'
kernel void loop(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++)
        sum += /*@*/in[i + k * 4];
    out[i] = sum;
}

// in a loop that is unrolled
//? load 'in'
//! 16 16 g=1 l=1
//@ loop_unrolled
kernel void loop_unrolled(global int *out, global const int *in)
{
    int sum = 0;
    for (int k = 0; k < 5; k++)
        sum = sum * 3 + /*@*/in[k * W(4, 3)];
    out[0] = sum;
}

constant int table[] = {1, 2, 3, 4};

//? load 'table'
//! 16 int:4000|int:0
//@ past_constant
//= past the end of
kernel void past_constant(global int *out, int far)
{
    int i = get_global_id(0);
    out[i] = /*@*/table[i * far];
}

//? load 'scratch'
//! 16 16 local:8 g=8 l=8
//@ local_argument
//= local argument 2 'scratch'
kernel void local_argument(global int *out, global const int *in, local int *scratch)
{
    int i = get_local_id(0);
    scratch[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = /*@*/scratch[i + in[i] * W(8, 0)];
}

//? store 'tile'
//! 16 16 g=8 l=8
//@ local_variable
//= 0 bytes past the end of local variable 'tile' (32 bytes)
kernel void local_variable(global int *out, global const int *in)
{
    local int tile[8];
    int i = get_local_id(0);
    tile[i + in[i] * W(8, 0)] /*@*/= i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[0];
}

//? load 'numbers'
//@ private_array
//= private variable 'numbers' (2,000 bytes)
kernel void private_array(global int *out, global const int *in)
{
    int i = get_global_id(0), numbers[500];
    for (int k = 0; k < 500; k++)
        numbers[k] = in[i] + k;
    out[i] = numbers[i] + /*@*/numbers[i + in[i] * W(1000, 100)];
}

//? misaligned 'out'
//! 4 g=1 l=1
//@ misaligned
//= not aligned to 4 bytes
//= at byte 1 of argument 0 'out'
kernel void misaligned(global char *out)
{
    *(global int *)(out + W(1, 4) + get_global_id(0) * 4) /*@*/= 1;
}

// last, as what follows is of the other file, too
//? load 'in'
//@ renamed
kernel void renamed(global int *out, global const int *in)
{
    int i = get_global_id(0);
#line 1000 "made.y"
    out[i] = /*@*/in[i + W(100, 0)];
}
