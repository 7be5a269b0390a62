/* SPDX-License-Identifier: MIT */
kernel void switches(global int *out, global const int *a)
{
    int i = get_global_id(0), r = a[i];
    switch (r & 7) {
    case 0: r += 5; break;
    case 1: r *= 3;
    case 2: r ^= 0x55; break;
    case 5: r = a[i ^ 1]; break;
    default: r = -r;
    }
    out[i] = r;
}
