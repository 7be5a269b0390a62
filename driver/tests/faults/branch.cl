// SPDX-License-Identifier: MIT
// a fault on one side of a branch
// functions: kern
// says: global id (7, 0, 0)

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    if (i == 7) {
        for (int k = 0; k < in[i] * 3; k++)
            out[i + k * 100] /*@*/= in[k];
    } else {
        out[i] = in[i];
    }
}
