/* SPDX-License-Identifier: MIT */
kernel void fused(global float *out, global const float *a, global const float *b)
{
    int i = get_global_id(0);
    out[i] = fma(a[i], b[i], -a[i] * b[i]);
}
