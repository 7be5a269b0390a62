/* SPDX-License-Identifier: MIT */
kernel void dot_product(global float *out, global const float4 *a, global const float4 *b)
{
    int i = get_global_id(0);
    out[i] = dot(fabs(a[i]), fabs(b[i])) + length(a[i]);
}
