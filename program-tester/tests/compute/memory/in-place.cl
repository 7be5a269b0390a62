// SPDX-License-Identifier: MIT
/*!
# A buffer that is argument and result.

[config]
name: compute memory in place
kernel_name: square
global_size: 6 0 0

[test]
name: int
arg_in:  0 buffer int[6] 1 -2 3 -4 5 -6
arg_out: 0 buffer int[6] 1 4 9 16 25 36
!*/

kernel void square(global int *data)
{
    size_t i = get_global_id(0);
    data[i] *= data[i];
}
