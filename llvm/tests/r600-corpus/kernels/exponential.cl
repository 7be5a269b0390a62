/* SPDX-License-Identifier: MIT */
kernel void exponential(global float *out, global const float *a)
{
    int i = get_global_id(0);
    out[i] = exp(a[i] * 0.125f);
}
