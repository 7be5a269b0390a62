// SPDX-License-Identifier: MIT
// a fault in a file that is included
// functions: fetch kern

#include "fetch.inc"

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@1*/fetch(in, i);
}
