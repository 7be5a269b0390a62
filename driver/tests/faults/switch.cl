// SPDX-License-Identifier: MIT
/*!
[config]
name: a fault in a case of a switch
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
    int i = get_global_id(0), value = 0;
    switch (i & 3) {
    case 0:
        value = in[i];
        break;
    case 2:
        value = /*@*/in[i * 700 + 100];
        break;
    default:
        value = in[i] * 3 + i;
    }
    out[i] = value;
}
