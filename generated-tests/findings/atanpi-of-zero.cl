// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 7.5.1: atanpi of a zero is that zero.

[config]
name: atanpi of zeros, of doubles
require_device_extensions: cl_khr_fp64

[test]
name: keeps the sign
kernel_name: arcs
global_size: 2 0 0
arg_out: 0 buffer double[2] 0.0 -0.0 signed_zero
arg_in:  1 buffer double[2] 0.0 -0.0
!*/

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void arcs(global double *out, global const double *in)
{
    const size_t i = get_global_id(0);
    out[i] = atanpi(in[i]);
}
