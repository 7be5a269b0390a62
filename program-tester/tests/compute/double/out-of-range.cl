// SPDX-License-Identifier: MIT
/*!
# Functions far beyond where their results are finite, or 1: inside they convert to integers that
# cannot hold the argument.

[config]
name: compute double out of range
global_size: 8 0 0
require_device_extensions: cl_khr_fp64

[test]
for: kernel expected in \
       (cosh  "inf inf inf inf inf inf inf nan") \
       (sinh  "inf -inf inf inf -inf inf -inf nan") \
       (tanh  "1 -1 1 1 -1 1 -1 nan") \
       (exp   "inf 0 inf inf 0 inf 0 nan")
name: $kernel
kernel_name: apply_$kernel
arg_out: 0 buffer double[8] $expected
arg_in:  1 buffer double[8] 3e9 -4294967301 1e10 1e300 -1e300 inf -inf nan

[test]
name: of constants
kernel_name: constants
arg_out: 0 buffer double4[8] repeat inf -inf 0 1
!*/
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define APPLY(F)                                                            \
    kernel void apply_##F(global double *out, global const double *in)      \
    {                                                                       \
        out[get_global_id(0)] = F(in[get_global_id(0)]);                    \
    }

APPLY(cosh)
APPLY(sinh)
APPLY(tanh)
APPLY(exp)

kernel void constants(global double4 *out)
{
    out[get_global_id(0)] = (double4)(cosh(1e300), sinh(-1e300), exp(-1e300), tanh(1e300));
}
