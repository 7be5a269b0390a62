// SPDX-License-Identifier: MIT
/*!
# The same of double as of float: vstore3, then a loop over the numbers (OpenCL C 1.2, 6.12.7).

[config]
name: compute double store then elements
kernel_name: elements
require_device_extensions: cl_khr_fp64

[test]
name: doubles
arg_out: 0 buffer double[3] 1 2 3
arg_in:  1 buffer double3[1] 1 2 3
!*/

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void elements(global double *out, global const double3 *in)
{
    double values[3];
    vstore3(in[0], 0, values);
    _Pragma("nounroll") for (int i = 0; i < 3; i++) out[i] = values[i];
}
