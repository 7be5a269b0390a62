// SPDX-License-Identifier: MIT
/*!
# Nested if and else with a different path for neighbouring work-items.

[config]
name: compute control if else
kernel_name: classify
global_size: 16 0 0
local_size: 16 0 0

[test]
name: sixteen paths in one wavefront
arg_out: 0 buffer int[16] 100 201 102 203 104 205 106 207 408 491 490 489 300 487 486 485
!*/

kernel void classify(global int *out)
{
    int i = get_global_id(0);
    int r;
    if (i < 8) {
        if (i % 2 == 0)
            r = 100 + i;
        else
            r = 200 + i;
    } else if (i % 4 == 0) {
        if (i == 12)
            r = 300;
        else
            r = 400 + i;
    } else {
        r = 500 - i;
    }
    out[i] = r;
}
