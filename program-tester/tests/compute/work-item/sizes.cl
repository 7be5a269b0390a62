// SPDX-License-Identifier: MIT
/*!
# Sizes, numbers of groups, work dimensions; dimensions beyond those of the launch give 1, 0 for ids
# (OpenCL C 1.2, 6.12.1).

[config]
name: compute work item sizes
kernel_name: measure

[test]
name: one dimension
dimensions: 1
global_size: 8 0 0
local_size: 4 0 0
arg_out: 0 buffer int[13] 1  8 1 1  4 1 1  2 1 1  0 0 0

[test]
name: two dimensions
dimensions: 2
global_size: 6 9 0
local_size: 2 3 0
arg_out: 0 buffer int[13] 2  6 9 1  2 3 1  3 3 1  0 0 0

[test]
name: three dimensions
dimensions: 3
global_size: 2 4 6
local_size: 1 2 3
global_offset: 3 0 4
arg_out: 0 buffer int[13] 3  2 4 6  1 2 3  2 2 2  3 0 4
!*/

kernel void measure(global int *out)
{
    out[0] = get_work_dim();
    for (uint d = 0; d < 3; d++) {
        out[1 + d] = get_global_size(d);
        out[4 + d] = get_local_size(d);
        out[7 + d] = get_num_groups(d);
        out[10 + d] = get_global_offset(d);
    }
}
