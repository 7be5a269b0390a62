/* SPDX-License-Identifier: MIT */
kernel void comparisons(global int *out, global const float *a, global const float *b)
{
    int i = get_global_id(0);
    float x = a[i], y = i % 5 == 0 ? NAN : (i % 7 == 0 ? a[i] : b[i]);
    out[i] = (x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5 |
             isnan(y) << 6 | (x < y ? 128 : 256);
}
