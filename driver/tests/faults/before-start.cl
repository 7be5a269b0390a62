// SPDX-License-Identifier: MIT
/*!
[config]
name: a store before the start
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
!*/
// functions: kern
// says: bytes before the start of argument 0 'out' (64 bytes, created as clCreateBuffer #1)

kernel void kern(global int *out)
{
    int i = get_global_id(0);
    out[i - 1000] /*@*/+= 1;
}
