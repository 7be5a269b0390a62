// SPDX-License-Identifier: MIT
/*!
# Insertion sort in a private float array: data-dependent loops and indices.

[config]
name: compute private sort
kernel_name: sort
global_size: 6 0 0
local_size: 6 0 0

[test]
name: six arrays of ten
arg_out: 0 buffer float[60] 0 2.25 2.75 5.5 6 8.25 8.75 9.25 11.5 12 1.75 2.25 2.75 5 5.5 8.25 \
        8.75 11 11.5 12 1.25 1.75 2.25 4.5 5 5.5 7.75 8.25 11 11.5 1.25 1.75 4 4.5 5 7.25 7.75 \
        8.25 10.5 11 0.75 1.25 4 4.5 6.75 7.25 7.75 1e+01 10.5 11 0.25 0.75 1.25 3.5 4 6.75 7.25 \
        9.5 1e+01 10.5
!*/

kernel void sort(global float *out)
{
    int i = get_global_id(0);
    float values[10];
    for (int j = 0; j < 10; j++) {
        float v = ((j * 37 + i * 11) % 50) / 4.0f;
        int k = j;
        while (k > 0 && values[k - 1] > v) {
            values[k] = values[k - 1];
            k--;
        }
        values[k] = v;
    }
    for (int j = 0; j < 10; j++)
        out[i * 10 + j] = values[j];
}
