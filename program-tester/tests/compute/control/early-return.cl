// SPDX-License-Identifier: MIT
/*!
# Work-items that return early write nothing afterwards and leave the others alone.

[config]
name: compute control early return
kernel_name: odd_only
global_size: 70 0 0
local_size: 70 0 0

[test]
name: more than one wavefront
arg_out: 0 buffer int[70] -1 1 -1 9 -1 25 -1 49 -1 81 -1 121 -1 169 -1 225 -1 289 -1 361 -1 441 -1 \
        529 -1 625 -1 729 -1 841 -1 961 -1 1089 -1 1225 -1 1369 -1 1521 -1 1681 -1 1849 -1 2025 -1 \
        2209 -1 2401 -1 2601 -1 2809 -1 3025 -1 3249 -1 3481 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
arg_in:  0 buffer int[70] repeat -1
!*/

kernel void odd_only(global int *out)
{
    int i = get_global_id(0);
    if (i % 2 == 0)
        return;
    if (i >= 60)
        return;
    out[i] = i * i;
}
