/* SPDX-License-Identifier: MIT */
kernel void branches(global int *out, global const int *a, global const int *b)
{
    int i = get_global_id(0);
    int x = a[i], y = b[i], r = 1;
    if (x > 0) {
        if (y > x)
            r = a[i ^ 1] - y;
        else
            r = b[i ^ 1] * 3;
    } else if (y < -100) {
        r = a[i ^ 2] ^ b[i ^ 3];
    }
    out[i] = r + i;
}
