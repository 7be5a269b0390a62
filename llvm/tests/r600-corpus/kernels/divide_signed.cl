/* SPDX-License-Identifier: MIT */
kernel void divide_signed(global int *out, global const int *a, global const int *b)
{
    size_t i = get_global_id(0);
    int d = b[i] >> 20;
    d = d == 0 ? 3 : d;
    out[i] = a[i] / d * 7 + a[i] % d;
}
