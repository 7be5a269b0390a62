// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 7.4: pown of doubles may be 16 ulp off. The powers of the double 0.1, which is a little more than a tenth, are by mpmath
# 1.0000000000000055511e-100, 9.9999999999999300559e+125 and 1.0000000000000082712e-149, and doubles are 1.3e-116, 1.5e+110 and 2.2e-165 apart there.

[config]
name: large powers of a double
kernel_name: powers
require_device_extensions: cl_khr_fp64

[test]
for: what power low high in ("the hundredth" 100 1.0000000000000036e-100 1.0000000000000075e-100) ("the least but one" -126 9.9999999999999061e+125 9.9999999999999527e+125) ("an odd one" 149 1.000000000000005e-149 1.0000000000000117e-149)
name: $what
arg_out: 0 buffer double[1] $low..$high
arg_in:  1 buffer double[1] 0.1
arg_in:  2 int $power
!*/

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void powers(global double *out, global const double *in, int power)
{
    out[0] = pown(in[0], power);
}
