// SPDX-License-Identifier: MIT
/*!
[config]
name: a loop that does not end
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: kern
// says: hangs
// says: this loop does not end

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0), n = 0;
    if (i == 3)
        /*@*/while (in[n & 7])
            n++;
    out[i] = n;
}
