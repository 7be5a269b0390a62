/* SPDX-License-Identifier: MIT */
kernel void byte_store(global uchar *out, global const int *a)
{
    int i = get_global_id(0);
    for (int k = 0; k < 4; k++)
        out[4 * i + (k ^ 2)] = (uchar)(a[i] >> (7 * k));
}
