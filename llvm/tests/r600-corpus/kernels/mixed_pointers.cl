/* SPDX-License-Identifier: MIT */
kernel void mixed_pointers(global int *out, global const int *a, global const int *b)
{
    int i = get_global_id(0);
    global const int *p = i & 1 ? a : b;
    global const int *q = p == a ? b + 3 : a + 1;
    out[i] = p[i] - q[i & 15];
}
