/* SPDX-License-Identifier: MIT */
kernel void logarithm(global float *out, global const float *a)
{
    int i = get_global_id(0);
    out[i] = log(fabs(a[i]) + 2.0f);
}
