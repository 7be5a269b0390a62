// SPDX-License-Identifier: MIT
/*!
# The same of double as of float: lgamma_r stores 0 for the sign at poles (OpenCL 1.2, 7.5.1).

[config]
name: compute double gamma poles
kernel_name: signs
require_device_extensions: cl_khr_fp64

[test]
name: zeros, poles, and between
arg_out: 0 buffer double3[1] inf inf 0.28468287 tolerance 0.001
arg_out: 1 buffer int3[1] 0 0 1
arg_in:  2 buffer double3[1] -0 -3 2.5
!*/

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void signs(global double3 *out, global int3 *sign, global const double3 *in)
{
    int3 s;
    out[0] = lgamma_r(in[0], &s);
    sign[0] = s;
}
