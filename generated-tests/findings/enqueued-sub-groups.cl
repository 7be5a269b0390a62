// SPDX-License-Identifier: MIT
/*!
# OpenCL C 3.0, 6.15.19: get_enqueued_num_sub_groups returns what get_num_sub_groups does, where all work-groups have the same size.

[config]
name: the number of sub-groups that were enqueued
kernel_name: difference
clc_version_min: 30
require_features: __opencl_c_subgroups
dimensions: 2
global_size: 4 4 0
local_size: 4 4 0

[test]
name: of a work-group of two dimensions
arg_out: 0 buffer int[16] repeat 0
!*/

kernel void difference(global int *out)
{
    out[get_global_linear_id()] = (int)get_enqueued_num_sub_groups() - (int)get_num_sub_groups();
}
