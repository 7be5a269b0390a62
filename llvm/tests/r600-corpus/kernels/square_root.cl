/* SPDX-License-Identifier: MIT */
kernel void square_root(global float *out, global const float *a)
{
    size_t i = get_global_id(0);
    out[i] = sqrt(fabs(a[i])) + 1.0f;
}
