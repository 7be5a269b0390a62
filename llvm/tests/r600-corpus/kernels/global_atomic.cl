/* SPDX-License-Identifier: MIT */
kernel void global_atomic(global int *out, global const int *a)
{
    int i = get_global_id(0);
    out[i] = atomic_add(&out[i], a[i]) - a[i];
}
