/* SPDX-License-Identifier: MIT */
kernel void rounding(global float *out, global const float *a)
{
    int i = get_global_id(0);
    float x = a[i] * 0.25f;
    out[i] = floor(x) + 2.0f * ceil(x) + 4.0f * trunc(x) + 8.0f * rint(x) + fmin(x, 3.0f) + fmax(x, -x);
}
