// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.8: CL_INVALID_WORK_GROUP_SIZE "if local_work_size is specified and the total number of work-items in the work-group
# ... is greater than the value specified by CL_DEVICE_MAX_WORK_GROUP_SIZE". Each of the sizes alone is one that devices have.

[config]
name: a work-group of more work-items than a device has room for
kernel_name: test

[test]
name: 65536 work-items
arg_in:  0 buffer uint[1] 7
arg_out: 0 buffer uint[1] 7
launch: test local_size 256 256 global_size 256 256 error CL_INVALID_WORK_GROUP_SIZE

[test]
name: 4194304 work-items
arg_in:  0 buffer uint[1] 7
arg_out: 0 buffer uint[1] 7
launch: test local_size 256 256 64 global_size 256 256 64 error CL_INVALID_WORK_GROUP_SIZE
!*/

kernel void test(global uint *out)
{
    out[0] = 1;
}
