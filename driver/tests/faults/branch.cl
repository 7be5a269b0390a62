// SPDX-License-Identifier: MIT
/*!
[config]
name: a fault on one side of a branch
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: kern
// says: global id (7, 0, 0)

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    if (i == 7) {
        for (int k = 0; k < in[i] * 3; k++)
            out[i + k * 100] /*@*/= in[k];
    } else {
        out[i] = in[i];
    }
}
