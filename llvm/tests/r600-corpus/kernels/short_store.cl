/* SPDX-License-Identifier: MIT */
kernel void short_store(global ushort *out, global const int *a)
{
    int i = get_global_id(0);
    out[2 * i + 1] = (ushort)a[i];
    out[2 * i] = (ushort)(a[i] >> 16);
}
