// SPDX-License-Identifier: MIT
/*!
[config]
name: a fault in a function that is inlined
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: fetch kern

int fetch(global const int *p, int at)
{
    at *= 100;
    return /*@*/p[at];
}

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = 1 + /*@1*/fetch(in, i + 1);
}
