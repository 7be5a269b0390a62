// SPDX-License-Identifier: MIT
/*!
# cl_khr_fp16 adds half and its vectors to the types that vstoren (6.12.7), and conversions with a rounding mode (6.2.3), take.

[config]
name: functions that take halves
require_device_extensions: cl_khr_fp16

[test]
name: vstore4
kernel_name: store
arg_out: 0 buffer half[4] 1 2 3 4
arg_in:  1 half4 1 2 3 4
!*/

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void store(global half *out, half4 in)
{
    vstore4(in, 0, out);
}
