/* SPDX-License-Identifier: MIT */
kernel void conversions(global int *out, global const float *a, global const int *b)
{
    int i = get_global_id(0);
    float f = (float)b[i] + (float)(uint)b[i];
    out[i] = (int)a[i] + (int)(uint)fabs(a[i]) + as_int(f);
}
