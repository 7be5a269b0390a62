// SPDX-License-Identifier: MIT
// a fault two functions deep
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
