/* SPDX-License-Identifier: MIT */
kernel void divide_float(global float *out, global const float *a, global const float *b)
{
    size_t i = get_global_id(0);
    out[i] = a[i] / (b[i] + 200.0f);
}
