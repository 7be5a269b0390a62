// SPDX-License-Identifier: MIT
/*!
# The same of half as of float: vstore3, then a loop over the numbers, and a loop, then vload3.

[config]
name: compute half store then elements
require_device_extensions: cl_khr_fp16

[test]
name: stored
kernel_name: stored
arg_out: 0 buffer half[3] 1 2 3
arg_in:  1 buffer half3[1] 1 2 3

[test]
name: loaded
kernel_name: loaded
arg_out: 0 buffer half3[1] 1 2 3
arg_in:  1 buffer half[3] 1 2 3
!*/

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void stored(global half *out, global const half3 *in)
{
    half values[3];
    vstore3(in[0], 0, values);
    _Pragma("nounroll") for (int i = 0; i < 3; i++) out[i] = values[i];
}

kernel void loaded(global half3 *out, global const half *in)
{
    half values[3];
    _Pragma("nounroll") for (int i = 0; i < 3; i++) values[i] = in[i];
    out[0] = vload3(0, values);
}
