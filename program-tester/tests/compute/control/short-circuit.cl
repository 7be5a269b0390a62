// SPDX-License-Identifier: MIT
/*!
# The right side of && and || is not evaluated when the left side decides (OpenCL C 1.2, 6.3 g):
# otherwise the index would leave the buffer and the division would be by zero.

[config]
name: compute control short circuit
kernel_name: guard
global_size: 8 0 0
local_size: 8 0 0

[test]
name: guards
arg_out: 0 buffer int[8] 3 2 3 2 2 0 2 0
arg_in:  1 buffer int[4] 5 0 7 0
!*/

kernel void guard(global int *out, global const int *four)
{
    int i = get_global_id(0);
    int r = 0;
    if (i < 4 && four[i] != 0)
        r |= 1;
    if (i == 0 || 12 % i == 0)
        r |= 2;
    out[i] = r;
}
