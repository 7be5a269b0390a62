// SPDX-License-Identifier: MIT
// a fault in a line that #line renames
// functions: kern
// says: at made.y:1000:19 in kern

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
#line 1000 "made.y"
    out[i] = /*@*/in[i + 100];
}
