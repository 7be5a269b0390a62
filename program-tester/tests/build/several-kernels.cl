// SPDX-License-Identifier: MIT
/*!
# One program with several kernels that share functions and constants.

[config]
name: build several kernels
global_size: 3 0 0

[test]
name: first
kernel_name: first
arg_out: 0 buffer int[3] 7 14 21

[test]
name: second
kernel_name: second
arg_out: 0 buffer int[3] 8 15 22
!*/

constant int factor = 7;

int scaled(int n)
{
    return (n + 1) * factor;
}

kernel void first(global int *out)
{
    out[get_global_id(0)] = scaled(get_global_id(0));
}

kernel void second(global int *out)
{
    out[get_global_id(0)] = scaled(get_global_id(0)) + 1;
}
