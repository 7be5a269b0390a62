// SPDX-License-Identifier: MIT
/*!
[config]
name: a load past a constant of the program
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 int 4000
!*/
// functions: kern
// says: past the end of

constant int table[] = {1, 2, 3, 4};

kernel void kern(global int *out, int far)
{
    int i = get_global_id(0);
    out[i] = /*@*/table[i * far];
}
