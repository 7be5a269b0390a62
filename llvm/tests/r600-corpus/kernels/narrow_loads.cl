/* SPDX-License-Identifier: MIT */
kernel void narrow_loads(global int *out, global const char *a, global const ushort *b)
{
    int i = get_global_id(0);
    out[i] = a[4 * i + 1] * 1000 + a[i] - b[2 * i + 1] + (short)b[i];
}
