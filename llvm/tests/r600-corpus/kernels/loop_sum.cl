/* SPDX-License-Identifier: MIT */
kernel void loop_sum(global int *out, global const int *a, int n)
{
    size_t i = get_global_id(0);
    int sum = 0;
    for (int j = 0; j < n + (int)(i & 7); j++)
        sum += a[j] * (j + 1);
    out[i] = sum;
}
