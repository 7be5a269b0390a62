// SPDX-License-Identifier: MIT
/*!
# OpenCL 3.0, 5.8.6.5: "If the -cl-std build option is not specified, the highest OpenCL C 1.x language version supported by each device is
# used". The definition below keeps the tester from giving that option itself.

[config]
name: a program that says no version is of OpenCL C 1.x
kernel_name: version
build_options: -DUNUSED=without-cl-std

[test]
name: the version
arg_out: 0 buffer int[1] 1
!*/

kernel void version(global int *one)
{
    one[0] = __OPENCL_C_VERSION__ / 100;
}
