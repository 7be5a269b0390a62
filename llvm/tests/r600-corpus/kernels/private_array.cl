/* SPDX-License-Identifier: MIT */
/* The array's last element is never the one stored to: LLVM 19 copies it in the very group that stores through
 * AR, where reads come before writes, and so would miss the store. */
kernel void private_array(global int *out, global const int *a)
{
    int i = get_global_id(0), p[8];
    for (int k = 0; k < 8; k++)
        p[k] = a[k] + i;
    p[i & 3] = a[i];
    out[i] = p[(i >> 2) & 7] - p[(i + 1) & 7];
}
