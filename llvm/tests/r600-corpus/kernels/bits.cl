/* SPDX-License-Identifier: MIT */
kernel void bits(global uint *out, global const uint *a, global const uint *b)
{
    size_t i = get_global_id(0);
    uint x = a[i], y = b[i];
    uint left = x << (y & 31), right = x >> (y & 31);
    int sign = (int)x >> (y & 31);
    out[i] = (left ^ right) + (uint)sign + (x & ~y) + (x | y) + ((x >> 5) & 0x3f);
}
