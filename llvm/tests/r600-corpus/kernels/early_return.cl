/* SPDX-License-Identifier: MIT */
kernel void early_return(global int *out, global const int *a, int n)
{
    int i = get_global_id(0);
    out[i] = -1;
    if (i >= n)
        return;
    if (a[i] & 1) {
        out[i] = a[i];
        return;
    }
    out[i] = a[i] / 2;
}
