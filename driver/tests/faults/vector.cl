// SPDX-License-Identifier: MIT
/*!
[config]
name: a vector loaded by a built-in function
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: kern

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    int4 v = /*@*/vload4(i, in);
    out[i] = v.x + v.y + v.z + v.w;
}
