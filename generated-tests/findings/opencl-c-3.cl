// SPDX-License-Identifier: MIT
/*!
# OpenCL 3.0, 4.2, CL_DEVICE_OPENCL_C_ALL_VERSIONS: the versions of OpenCL C "supported by the compiler". A device that lists 3.0 takes
# -cl-std=CL3.0 (5.8.6.5).

[config]
name: a device that lists OpenCL C 3.0 builds it
clc_version_min: 30

[test]
name: the least program
kernel_name: least
arg_out: 0 buffer int[1] 7
!*/

kernel void least(global int *out)
{
    out[0] = 7;
}
