/* SPDX-License-Identifier: MIT */
#pragma OPENCL FP_CONTRACT OFF

kernel void vectors(global float4 *out, global const float4 *a, global const float4 *b)
{
    size_t i = get_global_id(0);
    float4 x = a[i], y = b[i];
    float4 z = x.wzyx * y + x.xxyy;
    z.y = x.z - y.w;
    out[i] = z;
}
