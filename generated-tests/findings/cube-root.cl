// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 7.4: cbrt of doubles may be 2 ulp off. The cube root of 2.7182818284590438 is 1.39561242508608927588 (by mpmath), and doubles
# near it are 2.2e-16 apart, so that four are within 2 ulp.

[config]
name: cube root of a double
require_device_extensions: cl_khr_fp64

[test]
name: within two ulp
kernel_name: roots
arg_out: 0 buffer double[1] 1.3956124250860888..1.3956124250860895
arg_in:  1 buffer double[1] 2.7182818284590438
!*/

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void roots(global double *out, global const double *in)
{
    out[0] = cbrt(in[0]);
}
