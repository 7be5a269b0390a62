// SPDX-License-Identifier: MIT
/*!
# OpenCL C 3.0, 6.15.19: get_sub_group_size returns "the number of work-items in the sub-group", and the last sub-group of a work-group
# may have fewer than get_max_sub_group_size. A reduction of ones over the sub-group counts them.

[config]
name: the size of a sub-group that is not full
kernel_name: sizes
clc_version_min: 30
require_features: __opencl_c_subgroups

[test]
name: of a work-group of three
global_size: 3
local_size: 3
arg_out: 0 buffer int[3] repeat 0

[test]
name: of a work-group of sixty-one
global_size: 61
local_size: 61
arg_out: 0 buffer int[61] repeat 0
!*/

kernel void sizes(global int *out)
{
    out[get_global_id(0)] = (int)get_sub_group_size() - sub_group_reduce_add(1);
}
