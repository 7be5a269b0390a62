/* SPDX-License-Identifier: MIT */
kernel void matrix_multiply(global float *out, global const float *a, global const float *b, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum = mad(a[y * n + k], b[k * n + x], sum);
    out[y * n + x] = sum;
}
