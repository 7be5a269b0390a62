// SPDX-License-Identifier: MIT
/*!
[config]
name: a fault in a function that is inlined
build_options: -D WRONG -I driver/tests/checks/include
kernel_name: in_function

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// inlined.cl: accesses in functions, macros and files that are included, with the lines of their calls.
#include "pair.h"

//? load 'in'
//@ fetch in_function
int fetch(global const int *p, int at)
{
    at *= W(100, 0);
    return /*@*/p[at];
}

kernel void in_function(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = 1 + /*@1*/fetch(in, i + 1);
}

//? load 'in'
//@ innermost middle inlined_twice
int innermost(global const int *p)
{
    return /*@*/*p;
}

int middle(global const int *p, int n)
{
    return n > 3 ? n : n * /*@1*/innermost(p + W(4096, 1));
}

kernel void inlined_twice(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@2*/middle(in, i);
}

//? load 'in'
//@ fetch_far included
#include "fetch.inc"

kernel void included(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@1*/fetch_far(in, i);
}

#define AT(p, i) ((p)[(i) * W(100, 0)])
#define TWICE(x) ((x) + (x))

// what a macro stands for is where the macro is used
//? load 'in'
//@ macro
kernel void macro(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/TWICE(AT(in, i + 1));
}

// and what a built-in function does, where it is called
//? load 'in'
//@ vector
kernel void vector(global int *out, global const int *in)
{
    int i = get_global_id(0);
    int4 v = /*@*/vload4(W(i, i / 4), in);
    out[i] = v.x + v.y + v.z + v.w;
}
