// SPDX-License-Identifier: MIT
/*!
[config]
name: the second of two stores
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
    out[i] = in[i] + 5;
    out[i * 5000 + 5000] /*@*/= in[i];
}
