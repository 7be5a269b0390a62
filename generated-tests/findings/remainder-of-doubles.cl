// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.2: remainder(x, y) is x - n * y, where n is the integer nearest to x / y: 5 - 1 * 4 and 7 - 2 * 4. powr and rootn are
# within 16 ulp (7.4).

[config]
name: functions of vectors of doubles that take their exponents
require_device_extensions: cl_khr_fp64

[test]
name: remainder
kernel_name: rest
arg_out: 0 buffer double2[1] 1 -1
arg_in:  1 double2 5 7
arg_in:  2 double2 4 4

[test]
name: powr
kernel_name: power
arg_out: 0 buffer double2[1] 32 343 tolerance 16 ulp
arg_in:  1 double2 2 7
arg_in:  2 double2 5 3

[test]
name: rootn
kernel_name: root
arg_out: 0 buffer double2[1] 2 7 tolerance 16 ulp
arg_in:  1 double2 32 343
arg_in:  2 int2 5 3
!*/

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void rest(global double2 *out, double2 x, double2 y)
{
    out[0] = remainder(x, y);
}

kernel void power(global double2 *out, double2 x, double2 y)
{
    out[0] = powr(x, y);
}

kernel void root(global double2 *out, double2 x, int2 n)
{
    out[0] = rootn(x, n);
}
