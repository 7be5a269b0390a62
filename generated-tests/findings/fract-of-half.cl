// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.2, and cl_khr_fp16: fract is below 1. Of the negative half next to zero it is the largest half below 1, 0x1.ffcp-1, or, where
# denormal numbers are taken for zero, a zero.

[config]
name: fract of a half just below zero
kernel_name: part
require_device_extensions: cl_khr_fp16

[test]
name: denormal
arg_out: 0 buffer half[1] 0.99951171875|0
arg_in:  1 half -5.9604644775390625e-8

[test]
name: normal
arg_out: 0 buffer half[1] 0.99951171875
arg_in:  1 half -6.103515625e-05
!*/

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void part(global half *out, half x)
{
    half whole;
    out[0] = fract(x, &whole);
}
