// SPDX-License-Identifier: MIT
// a vector loaded by a built-in function
// functions: kern

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    int4 v = /*@*/vload4(i, in);
    out[i] = v.x + v.y + v.z + v.w;
}
