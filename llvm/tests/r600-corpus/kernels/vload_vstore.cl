/* SPDX-License-Identifier: MIT */
kernel void vload_vstore(global float *out, global const float *a)
{
    int i = get_global_id(0);
    float3 v = vload3(i, a);
    vstore3(v.zxy * 2.0f, i, out);
}
