/* SPDX-License-Identifier: MIT */
kernel void count_bits(global uint *out, global const uint *a)
{
    int i = get_global_id(0);
    uint x = a[i] >> (i & 31);
    out[i] = popcount(x) + 100 * clz(x) + rotate(a[i], (uint)i);
}
