// SPDX-License-Identifier: MIT
/*!
[config]
name: a store past the end
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: kern
// says: store of 4 bytes
// says: past the end of argument

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i + 1024 * 1024] /*@*/= in[i];
}
