/* SPDX-License-Identifier: MIT */
kernel void sine(global float *out, global const float *a)
{
    int i = get_global_id(0);
    out[i] = sin(a[i]);
}
