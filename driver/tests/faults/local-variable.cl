// SPDX-License-Identifier: MIT
// a store past a __local variable
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
