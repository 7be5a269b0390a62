// SPDX-License-Identifier: MIT
// a store before the start
// arg_in: none
// functions: kern
// says: bytes before the start of argument 0 'out' (64 bytes, created as clCreateBuffer #1)

kernel void kern(global int *out)
{
    int i = get_global_id(0);
    out[i - 1000] /*@*/+= 1;
}
