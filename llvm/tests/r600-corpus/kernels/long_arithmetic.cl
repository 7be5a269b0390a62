/* SPDX-License-Identifier: MIT */
kernel void long_arithmetic(global int *out, global const int *a, global const int *b)
{
    int i = get_global_id(0);
    long x = ((long)a[i] << 20) + b[i], y = (long)b[i] * a[i];
    ulong z = (ulong)x >> (i & 31);
    out[i] = (int)(x - y) ^ (int)((x + y) >> 32) ^ (int)z ^ (x < y);
}
