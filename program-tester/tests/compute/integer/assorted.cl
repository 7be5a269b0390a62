// SPDX-License-Identifier: MIT
/*!
# abs, abs_diff, hadd, rhadd, min, max, clamp, rotate, mul24 and mad24 (OpenCL C 1.2, 6.12.3).
# Rotation counts are taken modulo the width.

[config]
name: compute integer assorted
kernel_name: assorted
global_size: 6 0 0

[test]
name: int
arg_out: 0 buffer uint[6] 1 5 1000000 2147483648 2147483647 7
arg_out: 1 buffer uint[6] 3 8 1000999 4294967295 0 14
arg_out: 2 buffer int[6] 2 -1 499500 -1 2147483647 0
arg_out: 3 buffer int[6] 3 -1 499501 0 2147483647 0
arg_out: 4 buffer int[6] 1 -5 -999 -2147483648 2147483647 -7
arg_out: 5 buffer int[6] 4 3 1000000 2147483647 2147483647 7
arg_out: 6 buffer int[6] 1 -5 10 -10 10 7
arg_out: 7 buffer int[6] 2 -65 500000 -2147483648 -2 458752
arg_out: 8 buffer int[6] -7499 -41996 457531 8000 552533 16
arg_in:  9 buffer int[6] 1 -5 1000000 -2147483648 2147483647 7
arg_in:  10 buffer int[6] 4 3 -999 2147483647 2147483647 -7
arg_in:  11 buffer int[6] 1 4 31 0 33 16
!*/

kernel void assorted(global uint *absolute, global uint *distance, global int *half_sum,
                     global int *rounded, global int *least, global int *most, global int *clamped,
                     global int *rotated, global int *product, global const int *a,
                     global const int *b, global const int *r)
{
    size_t i = get_global_id(0);
    absolute[i] = abs(a[i]);
    distance[i] = abs_diff(a[i], b[i]);
    half_sum[i] = hadd(a[i], b[i]);
    rounded[i] = rhadd(a[i], b[i]);
    least[i] = min(a[i], b[i]);
    most[i] = max(a[i], b[i]);
    clamped[i] = clamp(a[i], -10, 10);
    rotated[i] = rotate(a[i], r[i]);
    product[i] = mad24(r[i] * 1000 - 500, r[i] - 16, r[i]);
}
