// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.2: remainder(x, y) is x - n * y, where n is the integer nearest to x / y: 5 - 1 * 4 and 7 - 2 * 4. powr and rootn are
# within 16 ulp (7.4).

[config]
name: functions of vectors of doubles that take their exponents
require_device_extensions: cl_khr_fp64

[test]
for: name kernel expected given of given2 in \
       (remainder  rest   "1 -1"                     "5 7"     double2  "4 4") \
       (powr       power  "32 343 tolerance 16 ulp"  "2 7"     double2  "5 3") \
       (rootn      root   "2 7 tolerance 16 ulp"     "32 343"  int2     "5 3")
name: $name
kernel_name: $kernel
arg_out: 0 buffer double2[1] $expected
arg_in:  1 double2 $given
arg_in:  2 $of $given2
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
