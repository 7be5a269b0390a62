// SPDX-License-Identifier: MIT
/*!
[config]
name: a fault two functions deep
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: innermost middle kern

int innermost(global const int *p)
{
    return /*@*/*p;
}

int middle(global const int *p, int n)
{
    return n > 3 ? n : n * /*@1*/innermost(p + 4096);
}

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@2*/middle(in, i);
}
