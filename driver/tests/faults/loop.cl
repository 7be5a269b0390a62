// SPDX-License-Identifier: MIT
// a fault in a late turn of a loop
// global_size: 1 0 0
// arg_in: ones
// arg_in: 2 int 6
// functions: kern
// says: 0 bytes past the end of argument 1 'in'

kernel void kern(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++)
        sum += /*@*/in[i + k * 4];
    out[i] = sum;
}
