/* SPDX-License-Identifier: MIT */
kernel void nested_loops(global int *out, global const int *a, int n)
{
    int i = get_global_id(0);
    int sum = 0;
    for (int j = 0; j < n; j++) {
        if ((j ^ i) & 1)
            continue;
        for (int k = 0; k < j; k++) {
            if (a[k] > 900 + i)
                break;
            sum += a[(k + j) & 31] + k;
        }
        if (sum > 30000)
            break;
    }
    out[i] = sum;
}
