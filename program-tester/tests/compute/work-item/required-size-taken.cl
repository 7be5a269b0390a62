// SPDX-License-Identifier: MIT
/*!
# A kernel with reqd_work_group_size that is launched without a local size has that size: "if local_work_size is not NULL and if
# [it] does not match" is the only error of OpenCL 3.0 (5.8, clEnqueueNDRangeKernel). OpenCL 1.2 wants it to be given.

[config]
name: compute work item required size taken
kernel_name: sized
clc_version_min: 30
dimensions: 2
global_size: 8 4

[test]
name: without a local size
arg_in:  0 buffer uint[32] repeat 0
arg_out: 0 buffer uint[32] repeat 42
launch: sized local_size NULL global_size 8 4
!*/

kernel __attribute__((reqd_work_group_size(4, 2, 1))) void sized(global uint *out)
{
    out[get_global_id(1) * 8 + get_global_id(0)] = get_local_size(0) * 10 + get_local_size(1);
}
