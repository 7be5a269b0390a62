/* SPDX-License-Identifier: MIT */
kernel void multiply_high(global int *out, global const int *a, global const int *b)
{
    int i = get_global_id(0);
    uint high = mul_hi((uint)a[i], (uint)b[i]);
    out[i] = mul_hi(a[i], b[i]) ^ (int)high ^ mad24(a[i] >> 9, b[i] >> 9, i);
}
