// SPDX-License-Identifier: MIT
/*!
[config]
name: an index past a private array
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: kern
// says: private variable 'numbers' (2,000 bytes)

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0), numbers[500];
    for (int k = 0; k < 500; k++)
        numbers[k] = in[i] + k;
    out[i] = numbers[i] + /*@*/numbers[i + in[i] * 1000];
}
