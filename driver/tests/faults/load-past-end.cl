// SPDX-License-Identifier: MIT
/*!
[config]
name: a load past the end
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: kern
// says: load of 4 bytes
// says: bytes past the end of argument 1 'in' (64 bytes, created as clCreateBuffer #2)

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/in[i + 16] * 2;
}
