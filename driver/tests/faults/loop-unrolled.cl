// SPDX-License-Identifier: MIT
/*!
[config]
name: a fault in a loop that is unrolled
kernel_name: kern

[test]
name: faults
global_size: 1 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: kern

kernel void kern(global int *out, global const int *in)
{
    int sum = 0;
    for (int k = 0; k < 5; k++)
        sum = sum * 3 + /*@*/in[k * 4];
    out[0] = sum;
}
