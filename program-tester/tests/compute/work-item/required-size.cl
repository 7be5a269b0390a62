// SPDX-License-Identifier: MIT
/*!
# A kernel with reqd_work_group_size runs with that size alone (OpenCL C 1.2, section 6.7.2; OpenCL 1.2,
# section 5.8).

[config]
name: compute work item required size
kernel_name: sized
dimensions: 2
global_size: 8 4
local_size: 4 2

[test]
name: as required
arg_out: 0 buffer uint[32] repeat 42

[test]
name: another size
arg_in:  0 buffer uint[32] repeat 0
arg_out: 0 buffer uint[32] repeat 0
launch: sized local_size 2 4 global_size 8 4 error CL_INVALID_WORK_GROUP_SIZE
launch: sized local_size 8 1 global_size 8 4 error CL_INVALID_WORK_GROUP_SIZE
launch: sized local_size 8 global_size 8 error CL_INVALID_WORK_GROUP_SIZE

[test]
name: a hint binds nothing
kernel_name: hinted
arg_out: 0 buffer uint[32] repeat 42
!*/

kernel __attribute__((reqd_work_group_size(4, 2, 1))) void sized(global uint *out)
{
    out[get_global_id(1) * 8 + get_global_id(0)] = get_local_size(0) * 10 + get_local_size(1);
}

kernel __attribute__((work_group_size_hint(16, 1, 1))) void hinted(global uint *out)
{
    out[get_global_id(1) * 8 + get_global_id(0)] = get_local_size(0) * 10 + get_local_size(1);
}
