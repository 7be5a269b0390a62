/* SPDX-License-Identifier: MIT */
kernel void add(global int *out, global const int *a, global const int *b)
{
    size_t i = get_global_id(0);
    out[i] = a[i] + b[i];
}
