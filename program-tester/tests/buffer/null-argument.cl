// SPDX-License-Identifier: MIT
/*!
# A NULL buffer argument is a null pointer in the kernel (OpenCL 1.2, 5.7.2).

[config]
name: buffer null argument
kernel_name: check

[test]
name: null and not null
arg_out: 0 buffer int[2] 1 0
arg_in:  1 buffer int[1] 5
!*/

kernel void check(global int *out, global int *buffer)
{
    global int *none = 0;
    out[0] = none == 0;
    out[1] = buffer == 0;
}
