// SPDX-License-Identifier: MIT
/*!
[config]
name: a store past a __local variable
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: kern
// says: 0 bytes past the end of local variable 'tile' (32 bytes)

kernel void kern(global int *out, global const int *in)
{
    local int tile[8];
    int i = get_local_id(0);
    tile[i + in[i] * 8] /*@*/= i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[0];
}
