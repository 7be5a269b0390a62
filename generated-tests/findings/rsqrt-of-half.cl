// SPDX-License-Identifier: MIT
/*!
# cl_khr_fp16 (OpenCL 1.2 extensions, 9.6.4): rsqrt of halves may be 1 ulp off. Of 66.3125 it is 0.12280111197 (by mpmath), and halves near it are
# 6.1e-5 apart, so that 0.12274169921875 and 0.122802734375 are within 1 ulp.

[config]
name: reciprocal of a root of a half
kernel_name: roots
require_device_extensions: cl_khr_fp16

[test]
name: within one ulp
arg_out: 0 buffer half[1] 0.12274..0.1228
arg_in:  1 buffer half[1] 66.3125
!*/

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void roots(global half *out, global const half *in)
{
    out[0] = rsqrt(in[0]);
}
