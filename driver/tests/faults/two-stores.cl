// SPDX-License-Identifier: MIT
// the second of two stores
// functions: kern

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = in[i] + 5;
    out[i * 5000 + 5000] /*@*/= in[i];
}
