// SPDX-License-Identifier: MIT
// a load past the end
// functions: kern
// says: load of 4 bytes
// says: bytes past the end of argument 1 'in' (64 bytes, created as clCreateBuffer #2)

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/in[i + 16] * 2;
}
