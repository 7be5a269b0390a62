// SPDX-License-Identifier: MIT
/*!
# Ordered comparisons with NaN are false and != is true; -0 equals 0 (OpenCL C 1.2, 6.3 d, e).

[config]
name: compute arith float compare
kernel_name: compare
global_size: 6 0 0

[test]
name: all operators
arg_out: 0 buffer int[6] 35 44 26 32 32 26
arg_in:  1 buffer float[6] 1 2 2 nan nan -0
arg_in:  2 buffer float[6] 2 1 2 1 nan 0
!*/

kernel void compare(global int *out, global const float *a, global const float *b)
{
    size_t i = get_global_id(0);
    out[i] = (a[i] < b[i]) | (a[i] <= b[i]) << 1 | (a[i] > b[i]) << 2 | (a[i] >= b[i]) << 3 |
             (a[i] == b[i]) << 4 | (a[i] != b[i]) << 5;
}
