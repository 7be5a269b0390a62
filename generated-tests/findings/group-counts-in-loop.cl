// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.1: get_num_groups and get_global_offset take any number of a dimension.

[config]
name: numbers of groups, dimension by dimension

[test]
name: get_num_groups
kernel_name: groups
global_size: 4
local_size: 2
arg_out: 0 buffer int[3] 2 1 1

[test]
name: get_global_offset
kernel_name: offsets
global_offset: 5
arg_out: 0 buffer int[3] 5 0 0
!*/

kernel void groups(global int *out)
{
    for (uint d = 0; d < 3; d++)
        out[d] = get_num_groups(d);
}

kernel void offsets(global int *out)
{
    for (uint d = 0; d < 3; d++)
        out[d] = get_global_offset(d);
}
