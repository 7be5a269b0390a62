// SPDX-License-Identifier: MIT
// a load past a __local argument
// global_size: 8 0 0
// local_size: 8 1 1
// arg_in: ones
// arg_in: 2 buffer int[8] NULL
// functions: kern
// says: local argument 2 'scratch'

kernel void kern(global int *out, global const int *in, local int *scratch)
{
    int i = get_local_id(0);
    scratch[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = /*@*/scratch[i + in[i] * 8];
}
