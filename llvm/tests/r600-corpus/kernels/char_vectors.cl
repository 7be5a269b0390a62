/* SPDX-License-Identifier: MIT */
kernel void char_vectors(global uchar4 *out, global const uchar4 *a, global const uchar4 *b)
{
    int i = get_global_id(0);
    out[i] = (uchar4)((a[i].x + b[i].w) >> 1, a[i].y ^ b[i].z, a[i].z, 255 - b[i].x);
}
