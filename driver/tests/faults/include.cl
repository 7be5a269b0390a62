// SPDX-License-Identifier: MIT
/*!
[config]
name: a fault in a file that is included
kernel_name: kern
build_options: -I driver/tests/faults/include

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: fetch kern

#include "fetch.inc"

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@1*/fetch(in, i);
}
