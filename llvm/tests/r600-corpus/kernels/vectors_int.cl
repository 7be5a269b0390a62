/* SPDX-License-Identifier: MIT */
kernel void vectors_int(global int4 *out, global const int4 *a, global const int4 *b)
{
    size_t i = get_global_id(0);
    int4 x = a[i], y = b[i];
    out[i] = (x + y.yxwz) * (int4)(1, 2, 3, 4) ^ (x >> 3);
}
